import * as z from 'zod/mini';
import type { Sentence } from '../../case/sentence.ts';
import { parseJson } from '../../platform/http/parse-json.ts';
import type { Seal, SealOf } from '../../platform/seal.ts';
import { ALL, CASES_FIELD } from '../document/bulk-form.ts';
import { allOfThem, BULK, listedNote, listedTitle } from '../document/bulk-words.ts';
import { asciiJson } from '../document/button-target.ts';
import { type CaseList, readCaseList, writeCaseList } from '../document/case-list.ts';
import type { CaseStory } from '../document/case-story.ts';
import type { CommandAnswer } from '../document/command-answer.ts';
import type { BulkForm } from '../presses/take-bulk.ts';
import { LIMITS } from './limits.ts';
import type { SlackBlock } from './message.ts';
import { commentInput, type ModalView, outcomeInput } from './modal.ts';
import type { Option } from './render-actions.ts';
import { context, plain, plainSaid, richText, section } from './render-blocks.ts';
import { renderAnswer } from './renderer.ts';
import { spoken } from './sentences.ts';

export const BULK_CALLBACK = 'bulk';

/** What a submitted form does not say by itself. */
export interface BulkMetadata {
  readonly list: CaseList;
  readonly channel: string | null;
  /** The digest; null for what only one person sees. */
  readonly messageTs: string | null;
  readonly threadTs: string | null;
  readonly responseUrl: string | null;
  readonly commentRoom: number;
}

const frame = (blocks: readonly SlackBlock[]): ModalView => ({
  type: 'modal',
  callback_id: BULK_CALLBACK,
  title: plain(BULK.title, LIMITS.modalTitle),
  close: plain('Close', LIMITS.modalButton),
  blocks,
});

/** While the cases are looked up, and where none can be decided: words, and nothing to send. */
export const renderBulkWords = (words: Sentence): ModalView => frame(richText([section([spoken(words)])]));
export const renderBulkAnswer = (answer: CommandAnswer): ModalView => frame(renderAnswer(answer).blocks);

/** Null when the list is too long for a form. */
export function renderBulkModal(
  { list, stories, choices, room }: BulkForm,
  { sealOf, ...where }: Omit<BulkMetadata, 'commentRoom' | 'list'> & { readonly sealOf: SealOf },
): ModalView | null {
  const written = writeBulkMetadata({ ...where, list, commentRoom: room }, sealOf);
  if (written === null) return null;
  const form = { choices, mode: 'comment', chosen: undefined } as const;
  return {
    ...frame([
      casesInput(stories),
      outcomeInput(form, { follows: false }),
      commentInput(form, room, { optional: true }),
      context('Each case gets a decision of its own, which can be taken back on its message.'),
    ]),
    submit: plain(BULK.submit, LIMITS.modalButton),
    private_metadata: written,
  };
}

function casesInput(stories: readonly CaseStory[]): SlackBlock {
  const all: Option = { text: plain(allOfThem(stories.length), LIMITS.optionText), value: ALL };
  const options = stories.map((story, at) => ({
    text: plainSaid(listedTitle(story), LIMITS.optionText, 'Case'),
    value: String(at),
    description: plain(listedNote(story), LIMITS.optionDescription),
  }));
  return {
    type: 'input',
    block_id: CASES_FIELD,
    label: plain(BULK.cases, LIMITS.label),
    element: { type: 'multi_static_select', action_id: CASES_FIELD, options: [all, ...options] },
  };
}

/** Without the response_url when that is too long. */
export function writeBulkMetadata(metadata: BulkMetadata, sealOf: SealOf): string | null {
  const whole = written(metadata, sealOf);
  const short =
    whole && whole.length > LIMITS.privateMetadata
      ? written({ ...metadata, responseUrl: null }, sealOf)
      : whole;
  return short !== null && short.length <= LIMITS.privateMetadata ? short : null;
}

function written(metadata: BulkMetadata, sealOf: SealOf): string | null {
  const list = writeCaseList(metadata.list, sealOf);
  if (list === null) return null;
  const fields = fieldsOf(list, metadata);
  return asciiJson({ ...fields, s: sealOf(sealedText(fields)) });
}

const fieldsOf = (
  list: string,
  { channel, messageTs, threadTs, responseUrl, commentRoom }: Omit<BulkMetadata, 'list'>,
) => ({
  l: list,
  ...(channel !== null && { h: channel }),
  ...(messageTs !== null && { m: messageTs }),
  ...(threadTs !== null && { t: threadTs }),
  ...(responseUrl !== null && { u: responseUrl }),
  r: commentRoom,
});

const sealedText = (fields: object): string => `cases-form ${asciiJson(fields)}`;

const text = z.optional(z.string());
const Written = z.object({ l: z.string(), h: text, m: text, t: text, u: text, r: z.int(), s: z.string() });

/** Null for what the bridge did not write. */
export function readBulkMetadata(value: unknown, seal: Pick<Seal, 'isGenuine'> | null): BulkMetadata | null {
  const { data } = Written.safeParse(typeof value === 'string' ? parseJson(value) : null);
  if (!data || !seal) return null;
  const { l, h = null, m = null, t = null, u = null, r, s } = data;
  const rest = { channel: h, messageTs: m, threadTs: t, responseUrl: u, commentRoom: r };
  const list = readCaseList(l, seal);
  return list && seal.isGenuine(sealedText(fieldsOf(l, rest)), s) ? { list, ...rest } : null;
}
