/** Undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    // A byte-order mark is no part of the JSON behind it.
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}
