import type { State } from './model.ts';

const HOUR = 3_600_000;
const FIRST_MOMENT = 100 * HOUR;

/** A piece of text, or a number of which only the order among its like counts. */
type Piece = string | { readonly kind: 'moment' | 'case' | 'answer'; readonly value: number };

/**
 * The same for states between which no rule can tell: of versions and of moments within an hour only their order counts, and
 * of lists of names nothing does. What may still happen is left out.
 */
export function canonical(state: State): string {
  const { noted, listed, left: _, ...rest } = state;
  const pieces: Piece[] = [];
  write({ ...rest, noted: [...noted].sort(), listed: [...listed].sort() }, '', pieces);
  const seen = { moment: new Set<number>(), case: new Set<number>(), answer: new Set<number>() };
  for (const piece of pieces) if (typeof piece !== 'string') seen[piece.kind].add(piece.value);
  const names = {
    moment: nameMoments(inOrder(seen.moment)),
    case: ranksOf(inOrder(seen.case)),
    answer: ranksOf(inOrder(seen.answer)),
  };
  let text = '';
  for (const piece of pieces) text += typeof piece === 'string' ? piece : names[piece.kind].get(piece.value);
  return text;
}

const ranksOf = (sorted: readonly number[]): ReadonlyMap<number, number> =>
  new Map(sorted.map((value, rank) => [value, rank]));
const inOrder = (values: ReadonlySet<number>): number[] => [...values].sort((a, b) => a - b);

/** `hour.rank` within the hour. */
function nameMoments(sorted: readonly number[]): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  let hour = -1;
  let rank = 0;
  for (const moment of sorted) {
    const mine = Math.floor(moment / HOUR);
    rank = mine === hour ? rank + 1 : 0;
    hour = mine;
    names.set(moment, `${mine}.${rank}`);
  }
  return names;
}

/** States share most of what they hold, and nothing of it is ever changed. */
const written = new WeakMap<object, readonly Piece[]>();

function write(value: unknown, key: string, to: Piece[]): void {
  if (key === 'revision') to.push({ kind: 'moment', value: Number(value) });
  else if (key === 'lookedAt') to.push({ kind: 'case', value: value as number });
  else if (typeof value === 'number') to.push(value >= FIRST_MOMENT ? { kind: 'moment', value } : `${value}`);
  // Nobody goes by the changes before the last one.
  else if (key === 'changes') write((value as unknown[]).at(-1), '', to);
  else if (value === null || typeof value !== 'object') to.push(JSON.stringify(value) ?? '');
  else for (const piece of piecesOf(value)) to.push(piece);
}

function piecesOf(value: object): readonly Piece[] {
  const known = written.get(value);
  if (known) return known;
  const pieces: Piece[] = [];
  const isList = Array.isArray(value);
  for (const name of isList ? Object.keys(value) : Object.keys(value).sort()) {
    const inside = (value as Record<string, unknown>)[name];
    if (inside === undefined || name === 'n') continue;
    pieces.push(isList ? ',' : `;${name}:`);
    if (name === 'version')
      pieces.push({ kind: 'trail' in value ? 'answer' : 'case', value: inside as number });
    else write(inside, name, pieces);
  }
  const joined = [...joinTexts(pieces), isList ? ']' : '}'];
  written.set(value, joined);
  return joined;
}

function* joinTexts(pieces: readonly Piece[]): Iterable<Piece> {
  let text = '';
  for (const piece of pieces)
    if (typeof piece === 'string') text += piece;
    else {
      if (text !== '') yield text;
      text = '';
      yield piece;
    }
  if (text !== '') yield text;
}
