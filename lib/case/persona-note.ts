import type { AnswerPart } from './answer-part.ts';
import type { Sentence } from './sentence.ts';

/** What the platform knows about a person or a service identity, in short. */
export interface KnownPersona {
  readonly about: 'person' | 'service';
  readonly name: string;
  readonly parts: readonly AnswerPart[];
  /** How the people in it are named: redaction hides these. */
  readonly people: readonly string[];
}

/** The same as a note in the thread of a case. Its key identifies it for ever. */
export interface PersonaNote extends KnownPersona {
  readonly key: string;
}

/** Whether it is still about the person whom the case names: a change of the case may name another. */
export const isAboutPerson = ({ people }: KnownPersona, email: string | null | undefined): boolean =>
  !!email && people.some((one) => one.trim().toLowerCase() === email.trim().toLowerCase());

export const personaTitle = ({ name, about }: Pick<KnownPersona, 'name' | 'about'>): Sentence => [
  about === 'person' ? 'Who is ' : 'What is ',
  { said: name },
];

/** For a notification that names nobody. */
export const QUIET_PERSONA = 'Who this case is about';
