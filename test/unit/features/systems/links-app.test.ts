import { describe, expect, it } from 'vitest';
import type { CaseRecord, CaseStatus } from '../../../../lib/case/case-record.ts';
import { decisionIdOfLink, writeLinkToken } from '../../../../lib/endpoints/link-token.ts';
import { createLinksOf } from '../../../../lib/endpoints/verdict-links.ts';
import { OUTCOMES } from '../../../../lib/posture/schemas/verdict-schema.ts';
import { caseRecord } from '../../../support/case-records.ts';
import {
  CASE_ID,
  createSystemStage,
  LINK_SEAL,
  type StageOptions,
  type SystemStage,
  stageConfig,
} from '../../../support/system-stage.ts';
import { decisionOf, entryOf, verdictOf } from './verdicts.ts';

const recordIn = (to: CaseStatus): CaseRecord =>
  caseRecord({
    caseId: CASE_ID,
    status: to,
    changes: [{ n: 1, from: 'discover', to, atMs: Date.parse('2026-11-15T08:00:00Z') }],
  });
const key = { domain: 'acme', feed: 'cases', id: CASE_ID, destination: 'soar' } as const;
const PATH = '/secret/verdict-link';

function newStage(options: StageOptions = {}): SystemStage {
  const stage = createSystemStage(options);
  stage.sendCase('acme', CASE_ID, 'soar');
  return stage;
}
const linksOf = (stage: SystemStage, episode = 0) =>
  createLinksOf('https://api.example/verdict-link', LINK_SEAL)(key, stage.clock.now(), episode);
const tokenIn = (stage: SystemStage, outcome = 'SAFE', episode = 0): string =>
  new URL(linksOf(stage, episode).find((one) => one.outcome === outcome)?.url ?? '').searchParams.get('t') ??
  '';
const look = (stage: SystemStage, token: string) =>
  stage.send({ method: 'GET', path: PATH, query: `t=${token}` });
const press = (stage: SystemStage, token: string, fields: Record<string, string> = {}) =>
  stage.send({ path: PATH, body: new URLSearchParams({ t: token, ...fields }).toString() });

