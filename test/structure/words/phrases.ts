/** What a reader with English as a first language would take for a translation, and what to say instead. */
export const REFUSED: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bit lists\b/i, 'say what is listed'],
  [/\bknows? (?:nothing |little )?of\b|\bknown of\b/i, 'knows about, does not have'],
  [/\bwhat bec(?:ame|omes) of\b/i, 'how it went, the outcome'],
  [/\bany more\b/i, 'no longer'],
  [/\bwho(?:m)?ever\b/i, 'anybody who, the analyst'],
  [/\banew\b/i, 'again'],
  [/\ball the same\b/i, 'still, anyway'],
  [/\bnot among those\b/i, 'cannot'],
  [/\bis on it since\b/i, 'has had this since'],
  [
    /(?<![\d.,])1 (?:cases|threats|events|items|days|hours|minutes|seconds|messages|domains|channels|others|problems)\b/,
    'one has no plural',
  ],
  [
    /(?<![\d.,])(?:[02-9]|[1-9]\d+) (?:case|threat|event|item|day|hour|minute|second|message|domain|problem)(?![\w-])/,
    'many have a plural',
  ],
];

/** Each phrase of a text that is refused, with what to say instead. */
export const refusedIn = (text: string): readonly string[] =>
  REFUSED.flatMap(([phrase, instead]) => {
    const found = phrase.exec(text);
    return found ? [`"${found[0]}": ${instead}`] : [];
  });
