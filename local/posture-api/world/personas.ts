import type { PersonaDetail, PersonaOverview, PersonaPlaceholder } from '../schemas/persona.ts';
import type { People, Person } from './people.ts';
import { accessOf, postureOf, riskOf, workOf } from './persona-sections.ts';
import { createDice, fraction, mix } from './random.ts';
import { DAY_MS, isoAt } from './timeline.ts';

export const CONTRACT_VERSION = 3;

const SECTIONS = ['overview', 'identity', 'role', 'workstreams', 'access', 'posture', 'risk_lens'] as const;
type Section = (typeof SECTIONS)[number];
/** What a partial persona may lack; the basic identity is always known. */
const OPTIONAL: readonly Section[] = ['role', 'workstreams', 'access', 'posture', 'risk_lens'];

const ageOf = (days: number): string =>
  days < 60
    ? `${days} days`
    : days < 730
      ? `${Math.floor(days / 30)} months`
      : `${Math.floor(days / 365)} years`;

export const createPersonas = (options: { key: number; people: People; startMs: number }) => {
  const { key, people, startMs } = options;

  const summaryOf = (person: Person): string =>
    `${person.name} works as ${person.title} in ${person.department}. Activity follows office hours and matches that of close colleagues.`;

  const generatedMs = (index: number): number => startMs - fraction(mix(key, index, 71)) * 5 * DAY_MS;

  const identityOf = (person: Person, dice = createDice(mix(key, 72), person.index)) => {
    const joinedMs = people.timeAt(person.index);
    const manager = people.at((person.index + 1 + dice.between(0, people.size)) % people.size);
    return {
      name: person.name,
      email: person.email,
      title: person.title,
      department: person.department,
      manager: manager.name,
      admin_account: person.department === 'IT Operations' ? `adm-${person.email}` : 'none',
      account_created: isoAt(joinedMs).slice(0, 10),
      account_age: ageOf(Math.floor((startMs - joinedMs) / DAY_MS)),
    };
  };

  const detailOf = (person: Person): PersonaDetail => {
    const dice = createDice(mix(key, 73), person.index);
    const missing = new Set(person.persona === 'partial' ? dice.sample(OPTIONAL, dice.between(1, 3)) : []);
    const colleagues = Array.from({ length: 6 }, () => people.at(dice.between(0, people.size - 1)).name);
    const access = accessOf(person, startMs, dice);
    const work = workOf(person, access.applications, colleagues, dice);
    const posture = postureOf(person, dice);
    const risk = riskOf(access, dice);
    const unless = <T>(section: Section, value: T): T | null => (missing.has(section) ? null : value);
    return {
      tuid: person.tuid,
      generated_at: isoAt(generatedMs(person.index)),
      contract_version: CONTRACT_VERSION,
      overview: {
        summary: summaryOf(person),
        key_points: [
          `Signs in on ${posture.signin_active_days} of the last 30 days`,
          `Uses ${access.application_count} applications, ${access.privileged_entitlement_count} privileged entitlements`,
          `Blast radius is ${risk.blast_radius}`,
        ],
      },
      identity: identityOf(person),
      role: unless('role', {
        observed_role: person.title,
        title_match: dice.pick(['match', 'match', 'match', 'partial', 'mismatch']),
        confidence: dice.between(55, 98) / 100,
      }),
      workstreams: unless('workstreams', work),
      access: unless('access', access),
      posture: unless('posture', posture),
      risk_lens: unless('risk_lens', risk),
      coverage: Object.fromEntries(
        SECTIONS.map((section) => [section, missing.has(section) ? 'insufficient' : 'sufficient']),
      ),
    };
  };

  return {
    overviewOf: (index: number): PersonaOverview | undefined => {
      const person = people.at(index);
      if (person.persona === 'placeholder' || person.persona === 'none') return undefined;
      const updatedMs = generatedMs(index);
      return {
        tuid: person.tuid,
        persona_overview: summaryOf(person),
        created_at: isoAt(updatedMs - fraction(mix(key, index, 74)) * 60 * DAY_MS),
        updated_at: isoAt(updatedMs),
      };
    },
    detailOf: (index: number): PersonaDetail | PersonaPlaceholder | undefined => {
      const person = people.at(index);
      if (person.persona === 'none') return undefined;
      if (person.persona !== 'placeholder') return detailOf(person);
      return {
        tuid: person.tuid,
        contract_version: CONTRACT_VERSION,
        status: 'not_generated',
        message: 'The persona of this user has not been generated yet.',
      };
    },
  };
};

export type Personas = ReturnType<typeof createPersonas>;
