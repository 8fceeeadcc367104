import type { Person } from '../case/answer.ts';

/** The person who presses the buttons of a canary: the bridge itself. No chat has this name. */
export const CANARY_PERSON: Person = { surface: 'canary', id: 'canary', name: 'the bridge itself' };

export const isCanaryPerson = ({ surface }: Pick<Person, 'surface'>): boolean =>
  surface === CANARY_PERSON.surface;
