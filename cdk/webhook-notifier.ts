import type * as iam from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { endpointsIn } from '../lib/config/endpoints.ts';
import { WEBHOOK } from '../lib/config/webhooks.ts';
import type { BridgeFunction } from './bridge-function.ts';
import { endpointGrants } from './endpoint-grants.ts';
import { createNotifierFunction, type NotifierProps } from './notifier-function.ts';

/** The least that SQS accepts as a limit; and the most, so that the account's other functions have some left. */
const [LEAST_AT_ONCE, MOST_AT_ONCE] = [2, 200];

/** Sends cases, threats and verdicts to webhooks, and to the user's own queues and buses. */
export class WebhookNotifier extends Construct {
  readonly function: BridgeFunction<'notify-webhook'>;
  /** The role that sends to the user's own queues and buses, if there are any. */
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
    // One endpoint per run, and enough runs for all endpoints: one that hangs holds up no other.
    const maxConcurrency = Math.min(MOST_AT_ONCE, Math.max(LEAST_AT_ONCE, endpointsIn(destinations).length));
    props.queue.consumedBy(this.function, { batchSize: 1, maxConcurrency });
  }
}
