import { CHANNELS, TEAMS_CHANNELS } from '../bridge-stage.ts';
import type { Scenario } from '../scenario.ts';
import {
  countVerdicts,
  NO_CLICKS,
  noClicks,
  noSchedules,
  queueLike,
  TEAMS_DEAD_LETTERS,
} from './chat-scene.ts';
import { inTeams } from './teams-scene.ts';

const decided: Scenario = {
  name: 'a bot is added and says hello; a case is shown, decided with a click, recorded, and shown as recorded',
  runs: ['TeamsNotify', 'Action', 'Verdict'],
  shows: ['variable', 'event source mapping', 'route'],
  change: noSchedules,
  play: inTeams(async ({ stage: { teams, api }, addBot, postedTo, postCase, press, until }) => {
    const before = await countVerdicts(api);
    await addBot();
    await until('it says hello with the id of the channel', () =>
      postedTo('duty').some(({ shown }) => shown.join(' ').includes(TEAMS_CHANNELS.duty)),
    );
    const message = await postCase('duty');
    const { channel, id } = message;
    const [answer] = await press(message, 'verdict:TRUE_POSITIVE');
    // On a busy machine it is too late for the card: then who clicked is told that it was taken.
    if (answer?.what !== 'card' && !answer?.detail.startsWith('Got it'))
      throw new Error(`who clicked was told: ${answer?.detail ?? 'nothing'}`);
    await until('the verdict is at the API', async () => (await countVerdicts(api)) > before);
    // To everybody, and so through the queue of the channel: the answer to the click was for the clicker only.
    await until('the card says to everybody that it is recorded', () =>
      (teams.message(channel, id)?.shown ?? []).join(' ').includes(', recorded '),
    );
  }),
};

const quarantined: Scenario = {
  name: 'what a Workflow does not take now is let rest and shown later',
  runs: ['TeamsNotify'],
  change: noSchedules,
  play: inTeams(async ({ stage: { teams }, postCase }) => {
    teams.plan({ kind: 'ratelimited', operation: 'workflow', retry_after: 3, times: 1 });
    try {
      const { links } = await postCase('news');
      if (links.length === 0) throw new Error('the card does not lead to where the case can be decided');
    } finally {
      teams.clearFaults();
    }
  }),
};

const refused: Scenario = {
  name: 'what can never be shown in Teams is parked, and of a channel that refuses the operators are told in Slack',
  runs: ['TeamsNotify'],
  change: noSchedules,
  play: inTeams(async (scene) => {
    const { teams, slack } = scene.stage;
    const toldBefore = slack.messages(CHANNELS.ops).length;
    // It is tried again without calling anybody.
    teams.plan({
      kind: 'error',
      operation: 'createConversation',
      status: 413,
      code: 'MessageSizeTooBig',
      times: 2,
    });
    await scene.handOverCase('duty');
    await scene.until('it is parked', async () => {
      const waiting = await scene.operator.waiting(queueLike(scene, TEAMS_DEAD_LETTERS));
      return waiting === 1;
    });
    teams.archive(TEAMS_CHANNELS.duty);
    try {
      await scene.handOverCase('duty');
      await scene.until(
        'the operators are told',
        () => slack.messages(CHANNELS.ops).length === toldBefore + 1,
      );
    } finally {
      teams.archive(TEAMS_CHANNELS.duty, false);
    }
  }),
};

const notTaken: Scenario = {
  name: 'a click that Teams did not sign is refused, who clicked what cannot be queued is told, and both are counted',
  runs: ['Action'],
  change: noClicks,
  denies: NO_CLICKS,
  play: inTeams(async ({ postCase, press, said, until }) => {
    const message = await postCase('duty');
    const [forged] = await press(message, 'verdict:FALSE_POSITIVE', { token: { otherKey: true } });
    if (!forged?.detail.includes('answered 401')) throw new Error(`it was not refused: ${forged?.detail}`);
    const [lost] = await press(message, 'verdict:TRUE_POSITIVE');
    if (!lost?.detail.includes('Press again')) throw new Error(`who clicked was told: ${lost?.detail}`);
    const counted = (name: string) => said.some((one) => one.Surface === 'teams' && one[name] === 1);
    await until('both are counted', () => counted('RequestsRefused') && counted('ClicksLost'));
  }),
};

export const teamsScenarios: readonly Scenario[] = [decided, quarantined, refused, notTaken];
