import { describe, expect, it } from 'vitest';
import { slack } from '../../../lib/chats/slack/definition.ts';
import { teams } from '../../../lib/chats/teams/definition.ts';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import type { Outage } from '../../../lib/outbox/outage.ts';
import { createOutageNotice } from '../../../lib/outbox/outage-notice.ts';
import { createDeliveryWorld } from './delivery-world.ts';

const config = defineBridge({
  domains: { acme: { baseUrl: 'https://api.example/v1', apiKey: '/key' } },
  slack: { signingSecret: '/secret', botToken: '/token' },
  destinations: {
    soc: { type: 'slack', channel: 'C0SOC00001' },
    ops: { type: 'slack', channel: 'C0OPS00001' },
  },
  routes: [{ name: 'all', to: ['soc'] }],
  verdicts: { allow: { slackUsers: ['U0ANN00001'] } },
  ops: { to: 'ops' },
});

const CLOSED: Outage = {
  kind: 'credentials',
  reason: 'chat.postMessage: token_revoked',
  sinceMs: Date.parse('2026-11-16T00:08:00Z'),
  probes: 3,
  nextProbeMs: 0,
  told: true,
};

function setUp() {
  const { ledger, clock, outbox } = createDeliveryWorld();
  clock.advance(Date.parse('2026-11-16T00:11:00Z') - clock.now());
  const tell = createOutageNotice({
    ...{ config, queueUrls: { slack: 'queue' }, outbox, ledger, clock },
    explain: slack.explainRefusal,
  });
  const list = async () => {
    const rows = await Promise.all(
      (await ledger.todo('ops', { limit: 9 })).map(({ key }) => ledger.read(key)),
    );
    return rows.flatMap((row) => row ?? []);
  };
  /** What is still to be shown to the operators. */
  const notices = async () =>
    (await list()).flatMap(({ value: { content } }) => (content.kind === 'notice' ? [content.notice] : []));
  /** As the notifier does. */
  async function show() {
    for (const { value, version } of await list()) {
      const main = { ref: { ts: '1' }, hash: 'h' };
      await ledger.save({ ...value, main }, version, null, clock.now());
    }
  }
  return { tell, notices, show, ledger };
}

describe('what operators are told of a closed destination', () => {
  it('is what it means and what to do, with the code at the end and where to read on', async () => {
    const { tell, notices } = setUp();
    await tell('soc', CLOSED, 'down');
    expect(await notices()).toMatchObject([
      {
        code: 'destination_closed',
        title: 'soc: refusing new messages since 2026-11-16 00:08 UTC',
        text: expect.stringMatching(
          /^The bot token is no longer valid\. .*docs\/runbook\.md, "Destination is closed" \(chat\.postMessage: token_revoked\)\.$/,
        ),
      },
    ]);
  });

  it('is one notice in the past tense, where it is over before they could read the first', async () => {
    const { tell, notices, show } = setUp();
    await tell('soc', CLOSED, 'down');
    // Twice: the function may crash before it writes down that the destination is open.
    for (let n = 0; n < 2; n++) {
      await tell('soc', CLOSED, 'up');
      expect(await notices()).toMatchObject([
        {
          code: 'destination_was_closed',
          title: expect.stringMatching(/^soc: works again/),
          text: expect.stringContaining('were refused from 2026-11-16 00:08 UTC to 2026-11-16 00:11 UTC'),
        },
      ]);
    }
    await show();
    await tell('soc', CLOSED, 'up');
    expect(await notices()).toEqual([]);
  });

  it('is a second notice where they have read the first', async () => {
    const { tell, notices, show } = setUp();
    await tell('soc', CLOSED, 'down');
    await show();
    await tell('soc', CLOSED, 'up');
    expect(await notices()).toMatchObject([{ code: 'destination_open', title: 'soc: works again' }]);
  });

  it('becomes the first one where another function posts that just now', async () => {
    const { tell, notices, ledger } = setUp();
    await tell('soc', CLOSED, 'down');
    const [todo] = await ledger.todo('ops', { limit: 1 });
    const saved = todo && (await ledger.read(todo.key));
    if (!saved) throw new Error('there is no notice');
    const begun = { note: 'main', hash: 'h', sinceMs: 1 };
    await ledger.save({ ...saved.value, begun }, saved.version, todo.at, 1);
    const load = ledger.load;
    ledger.load = async () => saved;
    await tell('soc', CLOSED, 'up');
    ledger.load = load;
    expect((await notices()).map(({ code }) => code)).toEqual(['destination_was_closed']);
    expect((await ledger.read(todo.key))?.value.begun).toEqual(begun);
  });

  it('is nothing where it is their own', async () => {
    const { tell, notices } = setUp();
    expect(await tell('ops', CLOSED, 'down')).toBe(true);
    expect(await notices()).toEqual([]);
  });
});

it.each([
  [slack, 'chat.postMessage: not_in_channel', 'Invite it there'],
  [slack, 'chat.postMessage: is_archived', 'was archived'],
  [teams, 'post: BotNotInConversationRoster (403)', 'Add the app to the team'],
  [teams, 'the login refused the bot: invalid_client (AADSTS7000222)', 'has expired'],
  [teams, 'the login refused the bot: invalid_client (AADSTS7000215)', 'is wrong, or was deleted'],
  [teams, 'post: Forbidden (403)', 'archived, or posting there is restricted'],
  [teams, 'the Workflow was answered with 404', 'turned off or removed'],
])('%#: a refusal is explained in words', (chat, reason, words) => {
  expect(chat.explainRefusal?.(reason)).toContain(words);
  expect(chat.explainRefusal?.('something else')).toBeUndefined();
});
