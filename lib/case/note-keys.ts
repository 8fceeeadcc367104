/** The keys of notes in the thread of a case. A key stands for its note for ever: it is posted once. */

const DECISION = 'decision:';
/** Tells of a step of a decision. */
export const decisionNote = (id: string, what: string): string => `${DECISION}${id}:${what}`;
/** Whether a note tells of a decision: an analyst waits for that, and not for evidence. */
export const isDecisionNote = (key: string): boolean => key.startsWith(DECISION);

const UNANSWERED = 'unanswered:';
export const unansweredNote = (n: number): string => `${UNANSWERED}${n}`;
const WORSE = 'worse:';
/** Tells that a case became so severe. */
export const worseNote = (severity: string): string => `${WORSE}${severity}`;
export const isWorseNote = (key: string): boolean => key.startsWith(WORSE);
/** Whether a note tells that nobody answered or that a case became worse, and may call people. */
export const isCallNote = (key: string): boolean => key.startsWith(UNANSWERED) || isWorseNote(key);

const PERSONA = 'who:';
/** `of`: the same for the same person or identity in a case. */
export const personaNoteKey = (of: string): string => `${PERSONA}${of}`;
export const isPersonaNote = (key: string): boolean => key.startsWith(PERSONA);
