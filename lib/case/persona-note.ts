import type { AnswerPart } from './answer-part.ts';
import type { Sentence } from './sentence.ts';

/** What the platform knows of somebody, or of a service identity, in short. */
export interface KnownPersona {
  readonly about: 'person' | 'service';
  readonly name: string;
  readonly parts: readonly AnswerPart[];
  /** By what people are known whom it names: where people are hidden, these are. */
  readonly people: readonly string[];
}

/** The same as a note in the thread of a case. Its key stands for it for ever. */
export interface PersonaNote extends KnownPersona {
  readonly key: string;
}

export const personaTitle = ({ name, about }: Pick<KnownPersona, 'name' | 'about'>): Sentence => [
  about === 'person' ? 'Who is ' : 'What is ',
  { said: name },
];

/** For a notification that says nothing of people. */
export const QUIET_PERSONA = 'Who this case is about';
