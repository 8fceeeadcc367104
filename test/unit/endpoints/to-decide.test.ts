import { describe, expect, it } from 'vitest';
import { UnreadableError } from '../../../lib/base/read-versioned.ts';
import type { CaseVerdict, DecisionState } from '../../../lib/case/answer.ts';
import type { CaseRecord, CaseStatus } from '../../../lib/case/case-record.ts';
import { newEvent } from '../../../lib/endpoints/endpoint-event.ts';
import { readLinkToken } from '../../../lib/endpoints/link-token.ts';
import { createEndpoints } from '../../../lib/endpoints/open-endpoints.ts';
import { createEpisodeToDecide } from '../../../lib/endpoints/to-decide.ts';
import { createLinksOf } from '../../../lib/endpoints/verdict-links.ts';
import { caseRecord } from '../../support/case-records.ts';
import { NO_AWS } from '../../support/no-aws.ts';
import { CASE_ID, LINK_SEAL, stageConfig } from '../../support/system-stage.ts';
import { decisionOf, verdictOf } from '../features/systems/verdicts.ts';

const AT = Date.parse('2026-11-15T09:00:00Z');
const ada = { surface: 'slack', id: 'U0ADA', name: 'Ada' };

interface Known {
  readonly verdict?: CaseVerdict | null;
  readonly record?: CaseRecord | null;
  readonly error?: Error;
}

/** What the system `soar`, which gets links, is told of a case. */
async function told(
  type: 'case.created' | 'case.changed' | 'case.closed',
  { verdict = null, record = null, error }: Known = {},
  more: object = {},
  destination = 'soar',
) {
  const bodies: string[] = [];
  let reads = 0;
  const endpointOf = createEndpoints(stageConfig().destinations, {
    redact: (shown) => ({ shown }),
    bridge: 'test',
    transports: {
      ...NO_AWS,
      webhook:
        () =>
        async (_event, { body }) => {
          bodies.push(body);
          return { is: 'taken' };
        },
    },
    links: {
      of: createLinksOf('https://api.example/verdict-link', LINK_SEAL),
      episodeToDecide: createEpisodeToDecide({
        async answerOf() {
          reads++;
          if (error) throw error;
          return verdict;
        },
        recordOf: async () => record,
      }),
    },
  });
  const key = { domain: 'acme', feed: 'cases', id: CASE_ID, destination } as const;
  const item = { case_id: CASE_ID, created_at: '2026-11-15T08:59:00Z', ...more };
  const content = { kind: 'case', item, trimmed: [] } as const;
  await endpointOf(destination)?.(newEvent({ key, deliveryId: 'd', type, atMs: AT, content }), content);
  const links: { url: string }[] | undefined = JSON.parse(bodies[0] ?? '{}').data.verdict_links;
  const tokens = links?.map(({ url }) => new URL(url).searchParams.get('t') ?? '') ?? [];
  const episodes = new Set(tokens.map((token) => readLinkToken(token, LINK_SEAL)?.episode));
  return { links: links?.length, reads, episodes: [...episodes] };
}

const recordIn = (to: CaseStatus, atMs = AT): CaseRecord =>
  caseRecord({ caseId: CASE_ID, status: to, changes: [{ n: 1, from: 'discover', to, atMs }] });
const decided = (state: DecisionState) => verdictOf('d1', { decision: decisionOf('d1', state) });

describe('an event of a case', () => {
  it.each(['case.created', 'case.changed'] as const)(
    'holds links while there is something to decide: %s',
    async (type) => {
      expect(await told(type)).toMatchObject({ links: 5, reads: 1 });
      expect(
        (await told(type, { record: recordIn('investigating') }, { state: 'investigating' })).links,
      ).toBe(5);
      const undone = decided({ is: 'undone', by: ada, atMs: AT });
      expect((await told(type, { verdict: undone })).links).toBe(5);
      const declined = decided({ is: 'declined', by: ada, atMs: AT });
      expect((await told(type, { verdict: declined })).links).toBe(5);
    },
  );

  it.each([
    { is: 'awaiting-approval' },
    { is: 'undoable', sinceMs: AT, untilMs: AT },
    { is: 'posting', sinceMs: AT },
    { is: 'recorded', atMs: AT, resolved: true },
    { is: 'failed', because: 'unknown-outcome', message: 'no', mayBeRecorded: true, atMs: AT },
  ] as const)('holds none once somebody decided: $is', async (state) => {
    for (const type of ['case.created', 'case.changed'] as const)
      expect((await told(type, { verdict: decided(state) })).links).toBeUndefined();
  });

  it('holds links of the new episode when it was reopened after somebody decided', async () => {
    const record = { ...recordIn('discover'), episode: 1 };
    const verdict = decided({ is: 'recorded', atMs: AT, resolved: true });
    expect(await told('case.changed', { verdict, record })).toMatchObject({ links: 5, episodes: [1] });
    expect(await told('case.changed')).toMatchObject({ episodes: [0] });
  });

  it.each(['closed', 'enforced', 'vanished'] as const)(
    'holds none when it is %s in the platform',
    async (state) => {
      expect((await told('case.changed', { record: recordIn(state) })).links).toBeUndefined();
    },
  );

  it('holds none when it says itself that the case is closed, unless the case came back since', async () => {
    const closed = { closed_at: '2026-11-15T08:59:30Z' };
    expect((await told('case.changed', {}, closed)).links).toBeUndefined();
    expect((await told('case.changed', { record: recordIn('discover') }, closed)).links).toBe(5);
    expect(await told('case.closed')).toMatchObject({ links: undefined, reads: 0 });
  });

  it('holds none while only a newer version can say, and waits when nobody can', async () => {
    expect((await told('case.changed', { error: new UnreadableError('newer') })).links).toBeUndefined();
    await expect(told('case.changed', { error: new Error('the table is down') })).rejects.toThrow('down');
  });

  it('costs no look for an endpoint that gets no links', async () => {
    expect(await told('case.changed', {}, {}, 'siem')).toMatchObject({ links: undefined, reads: 0 });
  });
});
