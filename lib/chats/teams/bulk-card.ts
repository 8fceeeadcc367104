import type { SealOf } from '../../base/seal.ts';
import { type CaseList, writeCaseList } from '../document/bulk-list.ts';
import { BULK_VERBS } from '../document/bulk-press.ts';
import type { CommandAnswer } from '../document/command-answer.ts';
import { group } from '../document/document.ts';
import type { OfferedForm } from '../presses/bulk.ts';
import { note } from './blocks.ts';
import { execute } from './case-actions.ts';
import { createCard, type TeamsMessage } from './message.ts';
import { renderAnswer } from './renderer.ts';
import { writeGroup } from './write-document.ts';
import { writeFields } from './write-form.ts';

/** The form, in the place of the card that was pressed, for that analyst alone. Null when the list is too long for it. */
export function renderBulkForm({ list, form }: OfferedForm, sealOf: SealOf): TeamsMessage | null {
  const target = writeCaseList(list, sealOf);
  if (target === null) return null;
  const body = [
    ...writeGroup(group({ is: 'head', sign: 'bulk', title: [form.title] })),
    ...writeFields(form),
    ...note(form.note, { spacing: 'small' }),
  ];
  return { summary: form.title, card: createCard(body, [execute(form.submit, BULK_VERBS.decide, target)]) };
}

/** The result of a bulk decision. Teams shows it instead of the card, so it has a button back to the form. */
export const renderBulkAnswer = (answer: CommandAnswer, list: CaseList, sealOf: SealOf): TeamsMessage =>
  renderAnswer({ ...answer, bulk: list }, sealOf);
