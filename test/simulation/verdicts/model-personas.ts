import type { FoundPersona } from '../../../lib/personas/find-persona.ts';
import type { Subject } from '../../../lib/personas/subjects.ts';
import { NotReadyError, UnreachableError } from '../../../lib/posture/errors.ts';
import type { CaseEvent } from '../../../lib/posture/schemas/case.ts';
import { TROUBLED_MS } from './history.ts';
import { type Instance, START, type World } from './world.ts';

/** Cases are about these, and some share one. Of the last, nothing is ever known. */
const PEOPLE = ['p0', 'p1', 'p2', 'nobody'] as const;
const SERVICE = 'etl-1';

/** What the platform knows of people: of some from the start, of some later, and it may fail to say. */
export function createModelPersonas({ history, time, chance, isTroubled, random, call, count }: World) {
  const readyAtMs = (name: string): number => {
    if (name === 'nobody') return Number.POSITIVE_INFINITY;
    return START + (name === 'p1' ? (history.seed % 9) * (TROUBLED_MS / 4) : 0);
  };

  function say(name: string): FoundPersona {
    if (isTroubled() && chance(history.platformFaults / 3)) {
      throw random() < 0.5 ? new NotReadyError('423', {}) : new UnreachableError('no route', false);
    }
    count('questions who somebody is');
    if (time.nowMs < readyAtMs(name)) return 'not yet';
    return { about: 'person', name, parts: [{ is: 'text', text: `about ${name}` }], people: [] };
  }

  return {
    /** Whom a case names. */
    of(index: number): { readonly user_email: string; readonly inEvent: Partial<CaseEvent> } {
      const name = PEOPLE[(index + history.seed) % PEOPLE.length] ?? 'p0';
      return { user_email: `${name}@acme.example`, inEvent: index % 2 === 0 ? { user_name: SERVICE } : {} };
    },
    findFor: (process: Instance) => (_: string, subject: Subject) =>
      call(process, 'persona', () => say(nameOf(subject))),
    isReady: (name: string): boolean => time.nowMs >= readyAtMs(name),
  };
}

export const nameOf = ({ email, name }: Pick<Subject, 'email' | 'name'>): string =>
  email?.split('@')[0] ?? name ?? '';

export type ModelPersonas = ReturnType<typeof createModelPersonas>;
