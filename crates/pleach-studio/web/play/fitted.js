// The profile that somebody has taken up in the lab, to play with.

import { recall } from "../shell/remember.js";

/** What a seat's risk says if it is that profile. */
export const FITTED = "lab";

/**
 * @param {string} game with its options
 * @returns {{ label: string, toml: string } | null}
 */
export const fittedFor = (game) => recall(`profile.${game}`, null);
