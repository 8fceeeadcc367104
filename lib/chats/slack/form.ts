import type { Evidence } from '../../case/evidence.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Seal } from '../../platform/seal.ts';
import { commentRoom } from '../../verdict/comment.ts';
import type { Target } from '../document/button-target.ts';
import { outcomeChoices } from '../document/outcome-choices.ts';
import type { Press } from '../document/press.ts';
import { type FormSubject, subjectOf } from '../document/verdict-form.ts';
import type { KnownCase as SharedKnownCase } from '../presses/chat-definition.ts';
import type { SlackApi } from './api.ts';
import { personOf } from './clicker.ts';
import type { BlockActions, ViewSubmission } from './interaction.ts';
import { MODAL_CALLBACK, renderVerdictModal, type VerdictModal } from './modal.ts';
import { chosenIn, type ReadModal, readVerdictModal } from './modal-answer.ts';
import { readMetadata } from './modal-metadata.ts';
import { MENU_ACTION } from './read-press.ts';
import { opensForm } from './render-actions.ts';

export interface FormParts {
  readonly config: BridgeConfig;
  readonly api: () => Promise<SlackApi>;
  /** What the form shows of a case beyond what the click says; null for a case that the ledger does not know. */
  readonly lookUp: (target: Target) => Promise<KnownCase | null>;
  readonly clock: Clock;
  readonly log: Log;
}

export interface KnownCase extends SharedKnownCase {
  readonly evidence: readonly Evidence[];
}

/** `unknown`: Slack did not answer in time, and may open it all the same. */
export type Opened = 'opened' | 'refused' | 'unknown';

interface ViewKey {
  readonly id?: string;
  /** Only if it still is the one that has this. */
  readonly hash?: string;
}

/** Slack waits three seconds for the answer, which comes after the form is filled. */
const LOOK_UP_MS = 1_500;

/** The form in which an analyst decides with a comment, or overrides what another decided. */
export function createForm({ config, api, lookUp, clock, log }: FormParts) {
  const choices = config.verdicts ? outcomeChoices(config.verdicts) : [];

  function modalFor(
    click: BlockActions,
    press: Press,
    target: Target,
    seal: Seal | null,
  ): VerdictModal | null {
    const { channelId, responseUrl, threadTs } = click;
    // What only one person sees is not the message of the case.
    const messageTs = click.ephemeral ? '' : (click.messageTs ?? '');
    if (channelId === null) return null;
    const by = personOf(click.user);
    const approval = choices.some((choice) => choice.approval);
    return {
      metadata: { target, channel: channelId, messageTs, threadTs, responseUrl, openedAtMs: clock.now() },
      choices,
      chosen: press.is === 'outcome' ? press.outcome : undefined,
      events: 'loading',
      commentRoom: commentRoom(by, target.destination, { approval }),
      mode: press.is === 'override' ? 'override' : 'comment',
      sealOf: seal?.of,
    };
  }

  /** What is known in time. Without the events the form still works. */
  async function knownBy(deadlineMs: number, target: Target): Promise<KnownCase | null> {
    const late = clock.sleep(Math.max(0, deadlineMs - clock.now())).then(() => null);
    return Promise.race([lookFor(target), late]);
  }

  const lookFor = (target: Target): Promise<KnownCase | null> =>
    lookUp(target).catch((error: unknown) => {
      log('form without events', { surface: 'slack', error: String(error) });
      return null;
    });

  const withKnown = (modal: VerdictModal, known: KnownCase | null): VerdictModal => ({
    ...modal,
    subject: known ? subjectIn(known) : undefined,
    events: known?.evidence ?? [],
    current: modal.mode === 'override' ? (known?.answer?.decision ?? undefined) : undefined,
  });

  /** The form works as it is, so nobody is told that this failed. */
  async function update({ id: view_id, hash }: ViewKey, modal: VerdictModal): Promise<void> {
    try {
      const slack = await api();
      const shown = await slack.call('views.update', { view_id, hash, view: renderVerdictModal(modal) });
      if (shown.is !== 'ok') log('form not filled', { surface: 'slack', is: shown.is });
    } catch (error) {
      log('form not filled', { surface: 'slack', error: String(error) });
    }
  }

  async function fill(opened: unknown, modal: VerdictModal, target: Target): Promise<void> {
    const known = await knownBy(modal.metadata.openedAtMs + LOOK_UP_MS, target);
    // With its hash: where an outcome was chosen meanwhile, a newer one stands there, which is filled already.
    await update((opened ?? {}) as ViewKey, withKnown(modal, known));
  }

  return {
    isNeededFor(press: Press, { actionId }: BlockActions): boolean {
      if (press.is === 'form' || press.is === 'override') return true;
      if (press.is !== 'outcome') return false;
      const choice = choices.find(({ outcome }) => outcome === press.outcome);
      return choice !== undefined && opensForm(choice, actionId === MENU_ACTION ? 'menu' : 'button');
    },

    /**
     * Opened before anything is looked up: a trigger lives for three seconds, and a form that fills a moment later
     * is better than none.
     */
    async open(click: BlockActions, press: Press, target: Target, seal: Seal | null): Promise<Opened> {
      const modal = modalFor(click, press, target, seal);
      if (!modal || click.triggerId === null) return 'refused';
      const slack = await api();
      const opened = await slack.call('views.open', {
        trigger_id: click.triggerId,
        view: renderVerdictModal(modal),
      });
      if (opened.is === 'ok') {
        await fill(opened.body.view, modal, target);
        return 'opened';
      }
      const reason = opened.is === 'busy' ? 'too many requests' : opened.reason;
      log('form not opened', { surface: 'slack', reason });
      // The trigger was used: the form is there, from the same press.
      if (opened.is === 'refused' && opened.code === 'exchanged_trigger_id') return 'opened';
      return opened.is === 'unknown' ? 'unknown' : 'refused';
    },

    /**
     * Shows whether the outcome that was chosen in the form needs a comment. Slack keeps what was typed. Better late than never,
     * and never without the case, since that would take the events away: the rules are judged when the form comes back.
     */
    async follow({ view }: BlockActions, seal: Seal | null): Promise<void> {
      const sent = view?.callbackId === MODAL_CALLBACK ? readMetadata(view.privateMetadata, seal) : null;
      if (!view || !sent || sent.origin !== 'genuine') return;
      const { mode, commentRoom, ...metadata } = sent.metadata;
      const found = await lookFor(metadata.target);
      if (!found) return;
      const chosen = chosenIn(view.values);
      const modal = { metadata, choices, chosen, events: [], commentRoom, mode, sealOf: seal?.of };
      await update({ id: view.id }, withKnown(modal, found));
    },

    /** Null for a form that is not ours. */
    read({ view }: ViewSubmission, seal: Seal | null): ReadModal | null {
      if (view.callbackId !== MODAL_CALLBACK) return null;
      return readVerdictModal(view.values, view.privateMetadata, choices, seal);
    },
  };
}

const subjectIn = ({ delivery: { content } }: KnownCase): FormSubject | undefined =>
  content.kind === 'case' ? subjectOf(content.item) : undefined;
