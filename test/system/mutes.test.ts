import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, askInTeams } from '../support/bridge/asker.ts';
import { closeAtRest, expectNothingAmiss } from '../support/bridge/at-rest.ts';
import { type BridgeWorld, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { ADA, ANNA, BEN, EVE } from '../support/bridge/people.ts';
import { personOf } from '../support/bridge/places.ts';
import {
  inTeams,
  messageOf,
  messagesOf,
  openCase,
  postCase,
  type Shown,
  says,
} from '../support/bridge/posted-case.ts';
import { waitFor } from '../support/wait-for.ts';

const idIn = (answer: Shown): string => /unmute ([0-9a-f]{8})/.exec(says(answer))?.[1] ?? '';

describe('what is muted', () => {
  let world: BridgeWorld;
  beforeAll(async () => {
    world = await startBridgeWorld({ both: ['calm', 'loud', 'other'] });
  });
  afterAll(() => closeAtRest(world));

  it('is hidden in both chats and listed, but not what is critical, until somebody ends it', async () => {
    const person = personOf('calm');
    const preview = await ask(world, 'loud', ANNA, `mute person ${person} 2h`, 'Nothing is muted yet');
    expect(says(preview)).toContain('would have hidden 0 cases');
    const begun = await ask(world, 'loud', ANNA, `mute person ${person} 2h because a drill`, 'Not muted yet');
    const id = idIn(begun);
    // The bridge does not know Anna's address: it may be her own.
    await ask(world, 'loud', ANNA, `mutes ${id} approve`, 'A second person has to approve');
    await ask(world, 'loud', BEN, `mutes ${id} approve`, 'Muted: ');
    const hidden = await openCase(world, 'calm', { events: [{ severity: 'high' }] });
    // It is handed over with what comes after it.
    const loud = await postCase(world, 'loud');
    await messageOf(world, inTeams(loud));
    const critical = await postCase(world, 'calm', { events: [{ severity: 'critical' }] });
    await messageOf(world, inTeams(critical));
    await waitFor(async () => {
      const answer = await askInTeams(world, ADA, `mutes ${id}`, 'What is muted');
      if (!says(answer).includes(hidden.id)) throw new Error(says(answer));
    });
    expect(messagesOf(world, hidden)).toEqual([]);
    expect(messagesOf(world, inTeams(hidden))).toEqual([]);
    // It becomes critical while it is muted: now both chats have it.
    await world.api.control('POST', `/cases/${hidden.id}/events`, { severity: 'critical' });
    await messageOf(world, hidden);
    await messageOf(world, inTeams(hidden));
    await askInTeams(world, ADA, `unmute ${id}`, 'It hid 1 item. To see it');
    await ask(world, 'loud', BEN, 'mutes', 'Nothing is muted.');
    // By then each process of the poller has read that it is over.
    await new Promise((resolve) => setTimeout(resolve, 21_000));
    const after = await postCase(world, 'calm', { events: [{ severity: 'high' }] });
    await messageOf(world, inTeams(after));
  });

  it('is changed by nobody who may not decide', async () => {
    await ask(world, 'other', EVE, 'mute type sabotage 2h because I say so', 'Only people who can decide');
    await ask(world, 'other', ANNA, 'mutes', 'Nothing is muted.');
  });

  it('leaves nothing amiss', () => expectNothingAmiss(world));
});
