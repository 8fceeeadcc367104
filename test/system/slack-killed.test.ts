import '../support/aws/quiet-sdk.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startAnalysts } from '../support/kill/analysts.ts';
import { casesIn, choicesOn, createSlackDesk, type Shown } from '../support/kill/desks.ts';
import { createExecutioner, type Death } from '../support/kill/executioner.ts';
import { CHANNELS, type KillBridge, startKillBridge } from '../support/kill/kill-bridge.ts';
import { createRandom } from '../support/random.ts';
import { until } from '../support/wait-for.ts';

const SEED = 20_261_115;
const CASES = 60;
/** For when nothing dies any more. */
const MOST_CASES = 160;
const KILLS = { poll: 8, notify: 16, action: 10, verdict: 16 };

it('shows every case once and records every decision once, whatever is killed 50 times', async () => {
  const random = createRandom(SEED);
  let onCall = (_: string) => {};
  const bridge = await startKillBridge((name) => onCall(name));
  const { slack, functions } = bridge;
  const executioner = createExecutioner(random, {
    poll: { victim: functions.poll, times: KILLS.poll, everyAtMost: 6 },
    notify: { victim: functions.notify, times: KILLS.notify, everyAtMost: 8 },
    action: { victim: functions.action, times: KILLS.action, everyAtMost: 4 },
    verdict: { victim: functions.verdict, times: KILLS.verdict, everyAtMost: 8 },
  });
  const analysts = startAnalysts([createSlackDesk(slack, CHANNELS)], random);
  try {
    // What is there at the first look is not news: it has to be over before the first case.
    await bridge.pollAgain();
    await until('the first look is over', () =>
      bridge.lines.some((line) => line.includes('"outcome":"polled"')),
    );
    for (const [who, one] of Object.entries(functions)) {
      one.onInvoke(() => executioner.notice(who, 'invoked'));
    }
    onCall = (name) => executioner.notice(name.startsWith('GET') ? 'poll' : 'verdict', name);
    slack.onChange(({ type }) => {
      if (type.startsWith('message.')) executioner.notice('notify', type);
    });
    executioner.onDeath(
      ({ who, event }) => void (who === 'poll' ? bridge.pollAgain() : bridge.giveBack(event)),
    );

    const ids: string[] = [];
    // On until the last has died, and never far ahead of what is shown: so every death has something to lose.
    while (ids.length < CASES || !executioner.isDone()) {
      if (ids.length - casesIn(slack, CHANNELS).length < 24) ids.push(...(await bridge.openCases(8)));
      if (ids.length >= MOST_CASES) break;
      await sleep(200);
    }
    expect(executioner.deaths).toHaveLength(50);
    // A minute and more where a POST was cut off: the verdict function looks twice whether it was taken, before it says so. What
    // has not come to an end when nothing happens any more is named below.
    const isOver = () => isAtRest(bridge, ids);
    await until('everything has come to its end', isOver, { everyMs: 1_000, quietMs: 120_000 }).catch(
      () => {},
    );
    await analysts.stop();

    const judged = await judge(bridge, ids);
    const { presses, lost } = analysts.counts;
    console.log(
      JSON.stringify({
        cases: ids.length,
        presses,
        lost,
        ...judged.counts,
        deaths: tally(executioner.deaths),
      }),
    );
    expect(judged.wrong).toEqual({
      withoutMessage: [],
      secondMessages: [],
      secondPosts: [],
      withoutEnd: [],
      unmatched: [],
    });
    expect(bridge.lines.filter((line) => /^local cloud: (denied|not understood)/.test(line))).toEqual([]);
  } finally {
    await analysts.stop();
    await bridge.close();
  }
});

function tally(deaths: readonly Death[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { who, at } of deaths) counts[`${who}, ${at}`] = (counts[`${who}, ${at}`] ?? 0) + 1;
  return counts;
}

/** The case that a message is about, by the mark that the bridge puts on it. */
const isAbout = (message: Shown, caseId: string): boolean => JSON.stringify(message).includes(caseId);

const readable = (message: Shown) => ({
  edits: message.edits,
  shown: message.shown.slice(0, 12),
  buttons: choicesOn(message).map(({ actionId }) => actionId),
});

/** Recorded, and nobody can decide any more; or failed, with a button for who wants to send it again. */
function showsEnd(message: Shown): boolean {
  const actions = choicesOn(message).map(({ actionId }) => actionId);
  const said = JSON.stringify(message.blocks);
  if (/(?:Not|May be) recorded: /.test(said)) return actions.includes('decision:retry');
  return /, recorded /.test(said) && actions.every((id) => id === 'decision:override');
}

function isAtRest(bridge: KillBridge, ids: readonly string[]): boolean {
  const messages = casesIn(bridge.slack, CHANNELS);
  return ids.every((id) => messages.some((message) => isAbout(message, id) && showsEnd(message)));
}

async function judge(bridge: KillBridge, ids: readonly string[]) {
  const messages = casesIn(bridge.slack, CHANNELS);
  const taken = await bridge.taken();
  const verdicts = await Promise.all(ids.map((id) => bridge.answerOf(id)));
  const of = (id: string) => messages.filter((message) => isAbout(message, id));
  const takenOf = (id: string) => taken.filter(({ case_id }) => case_id === id);
  const stateOf = (index: number) => verdicts[index]?.decision?.state;
  const hasEnded = (index: number) => ['recorded', 'failed'].includes(stateOf(index)?.is ?? '');
  const matches = (id: string, index: number) => {
    const [first] = takenOf(id);
    if (!first) return stateOf(index)?.is !== 'recorded';
    return first.outcome === verdicts[index]?.decision?.outcome;
  };
  return {
    counts: {
      messages: messages.length,
      posts: taken.length,
      failed: verdicts.filter((one) => one?.decision?.state.is === 'failed').length,
    },
    wrong: {
      withoutMessage: ids.filter((id) => of(id).length === 0),
      secondMessages: ids.filter((id) => of(id).length > 1),
      secondPosts: ids.filter((id) => takenOf(id).length > 1),
      withoutEnd: ids.flatMap((id, index) =>
        hasEnded(index) && of(id).every(showsEnd)
          ? []
          : [{ id, state: stateOf(index), shown: of(id).map(readable) }],
      ),
      unmatched: ids.filter((id, index) => !matches(id, index)),
    },
  };
}
