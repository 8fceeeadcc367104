import { describe, expect, it } from 'vitest';
import { gradeLive } from '../../pollproof/grade-live.ts';
import { playCommand } from '../../pollproof/play-command.ts';
import type { Scenario } from '../../pollproof/scenario.ts';
import { idsIn } from '../../pollproof/serve.ts';
import { DRIVEN } from '../../pollproof/stage.ts';

const SHORT: Scenario = {
  name: 'of a test',
  story: '',
  happenings: () => [
    { what: 'items', at: 1.5, count: 3 },
    { what: 'kill', at: 1.6, on: 'tell', nth: 2 },
  ],
};

describe('a poller in another language', () => {
  it('is graded over HTTP, and killed where the scenario says so', async () => {
    const command = 'python3 test/pollproof/examples/overlap.py';
    const grade = await playCommand(command, SHORT, 1, { ...DRIVEN, calmAfter: 2 });
    // It writes down what it told at the end of a poll, and the second one never came back.
    expect(grade).toMatchObject({ items: 3, lost: 0, doubled: 2, late: 0 });
  });
});

describe('a poller that runs by its own clock', () => {
  it('is graded in real time, from its first request on', async () => {
    const scenario: Scenario = { ...SHORT, happenings: () => [{ what: 'items', at: 3, count: 2 }] };
    const pace = { minuteMs: 60, day: 10, calmAfter: 8 };
    let timer: NodeJS.Timeout | undefined;
    const told = new Set<string>();
    const grade = await gradeLive(
      scenario,
      { seed: 1, pace },
      {
        opened(urlFor) {
          timer = setInterval(() => void pollOnce(urlFor(0), told).catch(() => undefined), pace.minuteMs);
        },
        killed: () => undefined,
      },
    );
    clearInterval(timer);
    expect(grade).toMatchObject({ items: 2, lost: 0, doubled: 0 });
    expect(grade.requests).toBeGreaterThan(2);
  });
});

async function pollOnce(url: string, told: Set<string>): Promise<void> {
  const answer = await fetch(`${url}/cases`);
  const { items } = (await answer.json()) as { items: { case_id: string }[] };
  const fresh = items.filter(({ case_id }) => !told.has(case_id));
  for (const { case_id } of fresh) told.add(case_id);
  if (fresh.length > 0) await fetch(`${url}/told`, { method: 'POST', body: JSON.stringify(fresh) });
}

it('takes an id, an item or several as told, and says what it takes', () => {
  expect(idsIn('{"id":"a"}')).toEqual(['a']);
  expect(idsIn('[{"case_id":"a"},{"event_id":"b"}]')).toEqual(['a', 'b']);
  expect(() => idsIn('{"name":"a"}')).toThrow('POST /told takes');
});
