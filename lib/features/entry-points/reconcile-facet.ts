import type { BridgeKeys } from '../../base/bridge-keys.ts';
import type { Transport } from '../../base/http/http-transport.ts';
import type { Answer } from '../../case/answer.ts';
import type { CaseLedger } from '../../case/case-ledger.ts';
import type { Metrics } from '../../config/metrics.ts';
import type { HealthLedger } from '../../dynamo/dynamo-health-ledger.ts';
import type { EventLedger } from '../../endpoints/event-ledger.ts';
import type { Withholder } from '../../feed/withholding.ts';
import type { Ask } from '../../outbox/ask-notifiers.ts';
import type { DeliveryLedger } from '../../outbox/delivery-ledger.ts';
import type { PostureClient } from '../../posture/client.ts';
import type { AllFindings } from '../../reconcile/findings.ts';
import type { FollowCasesParts } from '../../reconcile/follow-cases.ts';
import type { AfterAll, ReconcilePart } from '../../reconcile/reconcile-parts.ts';
import type { OpsNoticeParts } from '../../routing/ops-notice.ts';
import type { AnswerLedger } from '../../verdict/answer-ledger.ts';
import type { Facet, TableKit } from './facet.ts';

/** What a part of the reconciler needs, and how it tells the operators. */
export interface ReconcileKit extends TableKit, Omit<OpsNoticeParts, keyof TableKit> {
  readonly env: { readonly CANARY_URL?: string | undefined };
  readonly domains: readonly string[];
  readonly keys: BridgeKeys;
  readonly cases: CaseLedger;
  readonly deliveries: DeliveryLedger;
  readonly events: EventLedger;
  /** What people did about a case; always null where nobody can decide. */
  readonly answerOf: (domain: string, caseId: string) => Promise<Answer | null>;
  readonly trailOf: AnswerLedger['readTrail'];
  readonly clientOf: (domain: string) => Promise<PostureClient>;
  /** The platform does not accept the key, which may have been replaced. */
  readonly onRefusedKey: (domain: string) => void;
  readonly ask: Ask;
  /** The rows of feeds and budgets, read once for all parts of a run. */
  readonly overview: HealthLedger;
  /** Each dead-letter queue, by what it is for; and how many messages a queue has. */
  readonly deadLetters: readonly { readonly subject: string; readonly queueUrl: string }[];
  readonly depthOf: (queueUrl: string) => Promise<number>;
  readonly findings: AllFindings;
  readonly transport: Transport;
  readonly newId: () => string;
  readonly metrics: Metrics;
}

export interface ReconcileHooks {
  /** Runs after the parts of the core, in each run. */
  readonly part?: ReconcilePart | undefined;
  /** Runs after all parts, and hears which of them failed. */
  readonly afterAll?: AfterAll;
  /** Keeps the cases of a domain from chats. */
  readonly withholder?: (domain: string) => Withholder;
  readonly onListed?: FollowCasesParts['onListed'];
  /** Reserved domains whose decisions can get stuck like any other. */
  readonly decidesIn?: readonly string[];
}

export type ReconcileFacet = Facet<ReconcileKit, ReconcileHooks>;
