import type { Answer, DecisionState } from '../../case/answer.ts';
import type { CaseFacts } from '../../case/case-facts.ts';
import { FORGOTTEN } from '../../case/case-skeleton.ts';
import {
  type Content,
  type DigestCounts,
  type GroupedThreat,
  NOBODY_NAMED,
} from '../../case/message-content.ts';
import { readPast, writePast } from '../../case/past-fact.ts';
import { type Case, type CaseEvent, THREAT_TYPES } from '../../posture/schemas/case.ts';
import type { Threat } from '../../posture/schemas/threat.ts';
import { type Identifier, identifiersIn, partsOf, personIn } from './known-people.ts';
import type { PseudonymOf } from './pseudonym.ts';
import { createScrub } from './scrub.ts';

/** How much of people a destination shows. `minimal`: no name, no address, and no text that somebody wrote about them. */
export type Show = 'full' | 'pseudonym' | 'minimal';

export const NOT_SHOWN = 'Person not shown';
const SOMEBODY = '(person)';
/** What a digest counts together: no person. */
const NO_PERSON: ReadonlySet<string> = new Set(['', 'others', NOBODY_NAMED, FORGOTTEN]);

type Scrub = (text: string) => string;

/** What may be shown of people: their name in a sentence, and in place of a name. */
interface Words {
  readonly name: (person: string) => string;
  readonly inText: (person: string) => string;
  /** Whether texts that somebody wrote are shown. */
  readonly texts: boolean;
}

const wordsOf = (show: Exclude<Show, 'full'>, pseudonymOf: PseudonymOf): Words =>
  show === 'pseudonym'
    ? { name: pseudonymOf, inText: pseudonymOf, texts: true }
    : { name: () => NOT_SHOWN, inText: () => SOMEBODY, texts: false };

/** What a destination is shown of an item, and of what was decided about it. What analysts wrote stays as it is. */
export function redact<Given extends Answer | null>(
  content: Content,
  answer: Given,
  show: Show,
  pseudonymOf: PseudonymOf,
): { readonly content: Content; readonly answer: Given } {
  if (show === 'full') return { content, answer };
  const words = wordsOf(show, pseudonymOf);
  const scrub = createScrub(namedIn(content), words.inText);
  return { content: redactContent(content, words, scrub), answer: answer && redactAnswer(answer, scrub) };
}

function namedIn(content: Content): readonly Identifier[] {
  if (content.kind === 'case' || content.kind === 'threat') return identifiersIn(content.item);
  // Each of several threats is redacted by itself.
  if (content.kind === 'notice' || content.kind === 'threats') return [];
  return Object.keys(content.counts.byPerson)
    .filter((person) => !NO_PERSON.has(person))
    .flatMap((person) => partsOf(person, person));
}

function redactContent(content: Content, words: Words, scrub: Scrub): Content {
  switch (content.kind) {
    case 'case':
      return {
        ...content,
        item: redactCase(content.item, words, scrub),
        trimmed: content.trimmed.map(scrub),
        ...(content.earlier && { earlier: content.earlier.map((one) => redactGrouped(one, words)) }),
        ...(content.facts && { facts: redactFacts(content.facts, words, scrub) }),
      };
    case 'threat':
      return {
        ...content,
        item: redactThreat(content.item, words, scrub),
        trimmed: content.trimmed.map(scrub),
      };
    case 'notice': {
      const { title, text } = content.notice;
      return { ...content, notice: { ...content.notice, title: scrub(title), text: scrub(text) } };
    }
    case 'digest':
      return { ...content, counts: redactDigest(content.counts, words, scrub) };
    case 'threats':
      return { ...content, threats: content.threats.map((one) => redactGrouped(one, words)) };
  }
}

const redactCase = (item: Case, words: Words, scrub: Scrub): Case => ({
  case_id: item.case_id,
  ...whoOf(item, words),
  threat_type: isKnown(item.threat_type) ? item.threat_type : maybe(item.threat_type, scrub),
  threat_brief: words.texts ? maybe(item.threat_brief, scrub) : null,
  created_at: item.created_at,
  updated_at: item.updated_at ?? null,
  closed_at: item.closed_at ?? null,
  ...(item.state !== undefined && { state: item.state }),
  ...(item.events && { events: item.events.map((event) => redactEvent(event, words, scrub)) }),
});

