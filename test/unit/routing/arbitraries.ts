import fc from 'fast-check';
import type { ConditionInput } from '../../../lib/config/condition.ts';
import type { BridgeInput } from '../../../lib/config/define-bridge.ts';
import type { RoutedItem } from '../../../lib/routing/routed-item.ts';
import { CREATED_AT } from './items.ts';

// Few values, so that conditions and items meet often; odd ones, so that they meet in odd ways.
const WORDS = ['high', 'HIGH', 'low', 'café', 'cafe\u0301', '🦊', 'İ', 'toString', '__proto__'];
const EMAILS = [
  'ann@acme.example',
  'ANN@acme.example',
  'bob@acme.example',
  'ann@other.example',
  '🦊@acme.example',
];
const GLOBS = [
  ...EMAILS,
  '*',
  '*@acme.example',
  'ann@*',
  '?@acme.example',
  '???@acme.example',
  '*a*a*',
  'b*b*x',
];
const PARTS = ['high', 'mail', 'fé', 'FREE', '🦊', ' '];
const TEXTS = ['', 'Freemail café', 'HIGHLY unusual', 'cafe\u0301 mail', '🦊🦊', 'x'.repeat(10_000)];

const orNothing = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: fc.constantFrom(null, undefined) });

const HOURS = ['00:00-08:00 UTC', '08:00-16:00 Asia/Tokyo', '09:00-17:00 Europe/Berlin', '22:00-24:00 UTC'];
const created = fc.constantFrom(
  CREATED_AT,
  '2026-07-04T22:30:00Z',
  '2026-07-05T00:00:00Z',
  '2026-11-16T07:59:59Z',
);

const word = orNothing(fc.constantFrom('', ...WORDS));
const words = orNothing(fc.array(fc.constantFrom('', ...WORDS), { maxLength: 3 }));
const email = orNothing(fc.constantFrom('', ...EMAILS));
const text = orNothing(fc.constantFrom(...TEXTS));

const event = fc.record(
  {
    event_id: fc.constant('e'),
    severity: word,
    safe: orNothing(fc.boolean()),
    category: words,
    subcategory: words,
    signal_type: word,
    source: word,
    title: text,
    summary: text,
    user_email: email,
  },
  { requiredKeys: ['event_id'] },
);

const caseItem = fc.record(
  {
    case_id: fc.constant('c'),
    created_at: created,
    user_email: email,
    threat_type: word,
    threat_brief: text,
    events: orNothing(fc.array(event, { maxLength: 3 })),
  },
  { requiredKeys: ['case_id', 'created_at'] },
);

const threatItem = fc.record(
  {
    event_id: fc.constant('e'),
    created_at: created,
    category: words,
    subcategory: words,
    source: word,
    title: text,
    summary: text,
    user_email: email,
  },
  { requiredKeys: ['event_id', 'created_at'] },
);

const domain = fc.constantFrom('acme', 'globex');

export const routedItem: fc.Arbitrary<RoutedItem> = fc.oneof(
  fc.record({ domain, feed: fc.constant('cases' as const), item: caseItem }),
  fc.record({ domain, feed: fc.constant('threats' as const), item: threatItem }),
);

const oneOrMany = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | T[]> =>
  fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 3 }));

const wanted = oneOrMany(fc.constantFrom(...WORDS));

const fields = {
  domain: oneOrMany(domain),
  feed: oneOrMany(fc.constantFrom('cases' as const, 'threats' as const)),
  threatType: wanted,
  category: wanted,
  subcategory: wanted,
  severity: wanted,
  highestSeverity: oneOrMany(fc.constantFrom('high' as const, 'low' as const)),
  source: wanted,
  signalType: wanted,
  user: oneOrMany(fc.constantFrom(...GLOBS)),
  text: oneOrMany(fc.constantFrom(...PARTS.filter((part) => part.trim()))),
  during: oneOrMany(fc.constantFrom(...HOURS)),
};

const flat: fc.Arbitrary<ConditionInput> = fc
  .subarray(Object.keys(fields) as (keyof typeof fields)[], { minLength: 1, maxLength: 2 })
  .chain((keys) => fc.record(fields).map((all) => Object.fromEntries(keys.map((key) => [key, all[key]]))));

const { condition } = fc.letrec<{ condition: ConditionInput }>((tie) => {
  const list = fc.array(tie('condition'), { minLength: 1, maxLength: 3 });
  return {
    condition: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      flat,
      fc.record({ any: list }),
      fc.record({ all: list }),
      fc.record({ not: tie('condition') }),
      fc.tuple(flat, list).map(([base, any]) => ({ ...base, any })),
    ),
  };
});

/** Next to `feed: 'threats'` some fields are refused, because they cannot hold. */
const acceptable = (value: ConditionInput): boolean => {
  const onlyThreats = value.feed !== undefined && [value.feed].flat().every((feed) => feed === 'threats');
  const caseOnly = value.threatType ?? value.severity ?? value.highestSeverity ?? value.signalType;
  if (onlyThreats && caseOnly !== undefined) return false;
  return [...(value.any ?? []), ...(value.all ?? []), ...(value.not ? [value.not] : [])].every(acceptable);
};

const route = fc.record(
  {
    when: condition.filter(acceptable),
    to: oneOrMany(fc.constantFrom('a', 'b', 'c', 'd', 'e')),
    final: fc.boolean(),
    shadow: fc.boolean(),
    broadcast: fc.boolean(),
  },
  { requiredKeys: ['to'] },
);

export const routes: fc.Arbitrary<BridgeInput['routes']> = fc.array(route, { minLength: 1, maxLength: 6 });
