export interface BoldPart {
  readonly text: string;
  readonly bold: boolean;
}

/** `**High** · 3 events` in parts. Stars without a partner are stars. */
export function boldParts(text: string): readonly BoldPart[] {
  const pieces = text.split(/\*\*(?=\S)([^*]+)(?<=\S)\*\*/);
  return pieces.map((piece, at) => ({ text: piece, bold: at % 2 === 1 })).filter((part) => part.text !== '');
}
