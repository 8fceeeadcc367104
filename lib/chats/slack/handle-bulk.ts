import { slack as section } from '../../config/chats/slack.ts';
import type { Metrics } from '../../config/metrics.ts';
import type { Seal } from '../../platform/seal.ts';
import type { ChatDirectory } from '../../verdict/authorize.ts';
import { BULK_VERBS, CASES_FIELD } from '../document/bulk-form.ts';
import { BULK } from '../document/bulk-words.ts';
import { type CaseList, readCaseList } from '../document/case-list.ts';
import { NOT_TAKEN } from '../document/texts.ts';
import { FIELDS } from '../document/verdict-form.ts';
import type { Clicked } from '../presses/click-messages.ts';
import type { Presser } from '../presses/judge-press.ts';
import { type BulkParts, createTakeBulk } from '../presses/take-bulk.ts';
import {
  BULK_CALLBACK,
  readBulkMetadata,
  renderBulkAnswer,
  renderBulkModal,
  renderBulkWords,
} from './bulk-modal.ts';
import { clickIdOf } from './click-id.ts';
import { personOf, writeReply } from './clicker.ts';
import type { FormParts } from './form.ts';
import type { BlockActions, SlackUser, ViewSubmission } from './interaction.ts';
import type { ModalView } from './modal.ts';
import { bulkEntries } from './modal-answer.ts';
import { pressedValue } from './read-press.ts';

export interface BulkHandlerParts
  extends Omit<BulkParts, 'config' | 'lookUp'>,
    Pick<FormParts, 'config' | 'api' | 'lookUp' | 'clock'> {
  readonly directory: ChatDirectory;
  readonly buttonSeal: () => Promise<Seal | null>;
  readonly metrics: Metrics;
}

/** The form in which several cases are decided at once. */
export function createBulkForm(parts: BulkHandlerParts) {
  const { api, directory, buttonSeal, clock, log, metrics } = parts;
  const take = createTakeBulk(parts);

  const presserOf = (user: SlackUser, channelId: string | null): Presser => ({
    person: personOf(user),
    channelId,
    isOutsider: user.isForeign,
    namedIn: section.namedIn,
    directory,
  });

  /** What the form shows once the cases were looked up. */
  async function filled(click: BlockActions, list: CaseList, seal: Seal): Promise<ModalView> {
    const offered = await take.offer(list, presserOf(click.user, click.channelId));
    if (offered.is === 'none') return renderBulkAnswer(offered.answer);
    const modal = renderBulkModal(offered, {
      channel: click.channelId,
      messageTs: click.ephemeral ? null : click.messageTs,
      threadTs: click.threadTs,
      responseUrl: click.responseUrl,
      sealOf: seal.of,
    });
    return modal ?? renderBulkWords([BULK.none]);
  }

  return {
    isOpening: ({ actionId, view }: BlockActions): boolean =>
      view === null && actionId.startsWith(BULK_VERBS.open),

    /** Opened before anything is looked up: a trigger lives for three seconds. Throws when Slack did not open it. */
    async open(click: BlockActions): Promise<void> {
      const seal = await buttonSeal();
      const list = readCaseList(pressedValue(click.payload), seal);
      const view = renderBulkWords([list ? BULK.looking : BULK.altered]);
      if (!list) log('press refused', { surface: 'slack', because: 'altered', by: click.user.id });
      const slack = await api();
      const opened = await slack.call('views.open', { trigger_id: click.triggerId ?? '', view });
      if (opened.is !== 'ok') throw new Error(`the form was not opened: ${opened.is}`);
      if (!list || !seal) return;
      const { id } = (opened.body.view ?? {}) as { readonly id?: string };
      const next = await filled(click, list, seal).catch((error: unknown) => {
        log('form not filled', { surface: 'slack', error: String(error) });
        return renderBulkWords([NOT_TAKEN]);
      });
      const shown = await slack.call('views.update', { view_id: id, view: next });
      if (shown.is !== 'ok') log('form not filled', { surface: 'slack', is: shown.is });
    },

    isSubmission: ({ view }: ViewSubmission): boolean => view.callbackId === BULK_CALLBACK,

    async submitted(submission: ViewSubmission): Promise<object> {
      const { view, user } = submission;
      const metadata = readBulkMetadata(view.privateMetadata, await buttonSeal());
      const entries = bulkEntries(view.values);
      if (!metadata || !entries) {
        log('press refused', { surface: 'slack', because: 'altered', by: user.id });
        return atCases(BULK.altered);
      }
      const { list, channel, messageTs, threadTs, responseUrl, commentRoom } = metadata;
      const by = personOf(user);
      const clicked: Clicked = {
        by,
        reply: writeReply({ responseUrl, channel, messageTs, threadTs, userId: by.id }),
        clickId: clickIdOf(submission),
        atMs: clock.now(),
        channelId: channel,
      };
      try {
        const taken = await take.decide(list, entries, presserOf(user, channel), clicked, commentRoom);
        return taken.is === 'errors'
          ? { response_action: 'errors', errors: errorsOf(taken) }
          : { response_action: 'update', view: renderBulkAnswer(taken.answer) };
      } catch (error) {
        log('click not queued', { surface: 'slack', kind: 'bulk', error: String(error) });
        metrics('surface', { Surface: 'slack' }, { ClicksLost: 1 });
        return atCases(NOT_TAKEN);
      }
    },
  };
}

const atCases = (error: string) => ({ response_action: 'errors', errors: { [CASES_FIELD]: error } });

const errorsOf = ({
  cases,
  outcome,
  comment,
}: {
  readonly cases: string | null;
  readonly outcome: string | null;
  readonly comment: string | null;
}) =>
  Object.fromEntries(
    Object.entries({ [CASES_FIELD]: cases, [FIELDS.outcome]: outcome, [FIELDS.comment]: comment }).filter(
      ([, problem]) => problem !== null,
    ),
  );
