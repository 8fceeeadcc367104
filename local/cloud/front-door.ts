import type { IncomingMessage } from 'node:http';
import type { PortGuardOptions } from '../stand-in-kit/port-guard.ts';
import { type Answer, readBody, startAnsweringServer } from './answering-server.ts';
import type { Authority } from './authority.ts';
import { accessDenied, notKnown, notSigned, publishSuccess, refusal, success } from './aws-answer.ts';
import { type AwsRequest, isService, operationOf, readRequest, SERVICES } from './aws-request.ts';
import type { LocalBuckets } from './buckets.ts';
import type { LocalBuses } from './buses.ts';
import {
  type DescribedStack,
  describeCaller,
  describeFunction,
  describeSimulation,
  describeStack,
} from './describe-stack.ts';
import { createKeyRing, type KeyHolder } from './key-ring.ts';
import type { CallMeter } from './meter/call-meter.ts';
import { answerParameters, answerSecret, isRefusal, type LocalParameters } from './parameters.ts';
import type { LocalQueues } from './queues.ts';
import { isRefused, readClaim, type SignatureCheck } from './signature.ts';
import type { LocalTables } from './tables.ts';
import type { LocalTopics } from './topics.ts';

/** The services behind the door. */
export interface Services {
  readonly authority: Authority;
  readonly tables: Pick<LocalTables, 'ask' | 'partitionKeyOf'>;
  readonly queues: LocalQueues;
  readonly buckets: Pick<LocalBuckets, 'answer'>;
  readonly topics: LocalTopics;
  readonly buses: Pick<LocalBuses, 'answer'>;
  readonly parameters: LocalParameters;
  /** The only stack. */
  readonly stack: DescribedStack;
  /** Counts what each call would cost, if somebody wants to know. */
  readonly meter?: CallMeter | undefined;
}

export interface FrontDoorOptions {
  readonly account: string;
  readonly log: (line: string) => void;
  readonly port?: number | undefined;
  readonly guard?: PortGuardOptions | undefined;
  readonly now?: () => number;
  /** For tests that show what each check keeps out. */
  readonly unchecked?: readonly SignatureCheck[] | undefined;
}

/** DynamoDB accepts no more, and the others less. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

/**
 * One address for all calls to AWS. It verifies each signature, checks each call against the caller's role, and passes on
 * what is allowed.
 */
