// What a board must tell: the types that all boards share.

/**
 * A place on the board. The middle of the board is 0, 0; y grows downward.
 * @typedef {object} Cell
 * @property {string} name as moves call it
 * @property {number} x
 * @property {number} y
 */

/**
 * A board of one kind of game.
 * @typedef {object} Kind
 * @property {string} title
 * @property {[string, string]} sides what the two sides are called
 * @property {{ width: number, height: number }} size
 * @property {number} reach half the distance of two cells
 * @property {"square" | "round"} shape of a cell
 * @property {boolean} flips whether it can be turned around
 * @property {Cell[]} cells
 * @property {{ text: string, x: number, y: number }[]} labels
 * @property {() => SVGElement[]} ground what lies under the pieces
 * @property {(position: string) => Record<string, string>} read the pieces by cell
 * @property {(pieces: Record<string, string>, second: boolean) => string} write the position as text
 * @property {{ piece: string, name: string }[]} palette the pieces there are, to set up a position
 * @property {(piece: string) => SVGElement} draw a piece around 0, 0
 * @property {(move: string, pieces: Record<string, string>) => { from: string | null, to: string | null }} ends
 *   the cells that a move leads from and to; `pieces` are those before it
 * @property {(cell: string, pieces: Record<string, string>) => string | null} [meant] the cell that a click means
 * @property {(piece: string) => 0 | 1} side whose piece it is
 * @property {(move: string, pieces: Record<string, string>, side: 0 | 1) => string[]} [turned] what a move turns over
 * @property {(pieces: Record<string, string>) => string[]} [line] the cells that won the game
 * @property {(pieces: Record<string, string>, side: 0 | 1) => string | null} [inCheck] the king in check
 * @property {{ per: number, digits: number, unit: string, scale: number, win?: number }} score how points are shown:
 *   how many make one of the unit, digits after the point, the unit's name, how many are a clear lead, how many a win
 * @property {string} about one line for the home page
 */

export {};