describe('links to decide by', () => {
  it('are there for each outcome, for a week, and the same each time an event is written', () => {
    const stage = newStage();
    const links = linksOf(stage);
    expect(links.map(({ outcome }) => outcome)).toEqual([...OUTCOMES]);
    expect(new Set(links.map(({ expires_at }) => expires_at))).toEqual(new Set(['2026-11-22T09:00:00.000Z']));
    expect(linksOf(stage)).toEqual(links);
    for (const { url } of links) expect(url).toMatch(/^https:\/\/api\.example\/verdict-link\?t=[\w.-]+$/);
  });

  it('show a page that changes nothing, loads nothing and runs nothing', async () => {
    const stage = newStage();
    const { statusCode, body, headers } = await look(stage, tokenIn(stage, 'ESCALATED'));
    expect(statusCode).toBe(200);
    expect(body).toContain('Record "Escalate"');
    expect(body).toContain('Two people have to approve it');
    expect(body).not.toMatch(/<script|src=|href=/i);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(stage.queued).toEqual([]);
  });

  it('show what is hostile as text', async () => {
    const stage = newStage();
    const caseId = '"><img src=x onerror=alert(1)>\u202e';
    const target = { destination: 'soar', domain: 'acme', caseId, episode: 0, outcome: 'SAFE' } as const;
    const token = writeLinkToken({ ...target, expiresAtMs: stage.clock.now() + 1_000 }, LINK_SEAL) ?? '';
    const { body } = await look(stage, token);
    expect(body).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;');
    expect(body).not.toMatch(/<img|\u202e/);
  });

  it('decide when the button is pressed, in the name of the system, for whom somebody says', async () => {
    const stage = newStage();
    const { statusCode } = await press(stage, tokenIn(stage), { comment: ' Fine. ', by: 'Bo\n<b>' });
    expect(statusCode).toBe(202);
    expect(stage.decisions()).toMatchObject([
      {
        request: {
          ...{ outcome: 'SAFE', comment: 'Fine.', place: 'soar' },
          by: { surface: 'webhook', id: 'soar', name: 'soar (for “Bo <b>”)' },
        },
      },
    ]);
    await press(stage, tokenIn(stage, 'TRUE_POSITIVE'));
    expect(stage.decisions()[1]).toMatchObject({
      request: { by: { name: 'soar (for somebody who opened its link)' } },
    });
  });

  it('ask for a comment where one is needed', async () => {
    const stage = newStage();
    const token = tokenIn(stage, 'DUPLICATE');
    expect((await look(stage, token)).body).toContain(' required>');
    const { statusCode, body } = await press(stage, token, { comment: '  ' });
    expect([statusCode, body.includes('This needs a comment.')]).toEqual([422, true]);
    expect(stage.queued).toEqual([]);
  });

  it('say how the case stands once it is decided, and work when that was taken back by others', async () => {
    const stage = newStage();
    const ada = { surface: 'slack', id: 'U0ADA', name: 'Ada <i>' };
    const token = tokenIn(stage);
    stage.decided(verdictOf('theirs', { decision: decisionOf('theirs', undefined, { by: ada }) }));
    for (const page of [await look(stage, token), await press(stage, token)])
      expect(page.body).toContain('Ada &lt;i&gt;: safe, recorded');
    expect(stage.queued).toEqual([]);
    stage.decided(
      verdictOf('theirs', { decision: decisionOf('theirs', { is: 'undone', by: ada, atMs: 1 }) }),
    );
    expect((await press(stage, token)).statusCode).toBe(202);
  });

  it('say nothing of what the platform wrote where their system is not shown people', async () => {
    const failed = {
      is: 'failed',
      because: 'rejected',
      message: 'Dana Frost left',
      mayBeRecorded: false,
    } as const;
    for (const show of ['full', 'pseudonym', 'minimal'] as const) {
      const { destinations, ...rest } = stageConfig();
      const config = { ...rest, destinations: { ...destinations, soar: { ...destinations.soar, show } } };
      const stage = newStage({ config: config as never });
      const id = decisionIdOfLink(tokenIn(stage));
      stage.decided(verdictOf(id, { decision: decisionOf(id, { ...failed, atMs: 1 }) }));
      const { body } = await look(stage, tokenIn(stage));
      expect(body.includes('Dana Frost'), show).toBe(show === 'full');
      expect(body).toContain(
        show === 'full' ? '. Dana Frost left' : 'Not recorded: the platform rejected it.',
      );
    }
  });

  it.each([
    ['closed', 'Closed in the platform'],
    ['enforced', 'Action taken in the platform'],
    ['vanished', 'No longer in the platform since'],
  ] as const)('say so when the case is %s in the platform, and decide nothing', async (to, words) => {
    const stage = newStage();
    const token = tokenIn(stage);
    stage.followed(recordIn(to));
    for (const page of [await look(stage, token), await press(stage, token)])
      expect(page.body).toContain(`<p>${words} 2026-11-15T08:00:00.000Z.</p>`);
    expect(stage.queued).toEqual([]);
    stage.followed(recordIn('investigating'));
    expect((await press(stage, token)).statusCode).toBe(202);
  });

  it('are of an episode: one from before the case was reopened decides nothing, and a new one replaces what was decided', async () => {
    const stage = newStage();
    stage.decided(verdictOf('theirs', { decision: decisionOf('theirs') }));
    stage.followed({ ...recordIn('discover'), episode: 1 });
    const earlier = tokenIn(stage);
    for (const page of [await look(stage, earlier), await press(stage, earlier)])
      expect(page.body).toContain('The case was reopened after this link was made');
    expect(stage.queued).toEqual([]);
    const { statusCode } = await press(stage, tokenIn(stage, 'SAFE', 1));
    expect([statusCode, stage.decisions()]).toEqual([202, [expect.objectContaining({ episode: 1 })]]);
    const other = await look(stage, tokenIn(stage, 'SAFE', 2));
    expect(other.body).toContain('reopened after');
  });

  it('decide once: what was taken back is not decided by the same link again', async () => {
    const stage = newStage();
    const token = tokenIn(stage);
    await press(stage, token);
    const [used] = stage.decisions();
    const id = used?.kind === 'decide' ? used.request.id : '';
    const undone = { is: 'undone', by: { surface: 'slack', id: 'U1', name: 'Ada' }, atMs: 1 } as const;
    stage.decided(verdictOf(id, { decision: decisionOf(id, undone), trail: [entryOf(id, 'undone')] }));
    expect((await press(stage, token)).body).toContain('undone by Ada');
    expect(stage.decisions()).toHaveLength(1);
  });

  it('end after a week', async () => {
    const stage = newStage();
    const token = tokenIn(stage);
    stage.clock.advance(7 * 86_400_000);
    for (const page of [await look(stage, token), await press(stage, token)])
      expect(page.statusCode).toBe(410);
    expect(stage.reads).toEqual([]);
  });

  it('are nothing where nobody has written one', async () => {
    const stage = createSystemStage({ seal: null });
    expect((await look(stage, tokenIn(stage))).statusCode).toBe(404);
  });
});
