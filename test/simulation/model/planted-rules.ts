import { type CaseRecord, handedTo } from '../../../lib/case/case-record.ts';
import { type Capability, RULES, type Rules, type State } from './model.ts';

export interface PlantedRule {
  readonly name: string;
  /** The capabilities between which it shows. */
  readonly between: readonly Capability[];
  readonly rules: Partial<Rules>;
  /** What has to happen for it to show, where that is more than usual. */
  readonly left?: State['left'];
}

/** Mistakes that were once in the bridge, or could be: each by its name, in the place of the rule that prevents it. */
export const PLANTED_RULES: readonly PlantedRule[] = [
  {
    name: 'a case that becomes worse stays withheld',
    between: ['severity', 'mute'],
    rules: {
      placesToGo: (record, destinations, delivered) => {
        const { added, standing } = RULES.placesToGo(record, destinations, delivered);
        return { added: added.filter((name) => record.places[name] === undefined), standing };
      },
    },
  },
  {
    name: 'a case that becomes worse goes nowhere else',
    between: ['severity', 'lifecycle'],
    rules: {
      placesToGo: (record, destinations, delivered) => {
        const { added, standing } = RULES.placesToGo(record, destinations, delivered);
        return { added: record.version === 0 ? added : [], standing };
      },
    },
  },
  {
    name: "what a poller handed over before it died is nobody's",
    between: ['severity', 'lifecycle'],
    rules: { placesToGo: (record, destinations) => RULES.placesToGo(record, destinations) },
  },
  {
    name: 'a case that is recorded does not say first where it goes',
    between: ['severity', 'lifecycle'],
    rules: { withSending: (record) => record },
  },
  {
    name: 'a case is deduped behind one that is closed',
    between: ['window', 'lifecycle'],
    rules: {
      asItStands: (window, first) =>
        RULES.asItStands(window, first && { ...first, status: 'discover', closedAtMs: null }),
    },
  },
  {
    name: 'a case is withheld though it is critical',
    between: ['severity', 'mute'],
    rules: {
      hide: (mutes, ...more) =>
        RULES.hide(
          mutes.map((mute) => ({ ...mute, critical: true })),
          ...more,
        ),
    },
  },
  {
    name: 'what is withheld is listed nowhere',
    between: ['severity', 'mute'],
    rules: { isListedStill: () => false },
  },
  {
    name: 'a case that is reopened stays as it ended',
    between: ['lifecycle', 'escalation'],
    rules: {
      afterLook: (record, seen, nowMs) => {
        const next = RULES.afterLook(record, seen, nowMs);
        return RULES.isEnded(record) ? record : next;
      },
      afterListing: (record, listed, nowMs) => ({
        ...RULES.afterListing(record, listed, nowMs),
        ...(RULES.isEnded(record) && keepsEnd(record)),
      }),
    },
  },
  {
    name: 'a case that ended has buttons',
    between: ['lifecycle', 'severity'],
    rules: { canBeDecidedNow: () => true, isEnded: () => false },
  },
  {
    name: 'a case that became worse takes all its steps at once',
    between: ['severity', 'escalation'],
    rules: {
      afterListing: (record, listed, nowMs) => ({
        ...RULES.afterListing(record, listed, nowMs),
        sinceMs: record.sinceMs,
      }),
    },
  },
  {
    name: 'a case that ended escalates',
    between: ['lifecycle', 'escalation'],
    rules: {
      escalateCase: (name, record, answer, context) =>
        RULES.escalateCase(name, record && open(record), answer, context),
      lookNextMs: (record, answer, context) => RULES.lookNextMs(open(record), answer, context),
    },
  },
  {
    name: 'where a case stands, it stays as it was',
    between: ['severity', 'lifecycle'],
    rules: {
      placesToGo: (record, destinations, delivered) => ({
        ...RULES.placesToGo(record, destinations, delivered),
        standing: handedTo(record).slice(0, 0),
      }),
    },
  },
  {
    name: 'a claim silences a case for ever',
    between: ['claim', 'escalation'],
    left: { platform: 0, time: 2, people: 1, crashes: 0 },
    rules: { lookAfter: (next, ...more) => (next.claim ? null : RULES.lookAfter(next, ...more)) },
  },
  {
    name: 'a claim of before a case was reopened counts',
    between: ['claim', 'lifecycle'],
    left: { platform: 2, time: 1, people: 1, crashes: 0 },
    rules: {
      standing: (record, answer, ...more) =>
        RULES.standing(
          record,
          answer && { ...answer, claim: answer.claim && { ...answer.claim, episode: record.episode } },
          ...more,
        ),
    },
  },
  {
    name: 'whoever hands a case back takes it from the list',
    between: ['claim', 'escalation'],
    left: { platform: 0, time: 2, people: 2, crashes: 0 },
    rules: {
      lookAfter: (next, ...more) =>
        next.trail.at(-1)?.what === 'handed-back' ? null : RULES.lookAfter(next, ...more),
    },
  },
  {
    name: 'a decision that failed counts as an answer',
    between: ['decision', 'escalation'],
    left: { platform: 1, time: 2, people: 1, crashes: 0 },
    rules: {
      lookAfter: (next, ...more) =>
        next.trail.at(-1)?.what === 'failed' ? null : RULES.lookAfter(next, ...more),
    },
  },
  {
    name: 'a verdict is replaced by whoever comes next',
    between: ['decision', 'lifecycle'],
    left: { platform: 0, time: 1, people: 2, crashes: 0 },
    rules: {
      decide: (current, event, context) =>
        event.kind === 'decide' ? RULES.decide(null, event, context) : RULES.decide(current, event, context),
    },
  },
  {
    name: 'a mute does not silence what was posted before it',
    between: ['mute', 'escalation'],
    rules: { silentUntil: () => () => null },
  },
  {
    name: 'steps that are late are taken all at once',
    between: ['escalation', 'mute'],
    left: { platform: 0, time: 3, people: 1, crashes: 0 },
    rules: {
      escalateCase: (name, record, answer, context) => {
        const early = answer?.steps?.map((step) => ({ ...step, atMs: (record?.sinceMs ?? 0) + 1 }));
        return RULES.escalateCase(name, record, answer && { ...answer, steps: early }, context);
      },
    },
  },
  {
    name: 'what was forgotten comes back in another channel',
    between: ['severity', 'forget'],
    rules: {
      placesToGo: ({ forgotten: _, ...record }, ...more) => RULES.placesToGo(record, ...more),
    },
  },
];

const keepsEnd = ({ status, closedAtMs, endedAtMs, episode, changes }: CaseRecord) => ({
  ...{ status, closedAtMs, endedAtMs, episode, changes },
});

const open = (record: CaseRecord): CaseRecord => ({
  ...record,
  ...{ status: 'discover', endedAtMs: null, closedAtMs: null },
});
