export interface JsonMistake {
  /** How many characters are valid. */
  readonly at: number;
  readonly line: number;
  readonly expected: string;
}

const SPACE = /[ \t\r\n]*/y;
const TEXT = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const WORD = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

/**
 * Where a text stops being JSON; null if it is JSON. The message of `JSON.parse` has no line on Node 20, and quotes the
 * text, which may hold a misplaced secret.
 */
export function findJsonMistake(text: string): JsonMistake | null {
  let at = 0;
  let expected: string | null = null;

  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    at += found?.[0].length ?? 0;
    return found !== null;
  };
  const takeSign = (sign: string): boolean => {
    take(SPACE);
    const isNext = text[at] === sign;
    if (isNext) at += 1;
    return isNext;
  };
  const fail = (what: string): false => {
    expected = what;
    return false;
  };
  const takeValue = (): boolean => {
    if (takeSign('{')) return takeList('}', takeMember);
    if (takeSign('[')) return takeList(']', takeValue);
    return take(TEXT) || take(WORD) || fail(text[at] === '"' ? END_OF_TEXT : 'a value');
  };
  const takeMember = (): boolean => {
    take(SPACE);
    if (!take(TEXT)) return fail(text[at] === '"' ? END_OF_TEXT : 'a name in double quotes');
    return takeSign(':') ? takeValue() : fail('a colon');
  };
  const takeList = (close: string, takeOne: () => boolean): boolean => {
    if (takeSign(close)) return true;
    do {
      if (!takeOne()) return false;
    } while (takeSign(','));
    return takeSign(close) || fail(`a comma or ${close}`);
  };

  if (takeValue()) {
    take(SPACE);
    if (at === text.length) return null;
    fail('the end of the file');
  }
  return { at, line: text.slice(0, at).split('\n').length, expected: expected ?? 'a value' };
}

const END_OF_TEXT = 'a double quote at the end of this text';
