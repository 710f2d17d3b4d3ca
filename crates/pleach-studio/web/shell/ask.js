// Requests to the server, and what it says when it refuses.

/** A request that was refused, with the server's reason, or one that found no server. */
export class Refused extends Error {
  /**
   * @param {string} reason
   * @param {number} status 0 if there was no answer at all
   */
  constructor(reason, status) {
    super(reason);
    this.status = status;
  }
}

/**
 * Asks the server, and reads its answer.
 * @param {string} path below `/api/v1/`
 * @param {unknown} [body] sent as JSON by POST if there is one
 * @param {{ signal?: AbortSignal }} [options]
 * @returns {Promise<any>}
 */
export async function ask(path, body, options = {}) {
  const response = await send(path, body, options);
  return response.json();
}

/**
 * Asks the server for news, and hands on each as soon as it comes.
 * @param {string} path
 * @param {unknown} body
 * @param {(event: string, data: any) => void} news
 * @param {{ signal?: AbortSignal }} [options] aborting it makes the server stop
 */
export async function listen(path, body, news, options = {}) {
  const response = await send(path, body, options);
  if (!response.body) throw new Refused("the server sent nothing", response.status);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) tell(block, news);
  }
}

/**
 * @param {string} block the lines of one event
 * @param {(event: string, data: any) => void} news
 */
function tell(block, news) {
  let [event, data] = ["message", ""];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) event = line.slice(6).trim();
    if (line.startsWith("data:")) data += line.slice(5).trimStart();
  }
  if (data) news(event, JSON.parse(data));
}

/**
 * @param {string} path
 * @param {unknown} body
 * @param {{ signal?: AbortSignal }} options
 */
async function send(path, body, options) {
  const init = body === undefined ? {} : {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  let response;
  try {
    response = await fetch(`/api/v1/${path}`, { ...init, ...options });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new Refused("The studio does not answer. Is it still running?", 0);
  }
  if (response.ok) return response;
  throw new Refused(await reasonOf(response), response.status);
}

/** @param {Response} response */
async function reasonOf(response) {
  try {
    return (await response.json()).error.reason;
  } catch {
    return `the server answered with status ${response.status}`;
  }
}

/**
 * Whether somebody wanted it so.
 * @param {unknown} error
 */
export function wasAborted(error) {
  return error instanceof DOMException && error.name === "AbortError";
}
