/** A message of a chat, as one text: `channel` has no line breaks. */
export const messageKey = (channel: string, id: string): string => `${channel}\n${id}`;

export function readMessageKey(key: string): { channel: string; id: string } {
  const at = key.indexOf('\n');
  return { channel: key.slice(0, at), id: key.slice(at + 1) };
}
