import type { HealthAnswer } from '../../lib/features/health/health-answer.ts';
import { subjectOf } from '../flow/stack-names.ts';
import type { Source } from '../source.ts';

/** How the bridge is, in the words of the command and the chats. */
export const judgeBridge = (source: Source): Promise<HealthAnswer> =>
  source.ledger.health({
    config: source.config,
    deadLetters: async () =>
      (await source.queues()).map(({ id, dead }) => ({ subject: subjectOf(id), count: dead })),
    clock: { now: source.now },
    log: () => undefined,
  });
