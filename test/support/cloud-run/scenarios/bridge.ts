import type { Scenario } from '../scenario.ts';
import { archiveScenarios } from './archive.ts';
import { deadLetterScenarios } from './dead-letters.ts';
import { pollScenarios } from './poll.ts';
import { reconcileScenarios } from './reconcile.ts';
import { rowScenarios } from './rows.ts';
import { slackScenarios } from './slack.ts';
import { teamsScenarios } from './teams.ts';
import { verdictScenarios } from './verdict.ts';
import { webhookScenarios } from './webhook.ts';

/** What the bridge must be able to do. A function that joins it brings its own. */
export const bridgeScenarios: readonly Scenario[] = [
  ...pollScenarios,
  ...slackScenarios,
  ...teamsScenarios,
  ...webhookScenarios,
  ...verdictScenarios,
  ...rowScenarios,
  ...reconcileScenarios,
  ...archiveScenarios,
  ...deadLetterScenarios,
];
