/** Of one message, and of all messages in one call together. */
export const SQS_MAX_BYTES = 1_048_576;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what SQS refuses
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

/** Why SQS would never take this text, or null. */
export function whyImpossible(text: string): string | null {
  const bytes = Buffer.byteLength(text);
  if (bytes === 0) return 'the message is empty';
  if (bytes > SQS_MAX_BYTES) return `the message takes ${bytes} bytes, SQS takes at most ${SQS_MAX_BYTES}`;
  return FORBIDDEN.test(text) ? 'the message holds characters that SQS does not take' : null;
}

/**
 * JSON that SQS takes: it refuses U+FFFE and U+FFFF, which JSON leaves as they are. Pairs of surrogates (emoji) are
 * escaped too, since stand-ins for SQS refuse them where AWS does not; lone ones JSON escapes by itself.
 */
export const toMessageText = (value: unknown): string => JSON.stringify(value).replace(UNSAFE, escaped);

const UNSAFE = /[\ud800-\udfff\ufffe\uffff]/g;
const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16)}`;

/** What `toMessageText` takes, counted without building it: that is slow for megabytes of emoji. */
export const bytesOf = (value: unknown): number => safeBytes(JSON.stringify(value));

function safeBytes(text: string): number {
  let bytes = Buffer.byteLength(text);
  if (text.search(UNSAFE) === -1) return bytes;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    // Six bytes instead of three, or instead of half of four.
    if (unit >= 0xfffe) bytes += 3;
    else if (unit >= 0xd800 && unit <= 0xdfff) bytes += 4;
  }
  return bytes;
}

/** The beginning of a text, with a sign that it goes on. Never half a code point; `clip`, for people, is finer and slower. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
