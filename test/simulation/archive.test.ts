// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is code that mistakes are planted in
import { describe, expect, it } from 'vitest';
import { IS_FULL, shareOf } from '../support/extent.ts';
import { plantIn } from './plant-bug.ts';
import type { PlantedBug } from './planted-bugs.ts';
import { playArchive } from './play-archive.ts';

const HISTORIES = 200;
const PLAYED = shareOf(HISTORIES, 25);

/** Each is a mistake that a careful person could make. */
const BUGS: readonly PlantedBug[] = [
  {
    name: 'a day is noted before it is put',
    file: 'lib/verdict/archive-trail.ts',
    right: 'await put(archivedName(day.head), writeArchivedDay(day));\n    await notes.add(domain, note);',
    wrong: 'await notes.add(domain, note);\n    await put(archivedName(day.head), writeArchivedDay(day));',
  },
  {
    name: 'a day that was archived once is never looked at again',
    file: 'lib/verdict/archive-trail.ts',
    right: 'noted.some((seal) => isSame(seal, head))',
    wrong: 'noted.some((seal) => seal.day === head.day)',
  },
  {
    name: 'a day is read without asking whether it grew meanwhile',
    file: 'lib/verdict/archive-trail.ts',
    right: 'if (end && now && isSame(end, now))',
    wrong: 'if (end && now)',
  },
  {
    name: 'the walk ends at the first day that is archived',
    file: 'lib/verdict/archive-trail.ts',
    right: '    heads.push(head);\n    day = dayBefore(head.day);',
    wrong: '    heads.push(head);\n    if (heads.length > 2) return heads;\n    day = dayBefore(head.day);',
  },
  {
    name: 'all objects of a day have one name',
    file: 'lib/verdict/archived-day.ts',
    right: "padStart(8, '0')}-${hash}.jsonl",
    wrong: "padStart(8, '0').slice(8)}.jsonl",
  },
];

describe('the archive', () => {
  it(`has everything in the end, in ${PLAYED} histories with crashes and late decisions`, async () => {
    for (let seed = 1; seed <= PLAYED; seed++) expect(await playArchive(seed), `seed ${seed}`).toEqual([]);
  });

  it.runIf(IS_FULL).each(BUGS)('shows it when $name', async (bug) => {
    const planted = await plantIn<{ playArchive: typeof playArchive }>(
      'test/simulation/play-archive.ts',
      bug,
    );
    for (let seed = 1; seed <= HISTORIES; seed++) {
      const wrong = await planted.playArchive(seed);
      if (wrong.length > 0) return console.log(`${bug.name}: seed ${seed}: ${wrong[0]}`);
    }
    expect.fail('no history shows it');
  });
});
