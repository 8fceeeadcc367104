import type { Listed } from './frame/run-program.ts';

/** All commands, in the order in which the help lists them. */
export const COMMANDS: readonly Listed[] = [
  { name: 'slack manifest', npm: 'slack:manifest', load: () => import('./commands/slack-manifest.ts') },
  { name: 'teams package', npm: 'teams:package', load: () => import('./commands/teams-package.ts') },
  { name: 'synth', load: () => import('./commands/synth.ts') },
  { name: 'diff', load: () => import('./commands/diff.ts') },
  { name: 'deploy', load: () => import('./commands/deploy.ts') },
  { name: 'policies', npm: 'policies', load: () => import('./commands/policies.ts') },
  { name: 'status', load: () => import('./commands/status.ts') },
  { name: 'feeds', load: () => import('./commands/feeds.ts') },
  { name: 'destinations', load: () => import('./commands/destinations.ts') },
  { name: 'queues', load: () => import('./commands/queues.ts') },
  { name: 'budget', load: () => import('./commands/budget.ts') },
  { name: 'verdicts', load: () => import('./commands/verdicts.ts') },
  { name: 'mutes', load: () => import('./commands/mutes.ts') },
  { name: 'peek', npm: 'peek', load: () => import('./commands/peek.ts') },
  { name: 'audit', npm: 'audit', load: () => import('./commands/audit.ts') },
  { name: 'webhook test', load: () => import('./commands/webhook-test.ts') },
  { name: 'webhook replay', load: () => import('./commands/webhook-replay.ts') },
  { name: 'person', npm: 'person', load: () => import('./commands/person.ts') },
  { name: 'forget', npm: 'forget', load: () => import('./commands/forget.ts') },
  { name: 'start', load: () => import('./commands/start.ts') },
  { name: 'bill', load: () => import('./commands/bill.ts') },
  { name: 'events', npm: 'events', load: () => import('./commands/events.ts') },
  { name: 'table check', npm: 'check:table', load: () => import('./commands/check-table.ts') },
];
