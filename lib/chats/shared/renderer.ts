import type { EarlierThreat, Notice } from '../../case/content.ts';
import type { PersonaNote } from '../../case/persona-note.ts';
import { stepsAt } from '../../case/steps-at.ts';
import { isCanary } from '../../config/canary.ts';
import type { Note, Rendered, Renderer } from '../../outbox/renderer.ts';
import type { SealOf } from '../../platform/seal.ts';
import { shortId } from '../../platform/text/format.ts';
import { canaryNotice } from './canary-notice.ts';
import type { CaseStory, ThreatStory, ThreatsStory } from './case-story.ts';
import { type DigestStory, planDigestThread, severalIn, tellDigest } from './digest-story.ts';
import { lifeNotes, untoldChanges } from './life-notes.ts';
import type { RenderRules } from './outcome-choices.ts';
import { planThread, type ThreadMemory, type ThreadPlan } from './plan-thread.ts';
import { storyHash } from './story-hash.ts';
import { tellCase } from './tell-case.ts';
import { tellThreat, tellThreats } from './tell-threat.ts';
import { earlierTitle } from './texts.ts';
import { broughtLine, unansweredNotes } from './unanswered-notes.ts';
import { worseNotes } from './worse-notes.ts';

/** A notice with what its buttons carry. */
export interface NoticeStory extends Notice {
  readonly domain?: string | undefined;
  readonly destination?: string | undefined;
  readonly sealOf?: SealOf | undefined;
}

/** What each chat draws in its own way. */
export interface MessageRenderers<Message> {
  renderCase(story: CaseStory): Message;
  renderThreat(story: ThreatStory): Message;
  renderThreats(story: ThreatsStory): Message;
  renderNotice(notice: NoticeStory): Message;
  renderDigest(story: DigestStory): Message;
  renderThread(plan: ThreadPlan): readonly Note<Message>[];
  renderPersona(note: PersonaNote, quiet: boolean | undefined): Message;
}

export const createRenderer = <Message>(
  rules: RenderRules,
  chat: MessageRenderers<Message>,
): Renderer<Message> => ({
  render(shown, answer) {
    const { key, content, thread, memory, quiet, record, personas = [] } = shown;
    if (content.kind === 'notice') {
      const { proposals } = content.notice;
      const about = proposals ? { ...key, sealOf: rules.sealOf } : {};
      return singleMessage(chat.renderNotice({ ...content.notice, ...about }));
    }
    if (content.kind === 'threat') {
      return singleMessage(chat.renderThreat({ ...tellThreat(content.item, key.domain, rules), quiet }));
    }
    if (content.kind === 'threats') {
      return singleMessage(chat.renderThreats({ ...tellThreats(content.threats, rules), quiet }));
    }
    if (content.kind === 'digest') {
      const notes = chat.renderThread({ ...planDigestThread(content.counts, rules.linkOf), quiet });
      const { sealOf } = rules;
      const several = sealOf ? severalIn(content.counts, key.destination) : [];
      return {
        ...singleMessage(chat.renderDigest({ ...tellDigest(content.counts), several, sealOf })),
        notes,
      };
    }
    if (isCanary(key.domain)) return singleMessage(chat.renderNotice(canaryNotice(content.item, answer)));
    const unanswered = stepsAt(shown, answer);
    const why = broughtLine(unanswered);
    const story = { ...tellCase({ ...content, ...key, config: rules, answer, record }), why, quiet };
    const name = `case ${shortId(content.item.case_id)}`;
    const about = thread ? name : null;
    const plan = planThread(story, answer?.trail ?? [], (memory ?? null) as ThreadMemory | null, about);
    const earlier = earlierNotes(content.earlier ?? [], about);
    const trail = [
      ...plan.trail,
      ...lifeNotes(untoldChanges(shown, answer, rules.tell), about),
      ...worseNotes(content.item, shown, name),
      ...unansweredNotes(unanswered, { about: name, destination: key.destination }),
    ];
    const notes = [
      ...personas.map((note) => ({ key: note.key, message: chat.renderPersona(note, quiet) })),
      ...chat.renderThread({ ...plan, trail }),
      ...earlier.map(({ key, title, threats }) => ({
        key,
        message: chat.renderThreats({ ...tellThreats(threats, rules), title, quiet }),
      })),
    ];
    return { ...singleMessage(chat.renderCase(story)), notes, memory: plan.memory };
  },
});

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
