import { counted, isShortId } from '../../base/text/format.ts';
import type { AnswerPart } from '../../case/answer-part.ts';
import { STATE_WORDS } from '../../case/case-state.ts';
import type { Evidence } from '../../case/evidence.ts';
import { NOBODY_NAMED } from '../../case/message-content.ts';
import type { Sentence } from '../../case/sentence.ts';
import { createCaseStory } from '../../chats/document/create-case-story.ts';
import { SHOWN_EVENTS } from '../../chats/document/how-many-shown.ts';
import { ROOM } from '../../chats/document/message-limits.ts';
import { moreInPlatform } from '../../chats/document/texts.ts';
import type { Case, CaseState } from '../../posture/schemas/case.ts';
import { readTimestamp } from '../../posture/schemas/timestamp.ts';
import { severityLabel } from '../../posture/severity.ts';
import { standingText } from '../../verdict/decision-text.ts';
import {
  dotted,
  fact,
  lines,
  longText,
  moment,
  prefixed,
  said,
} from '../entry-points/command/answer-words.ts';
import {
  type CommandContext,
  type DomainAnswer,
  nothing,
  type StoredCase,
} from '../entry-points/command/command-context.ts';
import { redactedCase } from '../entry-points/command/redacted.ts';
import { caseLine } from './answer-lists.ts';
import { lookForCase, lookForCasesBy, type Parted, stateOf } from './find-items.ts';
import { casesInTrail, severalBeginSo } from './short-id.ts';

/** One case, by its id or the first 8 characters of it. */
export async function answerCase(context: CommandContext, id: string): Promise<DomainAnswer> {
  if (!isShortId(id)) return answerWhole(context, id);
  const { items, all, error } = await lookForCasesBy(context, id).catch(notAnswered);
  const [first, ...others] = items;
  if (first && others.length > 0)
    return severalBeginSo(
      'case',
      id,
      items.map((item) => caseLine(context, item)),
    );
  if (first) return answerWhole(context, first.case_id, first);
  const known = await casesInTrail(context, id);
  if (known.length > 1)
    return severalBeginSo(
      'case',
      id,
      known.map((one) => ({ words: ['case ', ...said(one, ROOM.id)] })),
    );
  if (known[0] !== undefined) return answerWhole(context, known[0]);
  if (error !== undefined) throw error;
  return nothing(all ? 'No such case.' : NOT_AMONG);
}

const notAnswered = (error: unknown): Parted<Case> => ({ items: [], all: false, error });

/** As the platform has it now, or else as it was last shown. */
async function answerWhole(context: CommandContext, id: string, listed?: Case): Promise<DomainAnswer> {
  const stored = await context.ledger.caseOf(context.name, id);
  const knownSinceMs = stored.item ? readTimestamp(stored.item.created_at) : null;
  try {
    const { item, all } = listed
      ? { item: listed, all: false }
      : await lookForCase(context, id, knownSinceMs);
    if (item) return tell(context, stored, item, await stateOf(context, item));
    if (!stored.item) return nothing(all ? `No such case.${isPart(id) ? GIVE_MORE : ''}` : NOT_AMONG);
    return withNote(tell(context, stored, stored.item, null), [
      all ? `No longer in the platform. ${LAST_SHOWN}` : LAST_SHOWN,
    ]);
  } catch (error) {
    if (!stored.item) throw error;
    return withNote(tell(context, stored, stored.item, null), [...context.explain(error), ' ', LAST_SHOWN]);
  }
}

const isPart = (id: string): boolean => /^[0-9a-f-]{1,7}$/i.test(id);
const GIVE_MORE = ' Give at least the first 8 characters of the id.';
const NOT_AMONG = 'Not among the newest 1,000 cases of the platform. Look for it there.';
const LAST_SHOWN = 'As last shown here:';

const withNote = (answer: DomainAnswer, note: Sentence): DomainAnswer => ({
  ...answer,
  parts: [...lines(note), ...answer.parts],
});

function tell(
  context: CommandContext,
  stored: StoredCase,
  found: Case,
  state: CaseState | null,
): DomainAnswer {
  const { item, answer } = redactedCase(context, found, stored.answer);
  const { record } = stored;
  const story = createCaseStory({
    item,
    domain: context.name,
    destination: '',
    config: context.rules,
    answer,
    record,
  });
  const { words, comment } = standingText(story);
  const { name, email } = story.who;
  const headline = dotted(
    said(story.headline, ROOM.headline),
    story.severity ? [severityLabel(story.severity)] : [],
    [counted(story.eventCount, 'event')],
  );
  return {
    found: true,
    parts: [
      { is: 'list', items: [{ words: headline, link: story.link }] },
      ...lines(
        dotted(said(name ?? NOBODY_NAMED, ROOM.name), said(name === null ? null : email, ROOM.email)),
        dotted(
          ['Opened ', { atMs: story.openedAtMs }],
          prefixed('changed ', moment(item.updated_at)),
          prefixed('closed ', moment(item.closed_at)),
        ),
        ...fact('In the platform', state ? [STATE_WORDS[state]] : []),
        ...fact('In the bridge', words ?? ['nobody has decided']),
        ...fact('Comment', said(comment, ROOM.comment)),
      ),
      ...longText(story.brief),
      ...evidenceParts(story.evidence),
    ],
  };
}

function evidenceParts(evidence: readonly Evidence[]): readonly AnswerPart[] {
  const shown = evidence.slice(0, SHOWN_EVENTS + 2);
  if (shown.length === 0) return [];
  const left = evidence.length - shown.length;
  return [
    { is: 'list', items: shown.map((event) => ({ words: eventLine(event) })) },
    ...lines(left > 0 ? [moreInPlatform(left)] : []),
  ];
}

const eventLine = ({ title, severity, source, atMs, eventId, safe }: Evidence) =>
  dotted(
    said(title, ROOM.eventTitle),
    severity ? [severityLabel(severity)] : [],
    said(source, ROOM.source),
    atMs === null ? [] : [{ atMs }],
    safe ? ['marked safe'] : [],
    ['event ', ...said(eventId, ROOM.id)],
  );
