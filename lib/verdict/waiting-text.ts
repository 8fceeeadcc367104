import type { DecisionState, WaitReason } from '../case/answer.ts';
import type { Sentence } from '../case/sentence.ts';
import { givesUpAtMs } from './verdict-retries.ts';

const WAITING: Readonly<Record<WaitReason, string>> = {
  'not-ready': "The platform isn't ready",
  'rate-limited': 'The platform is busy',
  unreachable: "The platform can't be reached",
};
const KEY_REFUSED = "The platform refuses the bridge's API key, and an operator has to look";

/** Why a decision is not recorded yet, and how long the bridge keeps trying. */
export const waitingText = (state: Extract<DecisionState, { is: 'waiting' }>): Sentence => [
  `${state.keyRefused ? KEY_REFUSED : WAITING[state.because]}; retrying until `,
  { atMs: givesUpAtMs(state) },
];
