import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAtRest, expectNothingAmiss } from '../support/bridge/at-rest.ts';
import { type BridgeWorld, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { windowsOlder } from '../support/bridge/ledger-view.ts';
import {
  type ChatView,
  inTeams,
  messageOf,
  messagesOf,
  openCase,
  postCase,
  type Shown,
  SLACK,
  says,
  TEAMS,
} from '../support/bridge/posted-case.ts';
import { found } from '../support/wait-for.ts';

const MINUTE = 60_000;
const LANE = 'noise';
const sabotage = (severity: string) => ({ threat_type: 'sabotage', events: [{ severity }] });

describe('of what is alike', () => {
  let world: BridgeWorld;
  beforeAll(async () => {
    world = await startBridgeWorld({ both: [LANE] }, { dedupe: { by: ['user', 'threatType'], for: '1h' } });
  });
  afterAll(() => closeAtRest(world));

  /** What a chat is told when the window is over. */
  const notice = <Message extends Shown>(chat: ChatView<Message>, first: string) =>
    found(
      () =>
        chat
          .messages(world, chat.channelOf(LANE))
          .map(says)
          .find((text) => text.includes(`more cases like case ${first}`)),
      `the notice about what is like ${first}`,
    );

  it('both chats are posted the first and what is worse, and are told of the others when the time is over', async () => {
    const first = await postCase(world, LANE, sabotage('medium'));
    await messageOf(world, inTeams(first));
    const second = await openCase(world, LANE, sabotage('low'));
    const third = await openCase(world, LANE, sabotage('medium'));
    const other = await postCase(world, LANE, {
      threat_type: 'insider_threat',
      events: [{ severity: 'low' }],
    });
    await messageOf(world, inTeams(other));
    await windowsOlder(world, 2, 64 * MINUTE);

    for (const [chat, said] of [
      ['Slack', await notice(SLACK, first.id)],
      ['Teams', await notice(TEAMS, first.id)],
    ] as const) {
      expect(said, chat).toContain(`2 more cases like case ${first.id}`);
      expect(said, chat).toContain(`${second.id} (low)`);
      expect(said, chat).toContain(`${third.id} (medium)`);
      expect(said, chat).not.toContain(other.id);
      expect(said, chat).toContain('/posture case');
    }
    for (const deduped of [second, third]) {
      expect(messagesOf(world, deduped)).toEqual([]);
      expect(messagesOf(world, inTeams(deduped))).toEqual([]);
    }
    // The window is over, so the next one is a first.
    const next = await postCase(world, LANE, sabotage('low'));
    await messageOf(world, inTeams(next));
    const worse = await postCase(world, LANE, sabotage('critical'));
    await messageOf(world, inTeams(worse));
  });

  it('leaves nothing amiss', () => expectNothingAmiss(world));
});
