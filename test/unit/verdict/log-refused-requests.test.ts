import { describe, expect, it } from 'vitest';
import { createRequestCounts } from '../../../lib/verdict/log-refused-requests.ts';

function create() {
  let nowMs = 1_000_000;
  const lines: Record<string, unknown>[] = [];
  const sums: Record<string, number> = {};
  let written = 0;
  let lookedAt = 0;
  const counts = createRequestCounts({
    surface: 'slack',
    clock: { now: () => nowMs, sleep: async () => {} },
    log: (event, fields) => lines.push({ event, ...fields }),
    metrics: (_, __, values) => {
      written++;
      for (const [name, value] of Object.entries(values)) sums[name] = (sums[name] ?? 0) + Number(value);
    },
  });
  const refuse = (reason = 'no', isOurs = false) =>
    counts.refused({
      status: 401,
      reason,
      disputed: () => {
        lookedAt++;
        return isOurs;
      },
    });
  return {
    counts,
    refuse,
    lines,
    sums,
    told: () => ({ lines: lines.length, metrics: written, lookedAt }),
    after: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe('what an address was asked', () => {
  it('is told at once while it is little', () => {
    const { refuse, counts, lines, sums } = create();
    refuse();
    refuse('old', true);
    counts.taken();
    expect(lines).toEqual([
      { event: 'request refused', surface: 'slack', status: 401, reason: 'no', count: 1 },
      { event: 'request refused', surface: 'slack', status: 401, reason: 'old', count: 1 },
    ]);
    expect(sums).toEqual({ RequestsTaken: 1, RequestsDisputed: 1, RequestsRefused: 2 });
  });

  it('is gathered in a flood: 500 a second for an hour are a line every ten seconds, and none is forgotten', () => {
    const { refuse, counts, sums, told, after } = create();
    for (let second = 0; second < 3_600; second++) {
      for (let one = 0; one < 500; one++) refuse();
      after(1_000);
    }
    counts.taken();
    expect(sums).toMatchObject({ RequestsTaken: 1, RequestsRefused: 3_600 * 500 });
    // The five at once, one every ten seconds, and the last with the click.
    expect(told().lines).toBeLessThanOrEqual(366);
    expect(told().lookedAt).toBeLessThanOrEqual(365);
  });

  it('says in every line how many were taken and how many are disputed, so that the alarm can compare them', () => {
    const { refuse, sums } = create();
    refuse();
    expect(sums).toEqual({ RequestsTaken: 0, RequestsDisputed: 0, RequestsRefused: 1 });
  });

  it('counts each of the few clicks of a small team with a wrong secret', () => {
    const { refuse, sums } = create();
    for (let click = 0; click < 3; click++) refuse('the signature is not of this body and secret', true);
    expect(sums.RequestsDisputed).toBe(3);
  });
});
