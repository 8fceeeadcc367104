import { AwsError } from '../../../lib/platform/aws/aws-error.ts';
import type { CallAws } from '../../../lib/platform/aws/signed-aws.ts';
import type { Posted, SafeRequest } from '../../../lib/webhook/post-safely.ts';
import { type Instance, START, type World } from '../verdicts/world.ts';
import type { HookHistory, Outage } from './hook-history.ts';

export interface Request {
  readonly endpoint: string;
  readonly id: string;
  readonly type: string;
  readonly caseId: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly atMs: number;
  /** What the receiver made of it. */
  is: 'under way' | 'taken' | 'failed';
  /** Its answer did not come back, or nobody was there any more to hear it. */
  isAnswered: boolean;
  /** It asked to be left alone for a while. */
  isBusy: boolean;
  readonly process: Instance;
}

export const RETRY_AFTER_MS = 20 * 60_000;
const HANGS_MS = 10_000;

/** What the endpoints of a history do with what they are sent, and all that they were sent. */
export class ModelReceiver {
  readonly requests: Request[] = [];
  readonly #world: World;
  readonly #history: HookHistory;

  constructor(world: World, history: HookHistory) {
    this.#world = world;
    this.#history = history;
  }

  outageOf(endpoint: string): Outage | undefined {
    const nowMs = this.#world.time.nowMs - START;
    return this.#history.outages.find(
      ({ atMs, forMs, which }) =>
        `e${which % this.#history.endpoints}` === endpoint && nowMs >= atMs && nowMs < atMs + forMs,
    );
  }

  post(process: Instance, { url, headers, body }: SafeRequest): Promise<Posted> {
    return this.#take(process, { endpoint: new URL(url).hostname.split('.')[0] ?? '', headers, body });
  }

  /** The same endpoints, where they are a queue or a bus: AWS answers for them, in its own words. */
  callAws(process: Instance): CallAws {
    return async ({ name }, input) => {
      const { call, wrong } = this.#world;
      const { endpoint, body } = readCall(input);
      if (name === 'DescribeEventBus') {
        await call(process, `describe ${endpoint}`, () => undefined);
        if (this.outageOf(endpoint)?.how === '410')
          throw new AwsError('rejected', 'no such bus', 'ResourceNotFoundException');
        return {};
      }
      const outage = this.outageOf(endpoint);
      // What is put on a bus that is gone is taken, and lost: it has to be found out before.
      if (name === 'PutEvents' && outage?.how === '410') {
        if (this.#world.time.nowMs - START - outage.atMs > FOUND_OUT_MS)
          wrong.push(`${endpoint} is not there, and something was put on it`);
        throw new AwsError('unreachable', 'it went in this very moment', 'InternalFailure');
      }
      const posted = await this.#take(process, { endpoint, headers: {}, body });
      const fault = faultOf(posted, name);
      if (fault) throw fault;
      return { MessageId: 'm', Entries: [{ EventId: 'e' }] };
    };
  }

  async #take(
    process: Instance,
    { endpoint, headers, body }: Pick<Request, 'endpoint' | 'headers' | 'body'>,
  ): Promise<Posted> {
    const { call, time } = this.#world;
    const { id, type, data } = JSON.parse(body);
    const request: Request = {
      isBusy: false,
      ...{ endpoint, id, type, body, headers, process, atMs: time.nowMs, is: 'under way', isAnswered: false },
      caseId: data.case?.case_id ?? data.case_id,
    };
    this.#judgeTogether(request);
    this.requests.push(request);
    const posted = await call(process, `POST ${endpoint} ${type} ${request.caseId}`, () =>
      this.#answer(request),
    );
    if (posted.is === 'nothing' && posted.reason === 'no answer in time') await time.delay(HANGS_MS, process);
    request.isAnswered = posted.is === 'answered';
    return posted;
  }

  #answer(request: Request): Posted {
    const { chance, isTroubled, say } = this.#world;
    const how = this.outageOf(request.endpoint)?.how;
    const poison = request.endpoint === 'e0' ? this.#poisonOf(request.caseId) : 0;
    const isLost = isTroubled() && chance(this.#history.lostAnswers);
    const posted = how ? FAILING[how] : answered(poison || 204);
    const isTaken = how === 'cuts' || (posted.is === 'answered' && posted.answer.status < 300);
    request.is = isTaken ? 'taken' : 'failed';
    // AWS does not say for how long.
    request.isBusy = how === '429' && isSigned(request);
    say(
      () => `${request.endpoint} ${request.is} ${request.type} ${request.caseId} (${how ?? (poison || 204)})`,
    );
    return isLost ? { is: 'nothing', reason: 'ECONNRESET' } : posted;
  }

  #poisonOf(caseId: string): number {
    return this.#history.items[Number(caseId.slice(1))]?.poison ?? 0;
  }

  /** An endpoint is told few things at a time, and never two of one case. */
  #judgeTogether({ endpoint, caseId, type }: Request): void {
    const others = this.requests.filter(
      (one) => one.endpoint === endpoint && one.is === 'under way' && one.process.alive,
    );
    const { wrong } = this.#world;
    if (others.length >= 5) wrong.push(`${endpoint} is told ${others.length + 1} things at a time`);
    if (others.some((one) => one.caseId === caseId))
      wrong.push(`${endpoint} is told ${type} of ${caseId} beside another event of it`);
  }
}

/** As long as a function may be between looking and putting. */
const FOUND_OUT_MS = 70_000;

export const isSigned = ({ headers }: Pick<Request, 'headers'>): boolean => 'webhook-id' in headers;

function readCall(input: object): { endpoint: string; body: string } {
  const { QueueUrl, MessageBody, Name, Entries } = input as Record<string, string> & {
    Entries?: readonly { EventBusName: string; Detail: string }[];
  };
  const [entry] = Entries ?? [];
  const address = QueueUrl ?? Name ?? entry?.EventBusName ?? '';
  return {
    endpoint: (address.split('/').at(-1) ?? '').replace('.fifo', ''),
    body: MessageBody ?? entry?.Detail ?? '',
  };
}

/** What AWS would say instead of this status. */
function faultOf(posted: Posted, operation: string): AwsError | null {
  if (posted.is !== 'answered') return new AwsError('unreachable', 'no answer', 'TimeoutError');
  const { status } = posted.answer;
  if (status < 300) return null;
  const isQueue = operation === 'SendMessage';
  if (status === 429) return new AwsError('throttled', 'too much', 'ThrottlingException');
  if (status === 503) return new AwsError('unreachable', 'down', 'InternalFailure');
  const fault = {
    302: isQueue ? 'KmsDisabled' : 'AccessDeniedException',
    400: isQueue ? 'InvalidMessageContents' : 'MalformedDetail',
    401: 'AccessDenied',
    410: 'QueueDoesNotExist',
  }[status];
  return new AwsError('rejected', 'refused', fault ?? 'SomethingNew');
}

const answered = (status: number, headers: Record<string, string> = {}): Posted => ({
  is: 'answered',
  answer: { status, headers },
});
const FAILING: Readonly<Record<Outage['how'], Posted>> = {
  hangs: { is: 'nothing', reason: 'no answer in time' },
  refuses: { is: 'nothing', reason: 'ECONNREFUSED' },
  cuts: { is: 'nothing', reason: 'ECONNRESET' },
  503: answered(503),
  429: answered(429, { 'retry-after': String(RETRY_AFTER_MS / 1_000) }),
  410: answered(410),
  401: answered(401),
  302: answered(302),
  disables: answered(200, { 'webhook-delivery': 'disable' }),
};
