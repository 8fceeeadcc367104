import type { CaseVerdict } from '../../../lib/case/answer.ts';
import {
  MalformedError,
  NotFoundError,
  NotReadyError,
  RateLimitedError,
  RejectedError,
  UnauthorizedError,
  UnreachableError,
} from '../../../lib/posture/errors.ts';
import type { VerdictAnswer } from '../../../lib/posture/verdict.ts';
import type { VerdictPlatform } from '../../../lib/verdict/verdict-platform.ts';
import type { Instance, World } from './world.ts';

type Refused = Extract<VerdictAnswer, { status: 'refused' }>['error'];

const NO: readonly (() => Refused)[] = [
  () => new UnauthorizedError('401'),
  () => new NotFoundError('404'),
  () => new NotReadyError('423', { days_until_ready: 0.001 }),
  () => new RateLimitedError('429', 3_000),
  () => new RejectedError('400', 400),
  () => new UnreachableError('no route', false),
];
const UNCLEAR: readonly (() => Error)[] = [
  () => new UnreachableError('reset', true),
  () => new MalformedError('not JSON'),
  () => new RejectedError('500', 500),
  () => new Error('a mistake in the client'),
];

/** One POST, as the platform saw it. */
export interface Submission {
  readonly caseId: string;
  readonly decisionId: string;
  /** `no`: certainly not taken, and the one who asked knows. */
  readonly answered: 'recorded' | 'no' | 'unclear';
  readonly taken: boolean;
}

/** The platform that verdicts are recorded in. */
export class ModelPlatform {
  readonly submissions: Submission[] = [];
  /** A verdict moves a case on. */
  onTaken: (caseId: string, outcome: string) => void = () => undefined;
  readonly #closedAtMs = new Map<string, number>();
  readonly #world: World;
  readonly #rowOf: (caseId: string) => CaseVerdict | null;

  constructor(world: World, rowOf: (caseId: string) => CaseVerdict | null) {
    this.#world = world;
    this.#rowOf = rowOf;
  }

  of(process: Instance): VerdictPlatform {
    const { call, random, wrong } = this.#world;
    return {
      submitVerdict: async (caseId, { outcome }) => {
        const { decision } = this.#rowOf(caseId) ?? {};
        if (decision?.state.is !== 'posting') {
          wrong.push(`a POST for ${caseId} while its row says ${decision?.state.is}`);
        }
        const answer = await call(process, 'POST', () => this.#submit(caseId, decision?.id ?? '', outcome));
        if (answer.slow) await this.#world.time.delay(random() * 12_000, process);
        if (answer.thrown) throw answer.thrown;
        return answer.value as VerdictAnswer;
      },
      closedAtMs: (caseId) => call(process, 'look', () => this.#look(caseId)),
    };
  }

  #look(caseId: string): number | null {
    const { isTroubled, chance, history } = this.#world;
    if (isTroubled() && chance(history.platformFaults / 3)) throw new UnreachableError('no route', false);
    return this.#closedAtMs.get(caseId) ?? null;
  }

  #submit(caseId: string, decisionId: string, outcome: string) {
    const { isTroubled, chance, random, history, time, say, count } = this.#world;
    const fault = isTroubled() && chance(history.platformFaults) ? random() : 0;
    const pick = <T>(from: readonly (() => T)[]) => (from[Math.floor(random() * from.length)] as () => T)();
    const note = (answered: Submission['answered'], taken: boolean) => {
      this.submissions.push({ caseId, decisionId, answered, taken });
      count('POSTs');
      if (taken) this.onTaken(caseId, outcome);
      if (taken && outcome !== 'ESCALATED') this.#closedAtMs.set(caseId, time.nowMs);
      say(() => `platform: ${decisionId} ${answered}${taken ? ', taken' : ''}`);
    };
    if (fault === 0) {
      note('recorded', true);
      const result = { success: true, case_id: caseId, resolved: outcome !== 'ESCALATED' };
      return { value: { status: 'recorded', result } as VerdictAnswer };
    }
    if (fault < 0.6) {
      note('no', false);
      return { value: { status: 'refused', error: pick(NO) } as VerdictAnswer };
    }
    note('unclear', fault < 0.8);
    const error = pick(UNCLEAR);
    const slow = random() < 0.4;
    return error instanceof UnreachableError || error instanceof MalformedError
      ? { slow, value: { status: 'unknown', error } as VerdictAnswer }
      : { slow, thrown: error };
  }
}
