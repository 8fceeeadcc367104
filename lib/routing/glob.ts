/** Counts steps, so that a test can bound the work without a clock. */
export interface Meter {
  steps: number;
}

export const isGlob = (pattern: string): boolean => /[*?]/.test(pattern);

/**
 * Whether the text matches a pattern of `*` (any characters) and `?` (one character). On a mismatch only the last `*`
 * takes one more character, never an earlier one: the part between two stars is best matched as far left as possible. So
 * the work is at most the product of both lengths, whatever the pattern.
 */
export function matchGlob(pattern: string, text: string, meter: Meter = { steps: 0 }): boolean {
  let at = 0;
  let inPattern = 0;
  let star = -1;
  let resumeAt = 0;
  while (at < text.length) {
    meter.steps += 1;
    const wanted = pattern[inPattern];
    if (wanted === '*') {
      star = inPattern;
      inPattern += 1;
      resumeAt = at;
    } else if (wanted === '?') {
      at += characterLength(text, at);
      inPattern += 1;
    } else if (wanted === text[at]) {
      at += 1;
      inPattern += 1;
    } else if (star !== -1) {
      resumeAt += 1;
      at = resumeAt;
      inPattern = star + 1;
    } else {
      return false;
    }
  }
  while (pattern[inPattern] === '*') inPattern += 1;
  return inPattern === pattern.length;
}

/** An emoji is one character to the author of a pattern, and two to JavaScript. */
const characterLength = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