export async function startFrontDoor(options: FrontDoorOptions) {
  const { account, log, port, guard, now = Date.now, unchecked = [] } = options;
  const keys = createKeyRing();
  const verifier = { find: keys.find, now, unchecked };
  let services: Services | undefined;

  async function answer(incoming: IncomingMessage): Promise<Answer> {
    const { headers, method = '', url: target = '/' } = incoming;
    const signed = readClaim({ method, target, headers }, verifier);
    // Nothing that a stranger sends is kept.
    if (isRefused(signed)) return notSigned(signed);
    const body = await readBody(incoming, MAX_BODY_BYTES);
    if (!body) return refusal(signed.service, 'RequestTooLargeException', 'The request is too large.');
    const untrue = signed.refute(body);
    if (untrue) return notSigned(untrue);
    if (!services) return refusal(signed.service, 'ServiceUnavailable', 'The local cloud is still starting.');
    const { holder } = signed;
    const asked = readRequest(
      signed,
      { method, target, headers },
      body,
      account,
      services.tables.partitionKeyOf,
    );
    if (!asked) {
      const { service } = signed;
      const operation = operationOf({ method, target, headers }, body);
      log(`not understood: ${nameOf(holder)} asked ${service} for ${operation}`);
      const sentence = isService(service)
        ? `The local cloud does not know ${operation} of ${service}.`
        : `The local cloud does not have ${service}. It has ${SERVICES.join(', ')}.`;
      return notKnown(service, headers, sentence);
    }
    if (holder.kind === 'function') {
      const { name, roleArn } = holder;
      for (const need of asked.needs) {
        const decision = services.authority.mayCall({ caller: name, roleArn, ...need });
        if (decision.allowed) continue;
        const user = `arn:aws:sts::${account}:assumed-role/${roleArn.replace(/^.*\//, '')}/${name}`;
        return accessDenied(
          asked.service,
          `User: ${user} is not authorized to perform: ${need.action} on resource: ${need.resource} because ${decision.because}`,
        );
      }
    }
    const { meter } = services;
    const opened = services;
    const answered = () => serve(asked, opened, body, headers, holder);
    return meter ? meter({ ...asked, caller: nameOf(holder), bytes: body.length }, answered) : answered();
  }

  async function serve(
    asked: AwsRequest,
    { authority, queues, buckets, topics, buses, parameters, tables, stack }: Services,
    body: Buffer,
    headers: IncomingMessage['headers'],
    holder: KeyHolder,
  ): Promise<Answer> {
    const [need] = asked.needs;
    switch (asked.service) {
      case 'cloudformation':
        return describeStack(stack, String(asked.input.StackName ?? stack.name));
      case 'sts':
        return describeCaller(account, nameOf(holder));
      case 'lambda':
        return describeFunction(stack.roles[String(asked.input.FunctionName)]);
      case 'iam': {
        const form = Object.entries(asked.input).map(([name, value]) => [name, String(value)] as const);
        const listed = (list: string) =>
          form.flatMap(([name, value]) => (name.startsWith(`${list}.member.`) ? [value] : []));
        const [action = ''] = listed('ActionNames');
        const role = String(asked.input.PolicySourceArn);
        const named = asked.input['ContextEntries.member.1.ContextKeyName'] === 'dynamodb:LeadingKeys';
        const rows = named ? listed('ContextEntries.member.1.ContextKeyValues') : undefined;
        const allowed = listed('ResourceArns').every((arn) => authority.wouldAllow(role, action, arn, rows));
        return describeSimulation(action, allowed);
      }
      case 'dynamodb':
        return tables.ask(headers, body);
      case 's3':
        return buckets.answer({ ...asked, headers, body });
      case 'events': {
        const found = buses.answer(asked.operation, asked.input);
        return isRefusal(found) ? refusal('events', found.refused, found.message) : success(found);
      }
      case 'ssm': {
        const found = answerParameters(asked.operation, asked.input, parameters);
        return isRefusal(found) ? refusal('ssm', found.refused, found.message) : success(found);
      }
      case 'secretsmanager': {
        const found = answerSecret(asked.input, need?.resource ?? '', parameters);
        return isRefusal(found) ? refusal('secretsmanager', found.refused, found.message) : success(found);
      }
      case 'sqs': {
        const arn = need?.resource ?? '';
        if (asked.operation !== 'GetQueueUrl' || !queues.has(arn)) {
          return queues.forward(asked.operation, arn, asked.input);
        }
        return success({ QueueUrl: `${url}/${account}/${String(asked.input.QueueName)}` });
      }
      case 'sns': {
        const { TopicArn: topicArn = '', Subject, Message } = asked.input as Record<string, string>;
        if (!topics.has(topicArn)) return refusal('sns', 'NotFound', 'Topic does not exist');
        const subject = Subject === undefined ? {} : { subject: Subject };
        return publishSuccess(topics.publish({ topicArn, message: Message ?? '', ...subject }));
      }
    }
  }

  const { url, stop } = await startAnsweringServer(answer, {
    port,
    guard,
    onFailure(problem, incoming) {
      // A caller that was killed midway needs no answer.
      if (!incoming.destroyed) log(`the front door failed: ${String(problem)}`);
    },
  });

  return {
    url,
    keys,
    /** From here on calls are answered; before, they are refused. */
    open(opened: Services): void {
      services = opened;
    },
    stop,
  };
}

export type FrontDoor = Awaited<ReturnType<typeof startFrontDoor>>;

const nameOf = (holder: KeyHolder): string => (holder.kind === 'function' ? holder.name : 'the operator');
