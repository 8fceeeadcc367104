import { type Change, onAll } from '../raw-template.ts';
import type { Scenario } from '../scenario.ts';
import { nothingByItself, onlySchedules } from './at-rest.ts';

/** Waiting for six hours is left to others. */
const everyMinute: Change = (template) => {
  onlySchedules(/TrailArchiveSchedule/)(template);
  onAll('AWS::Scheduler::Schedule', { ScheduleExpression: 'rate(1 minute)' })(template);
};

const byHand: Scenario = {
  name: 'the days of the trail that are over are archived',
  runs: ['Archive'],
  shows: ['variable'],
  change: nothingByItself,
  async play({ cloud, said }) {
    const { settings } =
      cloud.functions.find(({ settings: { name } }) => name.includes('TrailArchive')) ?? {};
    const outcome = await cloud.invoke(settings?.name ?? 'archive', {});
    if (!outcome.ok) throw new Error(`the archive failed: ${outcome.errorType}: ${outcome.errorMessage}`);
    if (!said.some(({ TrailArchived }) => TrailArchived === 1)) throw new Error('nothing was archived');
  },
};

const scheduled: Scenario = {
  name: 'the schedule has the trail archived',
  runs: ['Archive'],
  shows: ['schedule'],
  change: everyMinute,
  // Twice a second.
  options: { speed: 120 },
  async play({ cloud, said, until }) {
    if (
      !cloud.template.of('AWS::Scheduler::Schedule').some(({ logicalId }) => /TrailArchive/.test(logicalId))
    )
      throw new Error('the archive was not run: nothing has it run');
    await until('the trail is archived', () => said.some(({ TrailArchived }) => TrailArchived === 1));
  },
};

export const archiveScenarios: readonly Scenario[] = [byHand, scheduled];
