import type { Seal } from '../../base/seal.ts';
import { rankEvidence } from '../../case/evidence.ts';
import { isAboutPerson } from '../../case/persona-note.ts';
import { commentRoom } from '../../verdict/compose-comment.ts';
import { BULK } from '../document/bulk-words.ts';
import type { Target } from '../document/button-target.ts';
import { outcomeChoices } from '../document/outcome-choices.ts';
import type { Press } from '../document/press.ts';
import { NOT_TAKEN } from '../document/texts.ts';
import { subjectOf, type VerdictForm, verdictForm } from '../document/verdict-form.ts';
import type { EndpointParts, KnownCase } from '../presses/chat-definition.ts';
import type { Click } from '../presses/click.ts';
import type { Taken } from '../presses/handle-click.ts';
import type { SlackAnswer, SlackApi } from './api.ts';
import { chosenIn } from './form-entries.ts';
import { type FormMetadata, readMetadata, writeMetadata } from './form-metadata.ts';
import type { BlockActions } from './interaction.ts';
import { needsForm } from './needs-form.ts';
import type { SlackLocation } from './read-click.ts';
import { inTime } from './tell-analyst.ts';
import {
  CALLBACKS,
  type ModalView,
  renderBulkAnswer,
  renderBulkWords,
  renderEvidence,
  writeForm,
} from './write-form.ts';

export interface FormParts extends Pick<EndpointParts, 'config' | 'lookUp' | 'clock' | 'log'> {
  readonly api: () => Promise<SlackApi>;
}

/** `unknown`: Slack did not answer in time, and may open it all the same. */
export type Opened = 'opened' | 'refused' | 'unknown';

/** Names a view. With `hash`, Slack updates it only if it has not changed since. */
interface ViewKey {
  readonly id?: string | undefined;
  readonly hash?: string | undefined;
}

/** `byMs`: when Slack has to have its answer to the press. */
interface Opening {
  readonly triggerId: string | null;
  readonly byMs: number;
}

const LATE: SlackAnswer = { is: 'unknown', reason: 'views.open got no answer in time' };

/** What stays the same while a form about one case is drawn again. */
type Drawn = Omit<VerdictForm, 'subject' | 'events' | 'current'> & { readonly metadata: string };

/** Slack waits three seconds for the answer, which comes after the form is filled. */
const LOOK_UP_MS = 1_500;

