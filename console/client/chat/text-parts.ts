export interface BoldPart {
  readonly text: string;
  readonly bold: boolean;
}

/** `**High** · 3 events` in parts. Unpaired stars stay stars. */
export function boldParts(text: string): readonly BoldPart[] {
  const pieces = text.split(/\*\*(?=\S)([^*]+)(?<=\S)\*\*/);
  return pieces.map((piece, at) => ({ text: piece, bold: at % 2 === 1 })).filter((part) => part.text !== '');
}

export interface MentionPart {
  readonly text: string;
  readonly mention: boolean;
}

/** `<at>Ada Winter</at>` as a mention, if the card says who that is. Anything else is text, as in Teams. */
export function mentionParts(text: string, entities: unknown): readonly MentionPart[] {
  const known = (Array.isArray(entities) ? entities : []).filter(({ type }) => type === 'mention');
  return text
    .split(/(<at>[^<>]*<\/at>)/)
    .filter((part) => part !== '')
    .map((part) => {
      const entity = known.find((one) => one.text === part);
      return { text: String(entity?.mentioned?.name ?? part), mention: entity !== undefined };
    });
}

/** How each is drawn: a coloured dot, or lines. Only the few that the bridge uses. */
export type Drawing = { readonly dot: string } | { readonly lines: string; readonly mood: string };

export const EMOJI: Readonly<Record<string, Drawing>> = {
  '🔴': { dot: 'red' },
  '🟠': { dot: 'orange' },
  '🟡': { dot: 'yellow' },
  '🔵': { dot: 'blue' },
  '⚪': { dot: 'white' },
  '⏳': { mood: 'soft', lines: 'M5 3h10M5 17h10M6 3c0 5 4 5 4 7s-4 2-4 7M14 3c0 5-4 5-4 7s4 2 4 7' },
  '⚠️': { mood: 'warn', lines: 'M10 3L18 16.5H2zM10 8v4M10 14.3v.2' },
  '✅': { mood: 'good', lines: 'M3 3h14v14H3zM6.5 10l2.6 2.8L13.8 7' },
  '🔒': { mood: 'soft', lines: 'M4 9h12v8H4zM6.5 9V6.5a3.5 3.5 0 0 1 7 0V9' },
  '🔍': { mood: 'soft', lines: 'M8.5 3a5.5 5.5 0 1 0 0 11a5.5 5.5 0 0 0 0-11zM12.5 12.5L17.5 17.5' },
  '🌪️': { mood: 'warn', lines: 'M3 4h14M5 7.5h11M7 11h7M8.5 14.5h3.5M9 17.5h1' },
  '📡': {
    mood: 'soft',
    lines: 'M4 8a7 7 0 0 0 8 8zM8 12l5-5M13 3.5a4 4 0 0 1 3.5 3.5M6 13l-2.5 4.5h6L8.5 15.6',
  },
  '🚩': { mood: 'bad', lines: 'M5 18V3M5 3.5h10.5L12.5 7l3 3.5H5' },
};

// Longer ones first: some end in a variation selector, which may be missing.
const ANY = new RegExp(
  `(${Object.keys(EMOJI)
    .map((one) => one.replace('\uFE0F', '\uFE0F?'))
    .sort((a, b) => b.length - a.length)
    .join('|')})`,
  'u',
);

export interface TextPart {
  readonly text: string;
  readonly drawing: Drawing | null;
}

export const splitEmoji = (text: string): readonly TextPart[] =>
  text
    .split(ANY)
    .filter((part) => part !== '')
    .map((part) => ({ text: part, drawing: EMOJI[part] ?? EMOJI[`${part}\uFE0F`] ?? null }));
