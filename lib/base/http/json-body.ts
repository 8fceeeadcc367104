/** The body is broken: the sender gets a 400. */
export class BrokenBodyError extends Error {
  override readonly name = 'BrokenBodyError';
  readonly code = 'broken_body';
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** Chats nest a dozen levels. Deeper JSON can be read but not written any more, so it must not get in. */
const MOST_LEVELS = 100;

export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new BrokenBodyError('the body is not UTF-8');
  }
}

export function readJsonObject(text: string): JsonObject {
  if (levelsOf(text) > MOST_LEVELS) throw new BrokenBodyError('the JSON is nested too deeply');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BrokenBodyError('the JSON cannot be read');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new BrokenBodyError('the JSON is not an object');
  }
  return value as JsonObject;
}

/** Counted before parsing, which takes seconds for a megabyte of brackets. */
function levelsOf(text: string): number {
  let levels = 0;
  let most = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') quoted = !quoted;
    else if (quoted && character === '\\') at++;
    else if (!quoted && (character === '[' || character === '{')) most = Math.max(most, ++levels);
    else if (!quoted && (character === ']' || character === '}')) levels--;
  }
  return most;
}
