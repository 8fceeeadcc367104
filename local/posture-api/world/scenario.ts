import type { ThreatType } from '../schemas/case.ts';
import type { Dice } from './random.ts';

export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** One way in which something suspicious appears in one log table. */
export type Scenario = {
  readonly type: ThreatType;
  readonly title: string;
  readonly source: string;
  readonly signal: string;
  readonly severity: Severity;
  readonly category: readonly string[];
  readonly subcategory: readonly string[];
  /** `when` is the time of day of the event, for stories that mention it. */
  summarize(who: string, dice: Dice, when: string): string;
};

type Telling = Pick<Scenario, 'title' | 'summarize'> & {
  /** The log table, the kind of signal, the severity, and its categories besides the type itself. */
  readonly seen: readonly [
    source: string,
    signal: string,
    severity: Severity,
    category: readonly string[],
    subcategory: readonly string[],
  ];
};

export const scenariosOf = (type: ThreatType, tellings: readonly Telling[]): Scenario[] =>
  tellings.map(({ title, seen: [source, signal, severity, category, subcategory], summarize }) => ({
    type,
    title,
    source,
    signal,
    severity,
    category: [type, ...category],
    subcategory,
    summarize,
  }));

const listed = (text: string): readonly string[] => text.split(', ');
const CITIES = listed('Lisbon, Warsaw, Nairobi, Osaka, Toronto, Zurich, Lagos, Tallinn, Lima, Perth');
const SITES = listed(
  'Board Papers, Pricing Models, Customer Contracts, Research Archive, Payroll 2025, M&A Workspace',
);
const HOSTS = listed('FIN-WS-014, ENG-LT-220, HR-LT-031, SRV-BUILD-02, SRV-FILE-07, OPS-JUMP-01');
const STORES = listed('a personal cloud drive, an unsanctioned file-sharing site, a private photo album');
const CLIENTS = listed('a new phone, an unmanaged laptop, a headless browser, a desktop mail client');
const VENDORS = listed('Northwind Freight, Halden Office Supply, Brightwater Consulting, Ostra Logistics');

export const city = (dice: Dice): string => dice.pick(CITIES);
export const site = (dice: Dice): string => dice.pick(SITES);
export const host = (dice: Dice): string => dice.pick(HOSTS);
export const store = (dice: Dice): string => dice.pick(STORES);
export const client = (dice: Dice): string => dice.pick(CLIENTS);
export const vendor = (dice: Dice): string => dice.pick(VENDORS);
/** Addresses from the ranges reserved for documentation. */
export const address = (dice: Dice): string =>
  `${dice.pick(['192.0.2', '198.51.100', '203.0.113'])}.${dice.between(2, 250)}`;
export const amount = (dice: Dice): string =>
  `EUR ${dice.between(3, 96)},${String(dice.between(0, 9) * 100).padStart(3, '0')}`;
