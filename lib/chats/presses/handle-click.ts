import { commentRoom } from '../../verdict/compose-comment.ts';
import type { ClickedMessage } from '../../verdict/verdict-message.ts';
import { BULK } from '../document/bulk-words.ts';
import type { CommandAnswer } from '../document/command-answer.ts';
import { outcomeChoices } from '../document/outcome-choices.ts';
import type { Press } from '../document/press.ts';
import { type FormEntries, type FormErrors, readForm } from '../document/read-form.ts';
import type { OfferedForm } from './bulk.ts';
import type { EndpointParts, KnownCase } from './chat-definition.ts';
import { PRESS_PROBLEMS } from './check-press.ts';
import type { Click, ClickRequest, PressRequest } from './click.ts';
import { identify } from './identify.ts';
import { createPressJudge, type JudgePressParts, pressMessage, type RefusedPress } from './judge-press.ts';
import { createTakeCommand } from './take-chat-command.ts';

export interface ClickHandlerParts
  extends Omit<JudgePressParts, 'lookUp'>,
    Pick<EndpointParts, 'lookUp' | 'queue' | 'createBulk' | 'ask' | 'clock' | 'metrics'> {
  /**
   * The chat shows at once how the case will most likely stand, so the case is looked up first. Whether it will tell the
   * analyst that the click changes nothing.
   */
  readonly foresees?: ((message: ClickedMessage, known: KnownCase) => boolean) | undefined;
}

/** What a click led to. The chat only shows it. */
export type Taken =
  | RefusedPress
  /** What is wrong with a form, by the names of its fields. */
  | { readonly is: 'errors'; readonly errors: FormErrors }
  /** The analyst may get the form that the press asks for. */
  | { readonly is: 'open-form' }
  | QueuedPress
  | OfferedForm
  /** There is nothing more to press or to enter: this is what the person reads. */
  | { readonly is: 'answered'; readonly answer: CommandAnswer }
  /** The bridge could not take the click, and recorded nothing. */
  | { readonly is: 'failed' };

/** The verdict queue has it. */
interface QueuedPress {
  readonly is: 'queued';
  readonly message: ClickedMessage;
  readonly sentAtMs: number;
  /** The case as it stood before, where the chat foresees what follows. */
  readonly known: KnownCase | null;
}

/** Handles the clicks of every chat: a chat only reads them, and shows what they led to. */
export function createClickHandler(parts: ClickHandlerParts) {
  const { config, lookUp, queue, clock, log, metrics } = parts;
  const choices = config.verdicts ? outcomeChoices(config.verdicts) : [];
  const judge = createPressJudge(parts);
  const bulk = parts.createBulk(parts);
  const commands = createTakeCommand(parts);

  async function takePress(click: Click, request: PressRequest): Promise<Taken> {
    const { press, read } = request;
    const problem = await judge.findProblem(click, request);
    if (problem) return problem;
    // Everybody in the channel could read it before the case was decided.
    if (press.is === 'evidence') return { is: 'open-form' };
    if (request.needsForm && !(await judge.isRefusedAtOnce(click, read.target))) return { is: 'open-form' };
    const judged = await judge.authorize(click, request);
    if (judged.is === 'refused') return judged;
    const known = parts.foresees ? await lookUp(read.target) : null;
    // The verdict function repairs what the ledger lost, for people who are named: they may decide any case.
    const isShown = known ? known.delivery.content.kind === 'case' : judged.as !== 'in-channel';
    if (parts.foresees && !isShown) return { is: 'refused', why: PRESS_PROBLEMS['not-known'], denied: null };
    const form = formOf(judged.accepted, request);
    if (form?.is === 'errors') return form;
    const sent = pressMessage(press, form, read.target, judged.accepted);
    const message = known && parts.foresees?.(sent, known) ? toldAlready(sent) : sent;
    const sentAtMs = clock.now();
    await queue(message);
    return { is: 'queued', message, sentAtMs, known };
  }

  /** An outcome alone is a form, too. Null for what needs none. */
  function formOf({ by }: Pick<Click, 'by'>, { press, read, entries }: PressRequest) {
    if (press.is !== 'outcome' && press.is !== 'form' && press.is !== 'override') return null;
    return readForm(entries ?? onlyOutcome(press), {
      choices,
      mode: press.is === 'override' ? 'override' : 'comment',
      commentRoom: commentRoom(by, read.target.destination, {
        approval: choices.some(({ approval }) => approval),
      }),
    });
  }

  function refuseList({ by, channelId }: Click): RefusedPress {
    log('press refused', { surface: by.surface, because: 'altered', by: by.id, channel: channelId });
    return { is: 'refused', why: BULK.altered, denied: null };
  }

  const identified = async (click: Click): Promise<Click> => ({
    ...click,
    by: await identify(click, config),
  });

  async function taken(click: Click, request: ClickRequest): Promise<Taken> {
    switch (request.is) {
      case 'press':
        return takePress(click, request);
      case 'open-bulk':
        return request.list ? bulk.offer(request.list, click) : refuseList(click);
      case 'decide-bulk':
        return request.list
          ? bulk.decide(request.list, request.entries, await identified(click))
          : refuseList(click);
      default:
        return { is: 'answered', answer: await commands.take(await identified(click), request) };
    }
  }

  /** The operators are told that clicks are lost. */
  const lost = (surface: string, error: unknown): void => {
    log('click not taken', { surface, error: String(error) });
    metrics('surface', { Surface: surface }, { ClicksLost: 1 });
  };

  return {
    lost,

    async take(click: Click, request: ClickRequest): Promise<Taken> {
      try {
        return await taken(click, request);
      } catch (error) {
        lost(click.by.surface, error);
        return { is: 'failed' };
      }
    },

    /** Has a refused press written down. The verdict function tells the analyst only what the chat did not tell them. */
    async noteDenied(click: Click, { denied }: RefusedPress, { isTold }: { isTold: boolean }): Promise<void> {
      if (!denied) return;
      const message = isTold ? { ...denied, reply: null } : denied;
      await queue(message).catch((error: unknown) => lost(click.by.surface, error));
    },
  };
}

/** The verdict function does not tell the analyst once more. */
const toldAlready = (message: ClickedMessage): ClickedMessage => ({
  ...message,
  reply: message.reply && { ...message.reply, told: 'yes' },
});

const onlyOutcome = (press: Press): FormEntries => ({
  outcome: press.is === 'outcome' ? press.outcome : null,
  comment: null,
  eventIds: [],
});
