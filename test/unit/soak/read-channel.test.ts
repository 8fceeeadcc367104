import { expect, it } from 'vitest';
import { readChannel } from '../../soak/read-channel.ts';

const reply = (atMs: number, text: string) => ({ atMs, text });

it('reads a case in the thread of a digest once, whatever notes say of it', () => {
  const thread = [
    reply(1, 'Medium · Data exfiltration  case 4ed00644  ·  acme'),
    reply(2, 'Closed as true positive by Bo Larsen, case 4ed00644  ·  21:39'),
    reply(3, 'More evidence of case 4ed00644  ·  1 event'),
  ];
  const digest = { atMs: 0, text: '2 new cases: case 4ed00644, case ae5737ae', replies: thread };
  const { shownAtMs, named, twice } = readChannel([digest]);
  expect([...shownAtMs]).toEqual([['4ed00644', [1]]]);
  expect([[...named], twice]).toEqual([['4ed00644', 'ae5737ae'], []]);
});

it('finds a case, or a note, that stands there twice', () => {
  const note = reply(3, 'Closed as safe by Bo Larsen, case 4ed00644  ·  21:39');
  const shown = reply(1, 'case 4ed00644  ·  acme');
  const digest = { atMs: 0, text: 'case 4ed00644, case ae5737ae', replies: [shown, shown, note, note] };
  const { shownAtMs, twice } = readChannel([digest]);
  expect(shownAtMs.get('4ed00644')).toEqual([1, 1]);
  expect(twice).toEqual([{ text: note.text, under: '4ed00644' }]);
});
