import type { Authority } from './authority.ts';
import type { EmittedMetrics } from './emitted-metrics.ts';
import type { LocalFunction } from './function-pool.ts';
import type { LocalQueues } from './queues.ts';
import type { StackTemplate } from './template.ts';
import { TemplateError } from './template-error.ts';
import type { LocalTopics } from './topics.ts';

/** Everything that was created, before it is connected. */
export interface Parts {
  readonly template: StackTemplate;
  readonly authority: Authority;
  readonly queues: LocalQueues;
  readonly topics: LocalTopics;
  readonly metrics: EmittedMetrics;
  /** By ARN. */
  readonly functions: ReadonlyMap<string, LocalFunction>;
  readonly region: string;
  readonly speed: number;
  /** Whether schedules and event sources run only by hand. */
  readonly isDriven: boolean;
  readonly stopping: AbortSignal;
  readonly log: (line: string) => void;
}

/** A function by ARN or by name: templates use both. */
export function functionFor(
  parts: Pick<Parts, 'functions'>,
  reference: string,
  logicalId: string,
): LocalFunction {
  const found =
    parts.functions.get(reference) ??
    [...parts.functions.values()].find((one) => one.settings.name === reference);
  if (!found) throw new TemplateError(logicalId, `refers to the function ${reference}, which is not there`);
  return found;
}

export const roleOf = ({ template }: Parts, target: LocalFunction): string =>
  template.of('AWS::Lambda::Function').find(({ logicalId }) => logicalId === target.settings.logicalId)
    ?.properties.Role ?? '';
