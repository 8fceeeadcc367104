import { randomUUID } from 'node:crypto';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { accountIn, type KnownPerson } from '../../console/chat/chats.ts';
import type { LedgerReader } from '../../console/ledger-reader.ts';
import type { Surroundings } from '../../console/surroundings.ts';
import type { Acted, CasePress } from '../../console/wire.ts';
import { createBridgeKeys } from '../../lib/base/bridge-keys.ts';
import { CLICKS_KEY, keyLifeMs, keyParameter } from '../../lib/base/key-names.ts';
import { toFifoId } from '../../lib/base/queues/fifo-id.ts';
import { createSeal } from '../../lib/base/seal.ts';
import { createSsmKeyStore } from '../../lib/base/secrets.ts';
import type { Answer } from '../../lib/case/answer.ts';
import { outcomeChoices } from '../../lib/chats/document/outcome-choices.ts';
import type { Press } from '../../lib/chats/document/press.ts';
import { readForm } from '../../lib/chats/document/read-form.ts';
import { createPressJudge, pressMessage } from '../../lib/chats/presses/judge-press.ts';
import { isChat, sectionOf } from '../../lib/config/chats.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { OUTCOMES, type Outcome } from '../../lib/posture/schemas/verdict-schema.ts';
import { compileRoutes } from '../../lib/routing/compile-routes.ts';
import { routesSending } from '../../lib/routing/routes-sending.ts';
import type { ChatDirectory } from '../../lib/verdict/authorize.ts';
import { withProof } from '../../lib/verdict/click-proof.ts';
import { commentRoom } from '../../lib/verdict/compose-comment.ts';
import { type VerdictMessage, writeVerdictMessage } from '../../lib/verdict/verdict-message.ts';
import { noteOperation } from '../act/note-operation.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';

type Wanted = Omit<CasePress, 'person'>;
type Parts = {
  readonly bridge: OpenBridge;
  readonly config: BridgeConfig;
  readonly ledger: Pick<LedgerReader, 'cases' | 'answers' | 'deliveries'>;
};

const error = (text: string): Acted => ({ told: [{ kind: 'error', text }] });
const NOT_HERE = 'No chat in which people knows you has this case. Decide it in the platform.';
/** Whoever assumes a role may choose the name at the end of its ARN, and so could be both people. */
const IN_A_CHAT = 'This takes two people, whom only a chat can tell apart. Decide it there.';
const NO_KEY = 'The bridge has no key yet to prove a click. It makes one in its first minutes.';

/**
 * A press of the operator goes where a click goes: judged by the same rules under the account that `people` has for them,
 * proven with the same key, and through the same queue, where the verdict function judges it once more.
 */
export function createOperatorPress({
  bridge,
  config,
  ledger,
}: Parts): NonNullable<Surroundings['pressCase']> {
  const { clock } = bridge;
  const routes = compileRoutes(config);
  const choices = config.verdicts ? outcomeChoices(config.verdicts) : [];
  const keys = createBridgeKeys({
    store: { read: createSsmKeyStore(bridge.ssm, (name) => keyParameter(bridge.name, name)).read },
    lifeMsOf: (name) => keyLifeMs(config, name),
    clock,
  });

  const needsTwo = (outcome: Outcome, answer: Answer | null): boolean =>
    choices.some((choice) => choice.outcome === outcome && choice.approval) ||
    answer?.decision?.approvedBy != null;

  async function send(message: VerdictMessage): Promise<Acted | null> {
    const key = await keys.keyOf(CLICKS_KEY);
    if (!key) return error(NO_KEY);
    const body = withProof(writeVerdictMessage(message), createSeal(key));
    const QueueUrl = (await bridge.outputs()).VerdictsQueue ?? '';
    const MessageGroupId = toFifoId(message.domain);
    await bridge.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: body, MessageGroupId }));
    return null;
  }

  /** The message of the case in a chat of this person. */
  async function findPlace(person: KnownPerson, { domain, id }: Wanted) {
    const [records, answer, shown] = await Promise.all([
      ledger.cases.loadAll(domain, [id]),
      ledger.answers.load(domain, id),
      ledger.deliveries.places({ domain, feed: 'cases', id }),
    ]);
    const record = records.get(id);
    for (const { value: delivery } of shown) {
      const destination = delivery.key.destination;
      const chat = config.destinations[destination]?.type ?? '';
      if (!isChat(chat)) continue;
      const userId = accountIn(person, chat);
      if (typeof record === 'object' && userId !== undefined)
        return { record, answer, delivery, destination, chat, userId };
    }
    return null;
  }

  return async (person, wanted) => {
    const { domain, id } = wanted;
    const place = await findPlace(person, wanted);
    if (!place) return error(NOT_HERE);
    const { record, answer, delivery, destination, chat, userId } = place;
    const press = pressOf(wanted);
    if (!press) return error('There is no such outcome.');
    if (press.is === 'outcome' && needsTwo(press.outcome, answer)) return error(IN_A_CHAT);
    const isClaim = ['claim', 'take-over', 'hand-back'].includes(wanted.press);
    const decisionId = (isClaim ? answer?.claim?.id : answer?.decision?.id) ?? null;
    const { createdAtMs, episode } = record;
    const target = { domain, caseId: id, destination, createdAtMs, decisionId, episode };
    const { log } = QUIET;
    const judge = createPressJudge({
      ...{ config, log, lookUp: async () => null, namedIn: sectionOf(chat).namedIn },
      routesOf: async () => routesSending(routes, { domain, destination }, delivery, answer?.steps),
    });
    const by = { surface: chat, id: userId, name: person.name };
    const click = {
      id: randomUUID(),
      by,
      atMs: clock.now(),
      channelId: null,
      directory: NOBODY_TO_ASK,
      reply: NO_REPLY,
    };
    const judged = await judge.authorize(click, { press, read: { target, origin: 'genuine' } });
    if (judged.is === 'refused') {
      if (judged.denied) await send({ ...judged.denied, reply: null });
      return error(judged.why);
    }
    const room = commentRoom(by, destination, { approval: choices.some(({ approval }) => approval) });
    const entries = { outcome: wanted.outcome ?? null, comment: wanted.comment ?? null, eventIds: [] };
    const form =
      press.is === 'outcome' ? readForm(entries, { choices, mode: 'comment', commentRoom: room }) : null;
    if (form?.is === 'errors') return error(Object.values(form.errors).join(' '));
    // First: a decision without an entry that says who made it would be worse than an entry without one.
    const what = [wanted.press, wanted.outcome, 'of case', id].filter(Boolean).join(' ');
    await noteOperation(bridge, config, { id: click.id, domain, what });
    const message = pressMessage(press, form, target, judged.accepted);
    return (await send({ ...message, reply: null })) ?? { told: [] };
  };
}

/** The console has no right to ask a chat about people: who is named individually decides from here, and nobody else. */
const NOBODY_TO_ASK: ChatDirectory = {
  isMember: async () => 'unknown',
  isOutsider: async () => 'unknown',
};
/** The page shows what becomes of it. */
const NO_REPLY = { surface: 'none' };
const QUIET = { log: () => {} };

function pressOf({ press, outcome }: Wanted): Press | null {
  if (press !== 'decide') return { is: press };
  const found = OUTCOMES.find((one) => one === outcome);
  return found ? { is: 'outcome', outcome: found } : null;
}
