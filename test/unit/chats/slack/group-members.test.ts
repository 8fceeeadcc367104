import { describe, expect, it } from 'vitest';
import type { SlackAnswer, SlackApi } from '../../../../lib/chats/slack/api.ts';
import { createGroupMembers } from '../../../../lib/chats/slack/group-members.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

const MINUTE_MS = 60_000;
const members = (...users: unknown[]): SlackAnswer => ({ is: 'ok', body: { ok: true, users } });
const DOWN: SlackAnswer = { is: 'unknown', reason: 'no answer' };

function setUp(first: SlackAnswer) {
  const clock = createManualClock();
  const asked: unknown[] = [];
  const slack = { answer: first };
  const api: SlackApi = {
    call: async (method, args = {}) => {
      asked.push([method, args.usergroup]);
      await Promise.resolve();
      return slack.answer;
    },
  };
  const isMember = createGroupMembers({ api, clock, ttlMs: 5 * MINUTE_MS, staleOkMs: 30 * MINUTE_MS });
  return { clock, asked, slack, isMember };
}

describe('the members of a group', () => {
  it('are asked for once, however many ask at the same time', async () => {
    const { isMember, asked } = setUp(members('U1'));
    const answers = await Promise.all([isMember('S1', 'U1'), isMember('S1', 'U2'), isMember('S1', 'U1')]);
    expect(answers).toEqual(['yes', 'no', 'yes']);
    expect(asked).toEqual([['usergroups.users.list', 'S1']]);
    await isMember('S2', 'U1');
    expect(asked).toHaveLength(2);
  });

  it('are remembered for five minutes and no longer', async () => {
    const { isMember, asked, clock, slack } = setUp(members('U1'));
    await isMember('S1', 'U1');
    slack.answer = members('U2');
    clock.advance(5 * MINUTE_MS - 1);
    expect(await isMember('S1', 'U1')).toBe('yes');
    clock.advance(1);
    expect(await isMember('S1', 'U1')).toBe('no');
    expect(asked).toHaveLength(2);
  });

  it('are those of before while Slack cannot say, for half an hour; then nobody is let in', async () => {
    const { isMember, clock, slack } = setUp(members('U1'));
    await isMember('S1', 'U1');
    slack.answer = DOWN;
    clock.advance(30 * MINUTE_MS - 1);
    expect([await isMember('S1', 'U1'), await isMember('S1', 'U2')]).toEqual(['yes', 'no']);
    clock.advance(1);
    expect([await isMember('S1', 'U1'), await isMember('S1', 'U2')]).toEqual(['unknown', 'unknown']);
    slack.answer = members('U1');
    clock.advance(MINUTE_MS);
    expect(await isMember('S1', 'U1')).toBe('yes');
  });

  it.each<[SlackAnswer]>([
    [DOWN],
    [{ is: 'failed', reason: 'x' }],
    [{ is: 'busy', retryAfterMs: 1_000 }],
    [{ is: 'refused', code: 'invalid_auth', permanent: true, reason: 'x' }],
    [members('U1', 7)],
    [{ is: 'ok', body: { ok: true } }],
  ])('are unknown when Slack never said, as with %j', async (answer) => {
    expect(await setUp(answer).isMember('S1', 'U1')).toBe('unknown');
  });

  it('cannot be asked for without the right, also when we knew some', async () => {
    const { isMember, clock, slack } = setUp(members('U1'));
    await isMember('S1', 'U1');
    slack.answer = { is: 'refused', code: 'missing_scope', permanent: true, reason: 'x' };
    clock.advance(5 * MINUTE_MS);
    expect(await isMember('S1', 'U1')).toBe('no-right');
  });

  it('are nobody when the group was taken away, also when we knew some', async () => {
    const { isMember, clock, slack } = setUp(members('U1'));
    await isMember('S1', 'U1');
    slack.answer = { is: 'refused', code: 'no_such_subteam', permanent: true, reason: 'x' };
    clock.advance(5 * MINUTE_MS);
    expect(await isMember('S1', 'U1')).toBe('no');
  });

  it('are not asked for again at once after a failure', async () => {
    const { isMember, asked, clock, slack } = setUp({ is: 'busy', retryAfterMs: 20_000 });
    await isMember('S1', 'U1');
    slack.answer = members('U1');
    clock.advance(19_999);
    expect(await isMember('S1', 'U1')).toBe('unknown');
    clock.advance(1);
    expect(await isMember('S1', 'U1')).toBe('yes');
    expect(asked).toHaveLength(2);
  });
});

describe('in an organization', () => {
  const NO_GROUP: SlackAnswer = { is: 'refused', code: 'no_such_subteam', permanent: true, reason: 'x' };
  const askIn = (teamIds: readonly string[] | undefined, answers: Record<string, SlackAnswer>) => {
    const asked: unknown[] = [];
    const api: SlackApi = {
      async call(_, { team_id: teamId } = {}) {
        asked.push(teamId);
        return answers[String(teamId)] ?? NO_GROUP;
      },
    };
    return { asked, isMember: createGroupMembers({ api, clock: createManualClock(), teamIds }) };
  };

  it('a group is looked for in the configured workspaces, until one has it', async () => {
    const { asked, isMember } = askIn(['E1', 'T1', 'T2', 'T3'], { T2: members('U1') });
    expect(await isMember('S1', 'U1')).toBe('yes');
    expect(asked).toEqual(['T1', 'T2']);
  });

  it('a group that none of them has is one with nobody in it', async () => {
    const { isMember } = askIn(['T1', 'T2'], {});
    expect(await isMember('S1', 'U1')).toBe('no');
  });

  it('a workspace that does not answer is not passed over', async () => {
    const { asked, isMember } = askIn(['T1', 'T2'], { T1: DOWN, T2: members('U1') });
    expect(await isMember('S1', 'U1')).toBe('unknown');
    expect(asked).toEqual(['T1']);
  });

  it('no workspace is named where none is configured', async () => {
    const { asked, isMember } = askIn(undefined, { undefined: members('U1') });
    expect(await isMember('S1', 'U1')).toBe('yes');
    expect(asked).toEqual([undefined]);
  });
});
