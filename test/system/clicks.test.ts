import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decide, openForm, press, privateWord, submit } from '../support/bridge/analyst.ts';
import { closeAtRest, expectNothingAmiss } from '../support/bridge/at-rest.ts';
import { type BridgeWorld, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { ADA, ANNA, BEN, BO, EVE } from '../support/bridge/people.ts';
import { recorded } from '../support/bridge/platform-view.ts';
import {
  buttonsOf,
  inTeams,
  messageOf,
  messageSaying,
  postCase,
  postInTeams,
  says,
  seenBy,
} from '../support/bridge/posted-case.ts';
import { answerTo, decideInTeams } from '../support/bridge/teams-analyst.ts';
import { waitFor } from '../support/wait-for.ts';

const LANES = ['slack', 'form', 'teams', 'second', 'denied'];
const RECEIVED = 'Got it. The case updates in a moment';

describe('a click while the verdict function is down', () => {
  let world: BridgeWorld;
  beforeAll(async () => {
    world = await startBridgeWorld({ both: LANES });
  });
  afterAll(() => closeAtRest(world));

  /** Everything that the verdict function is handed meanwhile rests with it, as in a process that hangs. */
  async function whileDown(during: () => Promise<void>): Promise<void> {
    const verdict = world.cloud.functions.find(({ settings }) => settings.logicalId.includes('Verdict'));
    if (!verdict) throw new Error('there is no verdict function');
    const frozen = new Set<number>();
    let isDown = true;
    const freeze = () => {
      for (const { pid } of isDown ? verdict.busy : []) {
        process.kill(pid, 'SIGSTOP');
        frozen.add(pid);
      }
    };
    verdict.onInvoke(freeze);
    try {
      await during();
      // On a busy machine the click is answered before the function has started.
      await waitFor(async () => expect(frozen.size).toBeGreaterThan(0));
    } finally {
      isDown = false;
      for (const pid of frozen) process.kill(pid, 'SIGCONT');
    }
  }

  it('is told to be received in Slack, its buttons stay, and then it counts', async () => {
    const posted = await postCase(world, 'slack');
    await whileDown(async () => {
      await decide(world, posted, 'TRUE_POSITIVE', ANNA);
      await privateWord(world, posted, ANNA, RECEIVED);
      expect(buttonsOf(await messageOf(world, posted))).toContain('verdict:TRUE_POSITIVE');
      expect(world.slack.ephemeral(BEN)).toEqual([]);
    });
    await messageSaying(world, posted, 'Anna Berg: true positive, recorded');
    expect(await recorded(world, posted)).toHaveLength(1);
  });

  it('is told to be received after a form too', async () => {
    const posted = await postCase(world, 'form');
    await whileDown(async () => {
      await openForm(world, BEN, () => press(world, posted, 'verdict:more', BEN, { option: 'FORM' }));
      await submit(world, BEN, { outcome: 'SAFE', comment: 'a drill' });
      await privateWord(world, posted, BEN, RECEIVED);
    });
    await messageSaying(world, posted, 'Ben Okoro: safe, recorded');
  });

  it('is told to one who may not decide at once, and not to be received', async () => {
    const posted = await postCase(world, 'denied');
    await whileDown(async () => {
      await decide(world, posted, 'TRUE_POSITIVE', EVE);
      await privateWord(world, posted, EVE, "can't decide");
    });
  });

  it('is answered with a card in Teams that says so, and the card for everybody takes that back', async () => {
    const posted = await postInTeams(world, 'teams');
    await whileDown(async () => {
      const click = await decideInTeams(world, posted, 'FALSE_POSITIVE', ADA);
      expect(answerTo(world, click)).toContain(RECEIVED);
      expect(await seenBy(world, posted, BO)).not.toContain('Ada');
    });
    await messageSaying(world, posted, 'Ada Winter: false positive, recorded');
    expect(await seenBy(world, posted, ADA)).not.toContain(RECEIVED);
  });

  it('of one who came second ends with who was first, for both of them', async () => {
    const posted = await postCase(world, 'second');
    await whileDown(async () => {
      await decide(world, posted, 'TRUE_POSITIVE', ANNA);
      const click = await decideInTeams(world, inTeams(posted), 'FALSE_POSITIVE', ADA);
      expect(answerTo(world, click)).toContain(RECEIVED);
    });
    await messageSaying(world, posted, /: (true|false) positive, recorded/);
    await messageSaying(world, inTeams(posted), /: (true|false) positive, recorded/);
    await waitFor(async () => expect(await seenBy(world, inTeams(posted), ADA)).not.toContain(RECEIVED));
    expect(await recorded(world, posted)).toHaveLength(1);
    await expectNothingAmiss(world);
  });
});

describe('a press on a message that changed meanwhile', () => {
  let world: BridgeWorld;
  beforeAll(async () => {
    world = await startBridgeWorld({ both: ['late'] });
  });
  afterAll(() => closeAtRest(world));

  it('is told in both chats who was first', async () => {
    const posted = await postCase(world, 'late');
    const [{ channel, ts }, card] = [await messageOf(world, posted), await messageOf(world, inTeams(posted))];
    await decide(world, posted, 'TRUE_POSITIVE', ANNA);
    await messageSaying(world, posted, 'Anna Berg: true positive, recorded');
    await messageSaying(world, inTeams(posted), 'Anna Berg: true positive, recorded');
    const old = { userId: BEN, channel, ts, mayBeOld: true };
    await world.slack.click({ ...old, actionId: 'verdict:FALSE_POSITIVE' });
    await privateWord(world, posted, BEN, 'Anna Berg: true positive, recorded');
    await world.slack.click({ ...old, actionId: 'verdict:more', optionValue: 'SAFE' });
    await privateWord(world, posted, BEN, 'This button is out of date');
    const inOld = { userId: BO, channel: card.channel, id: card.id, mayBeOld: true };
    const answer = answerTo(world, await world.teams.click({ ...inOld, verb: 'verdict:FALSE_POSITIVE' }));
    expect(answer).toMatch(/^Your decision was not recorded\. Already decided\. Anna Berg: true positive/);
    expect(await recorded(world, posted)).toHaveLength(1);
    // A phone that only knows Action.Submit cannot be answered: a message says it, and nobody else sees that.
    await world.teams.click({ ...inOld, verb: 'verdict:FALSE_POSITIVE', olderClient: true });
    const word = await waitFor(() => {
      const found = world.teams.targeted(BO).find((one) => says(one).includes('Already decided'));
      if (!found) throw new Error('nothing was told');
      return found;
    });
    expect([word.channel, word.root]).toEqual([card.channel, card.id]);
    expect(world.teams.targeted(ADA)).toEqual([]);
  });

  it('has no such button any more for who looks at a card that is refreshed', async () => {
    const posted = await postCase(world, 'late');
    const { channel, id, cards } = await messageOf(world, inTeams(posted));
    expect(cards[0]).toMatchObject({ refresh: { action: { verb: 'case:refresh' } } });
    const { seen } = await world.teams.view({ channel, id, userId: ADA });
    expect(seen).toMatchObject([{ what: 'card', detail: id }]);
    // As the ledger has it: the same card here, which is not refreshed again.
    const own = world.teams.cardFor(channel, id, ADA);
    expect(own).toMatchObject({ actions: cards[0]?.actions });
    expect(own).not.toHaveProperty('refresh');
    await decide(world, posted, 'TRUE_POSITIVE', ANNA);
    await messageSaying(world, inTeams(posted), 'Anna Berg: true positive, recorded');
    expect((await messageOf(world, inTeams(posted))).cards[0]).not.toHaveProperty('refresh');
  });
});
