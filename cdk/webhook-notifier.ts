import type * as iam from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { endpointsIn } from '../lib/config/endpoints.ts';
import { WEBHOOK } from '../lib/config/webhooks.ts';
import type { BridgeFunction } from './bridge-function.ts';
import { endpointGrants } from './endpoint-grants.ts';
import { createNotifierFunction, type NotifierProps } from './notifier-function.ts';

/** What SQS takes for a limit, at least; and what is left to the other functions of an account, at most. */
const [LEAST_AT_ONCE, MOST_AT_ONCE] = [2, 200];

/** Tells webhooks, and queues and buses of the user's own, of cases, threats and verdicts. */
export class WebhookNotifier extends Construct {
  readonly function: BridgeFunction<'notify-webhook'>;
  /** Who sends to queues and buses of the user's own, where there are any. */
  readonly senderToOwn: iam.IRole | undefined;

  constructor(scope: Construct, id: string, props: NotifierProps) {
    super(scope, id);
    const { destinations } = props.config;
    this.function = createNotifierFunction(this, props, {
      name: `notify-${WEBHOOK}`,
      description: 'Tells webhooks, queues and event buses what happened.',
      memoryMb: 256,
    });
    const grants = endpointGrants(this, props.config);
    for (const grant of grants) this.function.allow(grant);
    this.senderToOwn = grants.length > 0 ? this.function.lambda.role : undefined;
    // One endpoint for each run, and a run for each endpoint: one that hangs holds up no other.
    const maxConcurrency = Math.min(MOST_AT_ONCE, Math.max(LEAST_AT_ONCE, endpointsIn(destinations).length));
    props.queue.consumedBy(this.function, { batchSize: 1, maxConcurrency });
  }
}
