/** Reads CSV as RFC 4180 says and nothing else: every line ends with CR LF, and a quote stands only where it may. */
export function readCsv(csv: string): string[][] {
  const lines: string[][] = [];
  let at = 0;
  while (at < csv.length) {
    const cells: string[] = [];
    for (;;) {
      const [cell, next] = csv[at] === '"' ? quoted(csv, at) : bare(csv, at);
      cells.push(cell);
      at = next;
      if (csv[at] !== ',') break;
      at++;
    }
    if (csv.slice(at, at + 2) !== '\r\n') throw new Error(`no end of line at ${at}`);
    at += 2;
    lines.push(cells);
  }
  return lines;
}

function quoted(csv: string, start: number): [string, number] {
  let text = '';
  for (let at = start + 1; at < csv.length; at++) {
    if (csv[at] !== '"') text += csv[at];
    else if (csv[at + 1] === '"') text += csv[++at];
    else return [text, at + 1];
  }
  throw new Error(`the quote at ${start} never ends`);
}

function bare(csv: string, start: number): [string, number] {
  const [text = ''] = /^[^",\r\n]*/.exec(csv.slice(start)) ?? [];
  return [text, start + text.length];
}
