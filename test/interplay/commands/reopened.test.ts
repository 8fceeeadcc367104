import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../lib/case/answer.ts';
import type { CaseRecord } from '../../../lib/case/case-record.ts';
import { createCommandLedger } from '../../../lib/features/commands/command-ledger.ts';
import { caseRecord } from '../../support/case-records.ts';
import { aDecision } from '../../unit/verdict/examples.ts';
import { ADA, askPlatform, NOW_MS } from './ask-platform.ts';
import { aCase, IDS, platform } from './platform.ts';

const decided: Answer = {
  ...{ domain: 'acme', caseId: IDS.case, version: 1, trail: [] },
  decision: aDecision({ state: { is: 'recorded', atMs: NOW_MS, resolved: true } }),
};
const claimed: Answer = {
  ...{ domain: 'acme', caseId: IDS.case, version: 1, trail: [], decision: null },
  claim: { id: 'k1', by: ADA, place: 'soc', atMs: NOW_MS, episode: 0 },
};

/** What commands read of a case with this answer, of which the record says this. */
function ledgerWith(answer: Answer, episode: number, more: Partial<CaseRecord> = {}) {
  const key = { domain: 'acme', feed: 'cases', id: IDS.case, destination: 'soc' };
  const content = { kind: 'case', item: aCase(), trimmed: [] };
  return createCommandLedger({
    deliveries: { places: async () => [{ value: { key, content } }] as never },
    answers: {
      load: async () => answer,
      readTrail: async function* () {
        yield [{ domain: 'acme', caseId: IDS.case, atMs: NOW_MS, what: 'recorded', by: ADA } as never];
      },
    },
    recordOf: async () => caseRecord({ caseId: IDS.case, episode, ...more }),
  });
}
const asked = async (text: string, answer: Answer, episode: number) =>
  askPlatform(text, platform('found'), { ledger: ledgerWith(answer, episode) });
const said = async (text: string, answer: Answer, episode: number) =>
  JSON.stringify(await asked(text, answer, episode));

describe('a case that somebody was on', () => {
  const mine = async (answer: Answer, more?: Partial<CaseRecord>) =>
    JSON.stringify(await askPlatform('mine', platform('found'), { ledger: ledgerWith(answer, 0, more) }));

  it('is theirs no more among mine once it ended, or for as long as a claim holds', async () => {
    const ago = (ms: number) => ({ ...claimed, claim: { ...claimed.claim, atMs: NOW_MS - ms } }) as Answer;
    expect(await mine(ago(3_599_000))).toContain('has had this since');
    expect(await mine(ago(3_600_000))).toContain('unclaimed');
    expect(await mine(claimed, { status: 'closed', endedAtMs: NOW_MS })).toContain('closed in the platform');
  });
});

describe('a case that was reopened', () => {
  it('is nobody’s among mine, whatever was decided or claimed before', async () => {
    expect(await said('mine', decided, 0)).not.toContain('unclaimed');
    expect(await said('mine', decided, 1)).toContain('reopened, unclaimed');
    expect(await said('mine', claimed, 0)).toContain('has had this since');
    expect(await said('mine', claimed, 1)).toContain('unclaimed');
  });

  it('says by itself that it was, and what was decided before', async () => {
    expect(await said(`case ${IDS.case}`, decided, 0)).not.toContain('Reopened');
    expect(await said(`case ${IDS.case}`, decided, 1)).toContain('Reopened. Before that');
    expect(await said(`case ${IDS.case}`, claimed, 1)).toContain('nobody has decided');
  });

  it('is offered to be decided again', async () => {
    const offered = async (episode: number) =>
      JSON.stringify((await asked('decide anna.berg@acme.example', decided, episode)).bulk ?? null);
    expect(await offered(0)).not.toContain(IDS.case);
    expect(await offered(1)).toContain(IDS.case);
  });
});
