import { shortId } from '../../base/text/format.ts';
import type { Answer } from '../../case/answer.ts';
import type { EarlierThreat } from '../../case/message-content.ts';
import { PERSON_NOTE } from '../../case/note-keys.ts';
import { isAboutPerson, type PersonaNote } from '../../case/persona-note.ts';
import { stepsShownAt } from '../../case/steps-shown-at.ts';
import { isCanary } from '../../config/canary.ts';
import type { Rendered, Renderer, ToRender } from '../../outbox/renderer-port.ts';
import { canaryNotice } from './canary-notice.ts';
import { type CaseView, caseDocument, isOver } from './case-document.ts';
import type { CaseStory } from './case-story.ts';
import { type ChatWriter, type ThreadWriter, writeFitting } from './chat-writer.ts';
import { personaWays } from './command-answer-document.ts';
import { createCaseStory } from './create-case-story.ts';
import { createThreatStories, createThreatStory } from './create-threat-story.ts';
import { digestDocument } from './digest-document.ts';
import { bulkLists, planDigestThread, tellDigest } from './digest-story.ts';
import { broughtLine, escalationNotes, subjectOf } from './escalation-notes.ts';
import { noticeDocument } from './notice-document.ts';
import type { RenderRules } from './outcome-choices.ts';
import { planThread, type ThreadMemory, type ThreadPlan } from './plan-thread.ts';
import { pendingChanges, statusNotes } from './status-notes.ts';
import { storyHash } from './story-hash.ts';
import { earlierTitle } from './texts.ts';
import { threadDocuments } from './thread-documents.ts';
import { threatDocument, threatsWays } from './threat-documents.ts';
import { worseNotes } from './worse-notes.ts';

export const createRenderer = <Message>(
  rules: RenderRules,
  chat: ThreadWriter<Message>,
): Renderer<Message> => ({
  render(shown, answer) {
    const { key, content, thread, memory, quiet, record, personas = [] } = shown;
    if (content.kind === 'notice') {
      const { proposals } = content.notice;
      const about = proposals ? { ...key, sealOf: rules.sealOf } : {};
      return singleMessage(chat.write(noticeDocument({ ...content.notice, ...about })));
    }
    if (content.kind === 'threat') {
      const story = { ...createThreatStory(content.item, key.domain, rules), quiet };
      return singleMessage(chat.write(threatDocument(story)));
    }
    if (content.kind === 'threats') {
      const story = { ...createThreatStories(content.threats, rules), quiet };
      return singleMessage(writeFitting(chat, threatsWays(story)));
    }
    if (content.kind === 'digest') {
      const notes = writeThread(chat, { ...planDigestThread(content.counts, rules.linkOf), quiet });
      const { sealOf } = rules;
      const bulk = sealOf ? bulkLists(content.counts, key.destination) : [];
      return {
        ...singleMessage(chat.write(digestDocument({ ...tellDigest(content.counts), bulk, sealOf }))),
        notes,
      };
    }
    if (isCanary(key.domain))
      return singleMessage(chat.write(noticeDocument(canaryNotice(content.item, answer))));
    const escalation = stepsShownAt(shown, answer);
    const why = broughtLine(escalation);
    const story = { ...createCaseStory({ ...content, ...key, config: rules, answer, record }), why, quiet };
    const about = thread ? `case ${shortId(content.item.case_id)}` : null;
    const plan = planThread(story, answer, (memory ?? null) as ThreadMemory | null, about);
    const earlier = earlierNotes(content.earlier ?? [], about);
    const trail = [
      ...plan.trail,
      ...statusNotes(pendingChanges(shown, answer, rules.tell), about),
      ...worseNotes(content.item, shown, subjectOf({ ...story, severity: null })),
      ...escalationNotes(escalation, { about: subjectOf(story), destination: key.destination }),
    ];
    const who = shown.main === null ? personas.find(({ key }) => key === PERSON_NOTE) : shown.saysWho;
    const { message, saysWho } = writeCase(chat, story, who, !shown.main);
    const untold = saysWho || shown.saysWho ? personas.filter(({ key }) => key !== PERSON_NOTE) : personas;
    const notes = [
      ...untold.map((note) => ({ key: note.key, message: writeFitting(chat, personaWays(note, quiet)) })),
      ...writeThread(chat, { ...plan, trail }),
      ...earlier.map(({ key, title, threats }) => ({
        key,
        message: writeFitting(chat, threatsWays({ ...createThreatStories(threats, rules), title, quiet })),
      })),
    ];
    return { ...singleMessage(message), saysWho, notes, memory: plan.memory };
  },
});

/**
 * The message with who the case is about, if the chat takes that. One that was posted keeps it; a case that is over before its
 * message is posted has it in its thread.
 */
function writeCase<Message>(
  chat: ChatWriter<Message>,
  story: CaseStory,
  persona: PersonaNote | undefined,
  isNew: boolean,
  view?: CaseView,
): { readonly message: Message; readonly saysWho: boolean } {
  const write = (one: CaseStory) => chat.write(caseDocument(one, chat.surface, view));
  const isTold = persona && isAboutPerson(persona, story.who.email) && !(isNew && isOver(story));
  const message = isTold ? write({ ...story, persona }) : null;
  return message !== null && chat.fits(message)
    ? { message, saysWho: true }
    : { message: write(story), saysWho: false };
}

type AloneShown = Pick<ToRender, 'key' | 'content' | 'quiet' | 'record' | 'handedOverAtMs' | 'saysWho'>;

/** The message of a case alone; null for what is no case. */
export const renderCaseAlone = <Message>(
  rules: RenderRules,
  chat: ChatWriter<Message>,
  shown: AloneShown,
  answer: Answer | null,
  view: CaseView = {},
): Message | null => {
  const { key, content, quiet, record } = shown;
  if (content.kind !== 'case') return null;
  const why = broughtLine(stepsShownAt(shown, answer));
  const story = { ...createCaseStory({ ...content, ...key, config: rules, answer, record }), why, quiet };
  return writeCase(chat, story, shown.saysWho, false, view).message;
};

const writeThread = <Message>(chat: ThreadWriter<Message>, plan: ThreadPlan) =>
  threadDocuments(plan, chat.paging).map(({ key, message }) => ({ key, message: chat.write(message) }));

/** As many as fit into one message, each time; the first says how many there are. */
const EARLIER_EACH = 10;

function earlierNotes(all: readonly EarlierThreat[], about: string | null) {
  const pages = Array.from({ length: Math.ceil(all.length / EARLIER_EACH) }, (_, index) =>
    all.slice(index * EARLIER_EACH, (index + 1) * EARLIER_EACH),
  );
  const title = earlierTitle(all.length, about);
  return pages.map((threats, index) => ({ key: `earlier:${index + 1}`, title, threats }));
}

export const singleMessage = <Message>(message: Message): Rendered<Message> => ({
  main: { message, hash: storyHash(message) },
  notes: [],
  memory: null,
});
