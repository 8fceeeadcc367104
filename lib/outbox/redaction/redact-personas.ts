import type { AnswerPart } from '../../case/answer-part.ts';
import type { PersonaNote } from '../../case/persona-note.ts';
import type { Sentence } from '../../case/sentence.ts';
import type { Case } from '../../posture/schemas/case.ts';
import { identifiersIn, partsOf } from './known-people.ts';
import { canonical, type PseudonymOf } from './pseudonym.ts';
import type { Show } from './redact.ts';
import { createScrub } from './scrub.ts';

/**
 * What a destination is shown of personas. That of a person tells who they are, however it is scrubbed, so it is shown only
 * where people are. Of a service identity, the people whom it names are hidden as those of the case are.
 */
export function redactPersonas(
  notes: readonly PersonaNote[],
  item: Case,
  show: Show,
  pseudonymOf: PseudonymOf,
): readonly PersonaNote[] {
  if (show === 'full') return notes;
  if (show === 'minimal') return [];
  return notes
    .filter(({ about }) => about === 'service')
    .map((note) => {
      const named = note.people.flatMap((person) => partsOf(person, person));
      // Its event names it where others name people. It is none.
      const others = identifiersIn(item).filter(({ person }) => canonical(person) !== canonical(note.name));
      const scrub = createScrub([...others, ...named], pseudonymOf);
      return {
        ...note,
        name: scrub(note.name),
        parts: note.parts.map((part) => scrubbed(part, scrub)),
        people: [],
      };
    });
}

type Scrub = (text: string) => string;

function scrubbed(part: AnswerPart, scrub: Scrub): AnswerPart {
  const words = (sentence: Sentence): Sentence =>
    sentence.map((one) => (typeof one !== 'string' && 'said' in one ? { said: scrub(one.said) } : one));
  switch (part.is) {
    case 'heading':
      return { ...part, words: words(part.words) };
    case 'lines':
      return { ...part, lines: part.lines.map(words) };
    case 'text':
      return { ...part, text: scrub(part.text) };
    // No persona has them. What redaction does not know, it does not let through.
    case 'list':
      return { ...part, items: [] };
    case 'hunting':
      return { ...part, queries: [] };
  }
}
