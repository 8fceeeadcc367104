/** Undefined for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    // A byte-order mark is not part of the JSON after it.
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}
