import { describe, expect, it } from 'vitest';
import { createPostureClient } from '../../../lib/posture/client.ts';
import type { Verdict } from '../../../lib/posture/schemas/verdict-schema.ts';
import { verdictProblems } from '../../../lib/posture/verdict-problems.ts';
import { failure, KEY, withScript } from '../../support/client.ts';
import { fixture } from '../../support/fixture.ts';
import type { Answer } from '../../support/scripted-server.ts';

const request = fixture('verdict-request') as Verdict;
const result = fixture('verdict-result') as { case_id: string };
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

describe('a verdict is checked before it is sent', () => {
  it('and may be at the limits', () => {
    const event_ids = Array.from({ length: 200 }, (_, n) => id(n));
    expect(verdictProblems({ outcome: 'SAFE', comment: 'x'.repeat(2000), event_ids })).toEqual([]);
  });

  it('with every problem named', () => {
    const event_ids = [...Array.from({ length: 200 }, (_, n) => id(n)), 'no-uuid'];
    expect(
      verdictProblems({ outcome: 'MAYBE', comment: 'x'.repeat(2001), event_ids, note: 'hi' }).toSorted(),
    ).toEqual([
      'comment: is longer than 2000 characters',
      'event_ids: has more than 200 entries',
      'event_ids[200]: is not a uuid',
      'outcome: must be one of SAFE, TRUE_POSITIVE, FALSE_POSITIVE, DUPLICATE, ESCALATED',
      'unknown field "note"',
    ]);
    expect(verdictProblems(null)).toEqual(['expected object, got null']);
    expect(verdictProblems({})).toEqual([
      'outcome: must be one of SAFE, TRUE_POSITIVE, FALSE_POSITIVE, DUPLICATE, ESCALATED',
    ]);
  });

  it('and nothing leaves when there is one', () =>
    withScript(
      () => ({ json: result }),
      async (client, { requests }) => {
        const error = await failure(
          client.submitVerdict(result.case_id, { outcome: 'SAFE', comment: 'x'.repeat(2001) }),
        );
        expect(error).toMatchObject({
          code: 'invalid_request',
          problems: ['comment: is longer than 2000 characters'],
        });
        expect(await failure(client.submitVerdict('', { outcome: 'SAFE' }))).toMatchObject({
          code: 'invalid_request',
        });
        expect(requests).toHaveLength(0);
      },
    ));
});

it('is sent as JSON to the case', () =>
  withScript(
    () => ({ json: result }),
    async (client, { requests }) => {
      expect(await client.submitVerdict(result.case_id, request)).toEqual({ status: 'recorded', result });
      expect(requests[0]).toMatchObject({
        method: 'POST',
        path: `/api/v1/external/cases/${result.case_id}/verdict`,
        body: JSON.stringify(request),
      });
      expect(requests[0]?.headers['content-type']).toBe('application/json');
    },
  ));

describe('how a verdict ends', () => {
  it.each([
    ['401', { status: 401, json: { error: 'no' } }, 'refused', 'unauthorized'],
    ['404', { status: 404, json: { error: 'no' } }, 'refused', 'not_found'],
    ['423', { status: 423, json: fixture('not-ready') }, 'refused', 'not_ready'],
    ['429', { status: 429, json: {} }, 'refused', 'rate_limited'],
    ['400', { status: 400, json: {} }, 'refused', 'rejected'],
    ['success: false', { json: { ...result, success: false } }, 'refused', 'rejected'],
    ['303', { status: 303, headers: { location: '/' } }, 'unknown', 'rejected'],
    ['408', { status: 408, json: {} }, 'unknown', 'rejected'],
    ['500', { status: 500, json: {} }, 'unknown', 'rejected'],
    ['504', { status: 504, text: 'gateway timeout' }, 'unknown', 'rejected'],
    ['no answer', { drop: 'before' }, 'unknown', 'unreachable'],
    ['half an answer', { json: result, drop: 'half' }, 'unknown', 'unreachable'],
    ['a late answer', { json: result, delayMs: 3_000 }, 'unknown', 'unreachable'],
    ['no JSON', { text: 'fine!' }, 'unknown', 'malformed'],
    ['an answer for another case', { json: { ...result, case_id: id(1) } }, 'unknown', 'malformed'],
    ['an answer without a case', { json: { success: true } }, 'unknown', 'malformed'],
  ] as [string, Answer, string, string][])('%s: %s', (_, answer, status, code) =>
    withScript(
      () => answer,
      async (client, { requests }) => {
        const ended = await client.submitVerdict(result.case_id, request);
        expect(ended).toMatchObject({ status, error: { code } });
        expect(requests, 'a verdict is sent once').toHaveLength(1);
      },
      { timeoutMs: 300 },
    ),
  );

  it('is "refused" when there is certainly nobody there', async () => {
    const url = await withScript(
      () => ({}),
      async (_, server) => server.url,
    );
    const client = createPostureClient({ baseUrl: url, apiKey: KEY });
    const ended = await client.submitVerdict(result.case_id, request);
    expect(ended).toMatchObject({ status: 'refused', error: { code: 'unreachable', retryable: true } });
  });

  it('is "recorded" also when the answer says less than the contract promises', () =>
    withScript(
      () => ({ json: { case_id: result.case_id.toUpperCase() } }),
      async (client) => {
        expect(await client.submitVerdict(result.case_id, request)).toMatchObject({ status: 'recorded' });
      },
    ));
});