/** Slack's forms. They open before anything is looked up: a trigger lives for three seconds. */
export function createForms({ config, api, lookUp, clock, log }: FormParts) {
  const choices = config.verdicts ? outcomeChoices(config.verdicts) : [];

  const draw = (drawn: Drawn, rest: Pick<VerdictForm, 'subject' | 'events' | 'current'>): ModalView =>
    writeForm(verdictForm({ ...drawn, ...rest }), CALLBACKS.verdict, drawn.metadata);

  function drawnFor(
    { by }: Pick<Click, 'by'>,
    metadata: FormMetadata,
    chosen: VerdictForm['chosen'],
    seal: Seal,
  ): Drawn | null {
    const { about } = metadata;
    const written = writeMetadata(metadata, seal.of);
    if (about.mode === 'bulk' || written === null) return null;
    const approval = choices.some((choice) => choice.approval);
    return {
      ...{ target: about.target, mode: about.mode, choices, chosen, metadata: written },
      commentRoom: commentRoom(by, about.target.destination, { approval }),
    };
  }

  const lookFor = (target: Target): Promise<KnownCase | null> =>
    lookUp(target).catch((error: unknown) => {
      log('form without events', { surface: 'slack', error: String(error) });
      return null;
    });

  /** Without the events the form still works. */
  function filled(drawn: Drawn, known: KnownCase | null): ModalView {
    const item = known?.delivery.content.kind === 'case' ? known.delivery.content.item : null;
    return draw(drawn, {
      subject: item && subjectOf(item),
      events: rankEvidence(item?.events ?? []),
      current: drawn.mode === 'override' && item ? known?.answer?.decision : null,
    });
  }

  /** Slack has its answer by then, and carries out what it was asked before. */
  const fill = ({ byMs }: Opening, filling: Promise<void>): Promise<unknown> =>
    inTime(filling, null, { byMs, clock });

  /** The form works without the update, so the analyst is not told that it failed. */
  async function update({ id: view_id, hash }: ViewKey, view: ModalView): Promise<void> {
    try {
      const shown = await (await api()).call('views.update', { view_id, hash, view });
      if (shown.is !== 'ok') log('form not filled', { surface: 'slack', is: shown.is });
    } catch (error) {
      log('form not filled', { surface: 'slack', error: String(error) });
    }
  }

  async function open({ triggerId, byMs }: Opening, view: ModalView): Promise<ViewKey | Opened> {
    if (triggerId === null) return 'refused';
    const opening = (await api()).call('views.open', { trigger_id: triggerId, view });
    const opened = await inTime(opening, LATE, { byMs, clock });
    if (opened.is === 'ok') return (opened.body.view ?? {}) as ViewKey;
    const reason = opened.is === 'busy' ? 'too many requests' : opened.reason;
    log('form not opened', { surface: 'slack', reason });
    // The trigger was used already: the same press has opened the form.
    if (opened.is === 'refused' && opened.code === 'exchanged_trigger_id') return 'opened';
    return opened.is === 'unknown' ? 'unknown' : 'refused';
  }

  return {
    /** `isMenu`: an outcome was chosen in a menu, which cannot ask whether the analyst is sure. */
    isNeededFor(press: Press, isMenu: boolean): boolean {
      if (press.is === 'form' || press.is === 'override') return true;
      if (press.is !== 'outcome') return false;
      const choice = choices.find(({ outcome }) => outcome === press.outcome);
      return choice !== undefined && needsForm(choice, isMenu ? 'menu' : 'button');
    },

    /** The form about one case. */
    async openVerdict(
      opening: Opening,
      click: Click,
      location: SlackLocation,
      { press, target, seal }: { readonly press: Press; readonly target: Target; readonly seal: Seal | null },
    ): Promise<Opened> {
      const mode = press.is === 'override' ? 'override' : 'comment';
      const chosen = press.is === 'outcome' ? press.outcome : undefined;
      const metadata = { about: { mode, target }, ...location } as const;
      const drawn = seal && location.channel !== null && drawnFor(click, metadata, chosen, seal);
      if (!drawn) return 'refused';
      const startedAtMs = clock.now();
      const opened = await open(opening, draw(drawn, { subject: 'looking-up', events: [] }));
      if (typeof opened === 'string') return opened;
      const known = await inTime(lookFor(target), null, { byMs: startedAtMs + LOOK_UP_MS, clock });
      // With its hash: where an outcome was chosen meanwhile, a newer form stands there, which is filled already.
      await fill(opening, update(opened, filled(drawn, known)));
      return 'opened';
    },

    /** The evidence of a case that is over, for whoever asks. */
    async openEvidence(opening: Opening, target: Target): Promise<Opened> {
      const opened = await open(opening, renderEvidence(null));
      if (typeof opened === 'string') return opened;
      const known = await lookFor(target);
      const item = known?.delivery.content.kind === 'case' ? known.delivery.content.item : null;
      const who = known?.delivery.saysWho;
      const persona = who && isAboutPerson(who, item?.user_email) ? who : undefined;
      await fill(
        opening,
        update({ id: opened.id }, renderEvidence(rankEvidence(item?.events ?? []), persona)),
      );
      return 'opened';
    },

    /** The form about the cases of a list. `offer` looks the cases up. */
    async openBulk(
      opening: Opening,
      location: SlackLocation,
      seal: Seal | null,
      offer: () => Promise<Taken>,
    ): Promise<Opened> {
      const opened = await open(opening, renderBulkWords([BULK.looking]));
      if (typeof opened === 'string') return opened;
      await fill(opening, update({ id: opened.id }, bulkView(await offer(), location, seal)));
      return 'opened';
    },

    /**
     * Shows whether the outcome that was chosen in the form needs a comment. Slack keeps what was typed. Better late than
     * never, and never without the case, since that would take the events away: the rules are judged when the form comes back.
     */
    async follow(view: NonNullable<BlockActions['view']>, click: Pick<Click, 'by'>, seal: Seal | null) {
      const sent = view.callbackId === CALLBACKS.verdict ? readMetadata(view.privateMetadata, seal) : null;
      if (!seal || sent?.origin !== 'genuine') return;
      const drawn = drawnFor(click, sent.metadata, chosenIn(view.values), seal);
      const known = drawn && (await lookFor(drawn.target as Target));
      if (known) await update({ id: view.id }, filled(drawn, known));
    },
  };
}

function bulkView(taken: Taken, location: SlackLocation, seal: Seal | null): ModalView {
  if (taken.is === 'answered') return renderBulkAnswer(taken.answer);
  if (taken.is === 'refused') return renderBulkWords([taken.why]);
  if (taken.is !== 'form' || !seal) return renderBulkWords([NOT_TAKEN]);
  const metadata = writeMetadata({ about: { mode: 'bulk', list: taken.list }, ...location }, seal.of);
  // The list is too long for a form.
  return metadata === null ? renderBulkWords([BULK.none]) : writeForm(taken.form, CALLBACKS.bulk, metadata);
}
