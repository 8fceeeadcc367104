/** The keys of notes in the thread of a case. A key stands for its note for ever, so that the note is posted once. */

const DECISION = 'decision:';
/** The note about a step of a decision. */
export const decisionNote = (id: string, what: string): string => `${DECISION}${id}:${what}`;
/** Whether a note is about a decision: analysts wait for those, and not for evidence. */
export const isDecisionNote = (key: string): boolean => key.startsWith(DECISION);

const ESCALATION = 'escalation:';
export const escalationNote = (n: number): string => `${ESCALATION}${n}`;
const WORSE = 'worse:';
/** The note that the case rose to this severity. */
export const worseNote = (severity: string): string => `${WORSE}${severity}`;
export const isWorseNote = (key: string): boolean => key.startsWith(WORSE);
/** Whether a note says that nobody answered or that the case became worse, and so may mention people. */
export const isCallNote = (key: string): boolean => key.startsWith(ESCALATION) || isWorseNote(key);

const PERSONA = 'who:';
/** `of`: equal for the same person or identity in a case. */
export const personaNoteKey = (of: string): string => `${PERSONA}${of}`;
/** The note about the person of a case: where that person is known in time, the message says it instead. */
export const PERSON_NOTE = personaNoteKey('person');
export const isPersonaNote = (key: string): boolean => key.startsWith(PERSONA);