/** Where no person is shown, nothing is counted of one either. */
const redactFacts = ({ past, connectors }: CaseFacts, words: Words, scrub: Scrub): CaseFacts => ({
  ...(past && { past: words.texts ? past : withoutPerson(past) }),
  ...(connectors && {
    connectors: connectors.map(({ name, status }) => ({ name: scrub(name), status })),
  }),
});

function withoutPerson(past: string): string {
  const fact = readPast(past);
  return fact ? writePast({ ...fact, person: null }) : '';
}

const redactEvent = (event: CaseEvent, words: Words, scrub: Scrub): CaseEvent => ({
  event_id: event.event_id,
  severity: event.severity,
  category: event.category?.map(scrub),
  subcategory: event.subcategory?.map(scrub),
  signal_type: maybe(event.signal_type, scrub),
  source: maybe(event.source, scrub),
  title: words.texts ? maybe(event.title, scrub) : null,
  summary: words.texts ? maybe(event.summary, scrub) : null,
  flagged: event.flagged,
  safe: event.safe,
  created_at: event.created_at,
});

const redactThreat = (item: Threat, words: Words, scrub: Scrub): Threat => ({
  event_id: item.event_id,
  ...whoOf(item, words),
  category: item.category?.map(scrub),
  subcategory: item.subcategory?.map(scrub),
  title: words.texts ? maybe(item.title, scrub) : null,
  summary: words.texts ? maybe(item.summary, scrub) : null,
  source: maybe(item.source, scrub),
  source_table: maybe(item.source_table, scrub),
  source_event_ids: item.source_event_ids,
  created_at: item.created_at,
});

/** As if it stood alone: what people of another threat are called must not decide whom it names. */
const redactGrouped = <One extends GroupedThreat>({ item, ...named }: One, words: Words) => ({
  ...named,
  ...(item && { item: redactThreat(item, words, createScrub(identifiersIn(item), words.inText)) }),
});

function whoOf(item: Case | Threat, words: Words) {
  const person = personIn(item);
  const name = person === null || person === FORGOTTEN ? person : words.name(person);
  return { user_name: name, user_email: null };
}

const redactDigest = (counts: DigestCounts, words: Words, scrub: Scrub): DigestCounts => {
  const nameOf = (person: string) => (NO_PERSON.has(person) ? person : words.name(person));
  return {
    ...counts,
    byType: renamed(counts.byType, (type) => (isKnown(type) ? type : scrub(type))),
    byPerson: words.texts ? renamed(counts.byPerson, nameOf) : {},
    ...(counts.listed && {
      listed: counts.listed.map((one) => ({
        ...one,
        type: isKnown(one.type) ? one.type : scrub(one.type),
        person: nameOf(one.person),
      })),
    }),
  };
};

/** Counts under other names: those that become the same are one. */
function renamed(counts: Readonly<Record<string, number>>, rename: (name: string) => string) {
  const sums = new Map<string, number>();
  for (const [name, count] of Object.entries(counts)) {
    sums.set(rename(name), (sums.get(rename(name)) ?? 0) + count);
  }
  return Object.fromEntries(sums);
}

/** What the platform said about a decision may name the person. */
const redactAnswer = <Given extends Answer>(answer: Given, scrub: Scrub): Given => ({
  ...answer,
  decision: answer.decision && { ...answer.decision, state: redactState(answer.decision.state, scrub) },
  trail: answer.trail.map((entry) => ({ ...entry, answer: maybe(entry.answer, scrub) ?? null })),
});

const redactState = (state: DecisionState, scrub: Scrub): DecisionState =>
  state.is === 'failed' ? { ...state, message: scrub(state.message) } : state;

const isKnown = (type: string | null | undefined): boolean =>
  THREAT_TYPES.some((known) => known === type?.toLowerCase());

const maybe = <Text extends string | null | undefined>(text: Text, scrub: Scrub): Text =>
  (text ? scrub(text) : text) as Text;
