import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { ConfigFileError } from '../../lib/config/file/config-file-error.ts';
import { readWritten } from '../../lib/config/file/read-written.ts';
import { ItemInWords, RouteExpectation } from '../../lib/config/route-expectations.ts';
import { toProblem, unknownName } from '../../lib/config/schema/config-problem.ts';
import { readIssues } from '../../lib/config/schema/read-issues.ts';
import type { Finding } from '../../lib/config/schema/read-unknown.ts';
import { readItem } from '../../lib/routing/read-item.ts';
import type { RoutedItem } from '../../lib/routing/routed-item.ts';

/** An expectation with its item in the form that routes use. */
export interface Expectation {
  readonly name: string;
  readonly routed: RoutedItem;
  readonly to: readonly string[];
  readonly by: readonly string[] | undefined;
  readonly shadowed: readonly string[] | undefined;
}

/** `bridge.routes.ts` next to `bridge.config.ts`: the same format, in the same folder. */
export const expectationsBeside = (config: string): string =>
  join(dirname(config), config.endsWith('.json') ? 'bridge.routes.json' : 'bridge.routes.ts');

const Expectations = z.array(RouteExpectation);

/** Throws with all mistakes in the file, each with its path. */
export async function readExpectations(file: string, config: BridgeConfig): Promise<Expectation[]> {
  const { value } = await readWritten(file, 'list of expectations');
  if (!Array.isArray(value)) {
    throw new ConfigFileError(`${file} is no list of expectations: it must say export default [ ... ].`);
  }
  const parsed = Expectations.safeParse(value);
  const expectations = parsed.success ? parsed.data.map((one, at) => expectationIn(one, at, config)) : [];
  const findings = parsed.success
    ? expectations.flatMap((one, at) => ('findings' in one ? one.findings.map((f) => under(at, f)) : []))
    : readIssues(parsed.error.issues, value);
  if (findings.length === 0 && expectations.length > 0)
    return expectations.flatMap((one) => ('findings' in one ? [] : [one]));
  const lines = findings.map(toProblem).map(({ path, message }) => `  ${path}: ${message}`);
  throw new ConfigFileError(
    lines.length === 0
      ? `${file} is empty: it expects nothing.`
      : [`${file} has ${lines.length === 1 ? '1 mistake' : `${lines.length} mistakes`}:`, ...lines].join(
          '\n',
        ),
  );
}

const under = (at: number, finding: Finding): Finding => ({ ...finding, path: [at, ...finding.path] });

type Read = z.output<typeof RouteExpectation>;

function expectationIn(
  { name, domain, item, to: wanted, by, shadowed }: Read,
  at: number,
  { domains, destinations, routes }: BridgeConfig,
): Expectation | { readonly findings: readonly Finding[] } {
  const to = typeof wanted === 'string' ? [wanted] : wanted;
  const [first = ''] = Object.keys(domains);
  const names = (kind: string, key: string, words: readonly string[], known: readonly string[]) =>
    words.flatMap((word, n): Finding[] =>
      known.includes(word) ? [] : [{ path: [key, n], ...unknownName(kind, word, known) }],
    );
  const places = Object.keys(destinations);
  const read = readExpected(item, domain ?? first);
  const findings = [
    ...names('destination', 'to', to, places),
    ...names('destination', 'shadowed', shadowed ?? [], places),
    ...names(
      'route',
      'by',
      by ?? [],
      routes.map((route) => route.name),
    ),
    ...(domain === undefined || Object.hasOwn(domains, domain)
      ? []
      : [{ path: ['domain'], ...unknownName('domain', domain, Object.keys(domains)) }]),
    ...('findings' in read ? read.findings.map((one) => ({ ...one, path: ['item', ...one.path] })) : []),
  ];
  if (findings.length > 0 || 'findings' in read) return { findings };
  return { name: name ?? `expectation ${at + 1}`, routed: read.routed, to, by, shadowed };
}

function readExpected(
  item: Read['item'],
  domain: string,
): { readonly routed: RoutedItem } | { readonly findings: readonly Finding[] } {
  const inWords = 'case_id' in item || 'event_id' in item ? null : ItemInWords.safeParse(item);
  if (inWords && !inWords.success) return { findings: readIssues(inWords.error.issues, item) };
  const read = inWords ? itemOf(inWords.data, domain) : readItem(item, domain);
  return read.ok ? read : { findings: [{ path: [], message: read.reason }] };
}

/** No relevant holiday, and working hours from New York to Berlin. */
const A_WEDNESDAY = '2026-01-14T15:00:00Z';
const OF_CASES = ['threatType', 'severity', 'signalType'] as const;

function itemOf(words: ItemInWords, domain: string): ReturnType<typeof readItem> {
  const {
    feed = 'cases',
    threatType,
    category,
    subcategory,
    severity,
    source,
    signalType,
    user,
    text,
  } = words;
  const created_at = words.createdAt ?? A_WEDNESDAY;
  const about = { category, subcategory, user_email: user };
  if (feed === 'threats') {
    const wrong = OF_CASES.find((key) => words[key] !== undefined);
    if (wrong) return { ok: false, reason: `has ${wrong}, which only cases have: leave it out, or the feed` };
    return readItem({ event_id: 'expected', created_at, ...about, source: source?.[0], title: text }, domain);
  }
  // As many events as the longest list has entries: a condition asks whether any event has a value.
  const lists = [severity, source, signalType].map((list) => list ?? []);
  const saysMore = [category, subcategory].some((list) => list !== undefined);
  const count = Math.max(saysMore ? 1 : 0, ...lists.map((list) => list.length));
  const events = Array.from({ length: count }, (_, n) => ({
    event_id: `expected-${n + 1}`,
    ...about,
    severity: severity?.[n],
    source: source?.[n],
    signal_type: signalType?.[n],
  }));
  return readItem(
    {
      case_id: 'expected',
      created_at,
      threat_type: threatType,
      threat_brief: text,
      user_email: user,
      events,
    },
    domain,
  );
}
