/** Lists directly in the answer are never cut: they hold the items themselves. */
const SPARED_LEVELS = 2;
const MOST_ELEMENTS = 500;
const MOST_TEXT_BYTES = 4_096;

const [QUOTE, BACKSLASH, COMMA, UNICODE] = [0x22, 0x5c, 0x2c, 0x75];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const HEX_DIGITS = 4;

/** What was cut, in words for people. */
export const SHORTENED = `lists in it were cut at ${MOST_ELEMENTS} elements and texts at ${MOST_TEXT_BYTES} bytes`;

/**
 * Cuts long lists and texts out of JSON as it streams by, in memory that does not grow with what is cut. JSON stays JSON;
 * the reader notices anything else.
 */
export function createJsonShortener(): (chunk: Buffer) => Buffer {
  const text = createTextCut();
  /** How many elements came before the current one in each open list; null for an object. */
  const open: (number | null)[] = [];
  /** While the rest of a list is skipped: how many levels deeper the stream is. */
  let skippedLevels: number | null = null;

  function takeOutside(byte: number): boolean {
    if (byte === QUOTE) text.begin();
    const opens = byte === OPEN_LIST || byte === OPEN_OBJECT;
    const closes = byte === CLOSE_LIST || byte === CLOSE_OBJECT;
    if (skippedLevels !== null) {
      if (!closes || skippedLevels > 0) {
        skippedLevels += opens ? 1 : closes ? -1 : 0;
        return false;
      }
      skippedLevels = null;
    }
    if (opens) open.push(byte === OPEN_LIST ? 0 : null);
    else if (closes) open.pop();
    else if (byte === COMMA) return takeComma();
    return true;
  }

  function takeComma(): boolean {
    const before = open.at(-1) ?? null;
    if (before === null) return true;
    open[open.length - 1] = before + 1;
    if (open.length <= SPARED_LEVELS || before + 1 < MOST_ELEMENTS) return true;
    skippedLevels = 0;
    return false;
  }

  return (chunk) => {
    const out = Buffer.allocUnsafe(chunk.length);
    let length = 0;
    for (const byte of chunk) {
      const stays = text.isOpen() ? text.take(byte) && skippedLevels === null : takeOutside(byte);
      if (stays) out[length++] = byte;
    }
    // A copy, because a slice would keep the whole chunk in memory.
    return Buffer.from(out.subarray(0, length));
  };
}

/** A JSON string, byte by byte. It is cut only between characters. */
function createTextCut() {
  let isOpen = false;
  let bytes = 0;
  let isCut = false;
  /** After a backslash; or how many hex digits of the character are still to come. */
  let escaped: 'kind' | number = 0;

  return {
    isOpen: () => isOpen,
    begin() {
      isOpen = true;
      isCut = false;
      bytes = 0;
    },
    /** Whether this byte is kept. */
    take(byte: number): boolean {
      if (escaped === 0 && byte === QUOTE) {
        isOpen = false;
        return true;
      }
      const begins = escaped === 0 && (byte & 0xc0) !== 0x80;
      if (escaped === 'kind') escaped = byte === UNICODE ? HEX_DIGITS : 0;
      else if (escaped > 0) escaped--;
      else if (byte === BACKSLASH) escaped = 'kind';
      if (begins && bytes >= MOST_TEXT_BYTES) isCut = true;
      bytes++;
      return !isCut;
    },
  };
}
