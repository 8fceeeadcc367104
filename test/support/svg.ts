export const FONT = 'font-family="system-ui, sans-serif" font-size="12"';

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A picture of these elements on white, with a sentence for those who do not see it. */
export const drawing = (width: number, height: number, label: string, elements: readonly string[]): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(label)}">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...elements,
    '</svg>',
    '',
  ].join('\n');
