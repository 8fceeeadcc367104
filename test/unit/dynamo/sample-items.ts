import { createHash } from 'node:crypto';
import type { Case } from '../../../lib/posture/schemas/case.ts';
import type { Threat } from '../../../lib/posture/schemas/threat.ts';

/** Ids as the API has them: no two alike, and the same in every run. */
const uuid = (name: string): string => {
  const hex = createHash('sha256').update(name).digest('hex');
  return [8, 4, 4, 4, 12].reduce<[string, number]>(
    ([text, at], length) => [`${text}${text && '-'}${hex.slice(at, at + length)}`, at + length],
    ['', 0],
  )[0];
};

const PEOPLE = [
  'Marta Duarte',
  'Jonas Weber',
  'Priya Raman',
  'Tomás Oliveira',
  'Aiko Tanaka',
  'Lena Fischer',
];
const TITLES = [
  'Unusual volume copied to a removable drive',
  'Sign-in from a country that was never seen before',
  'Consent granted to an application from outside',
  'Mailbox rule forwards invoices to a private address',
  'Service account used from a workstation',
];
const SUMMARIES = [
  'Within 22 minutes 3.4 GB left the finance share, eleven times what this person moves on a usual day.',
  'The session began in Recife nine minutes after another one ended in Rotterdam, with a device nobody registered.',
  'The application may read all mail of the team, and its publisher was registered four days ago.',
  'Messages with the word invoice are forwarded and then deleted; the rule was made at 03:12 local time.',
  'The account belongs to the nightly backup and opened an interactive session on LT-4471 for 48 minutes.',
];
const pick = (from: readonly string[], n: number): string => from[n % from.length] ?? '';
const emailOf = (name: string): string =>
  `${name
    .toLowerCase()
    .replace(' ', '.')
    .normalize('NFKD')
    .replace(/[^a-z.]/g, '')}@example.com`;
const at = (n: number): string => new Date(Date.parse('2026-11-15T07:00:00Z') + n * 61_357).toISOString();

export const aThreat = (n: number): Threat => {
  const who = pick(PEOPLE, n * 7);
  return {
    event_id: uuid(`threat ${n}`),
    kind: 'threat',
    tuid: uuid(who),
    category: ['exfiltration', 'collection'],
    subcategory: ['removable_media'],
    title: pick(TITLES, n),
    summary: pick(SUMMARIES, n * 3),
    source: 'device_events',
    source_table: 'DeviceFileEvents',
    source_event_ids: [uuid(`source ${n}`), uuid(`other source ${n}`)],
    user_name: who,
    user_email: emailOf(who),
    created_at: at(n),
  };
};

/** About 2.1 KB with three events. */
export function aCase(n: number, events = 3): Case {
  const who = pick(PEOPLE, n);
  return {
    case_id: uuid(`case ${n}`),
    user_email: emailOf(who),
    user_name: who,
    threat_type: 'insider_threat',
    threat_brief: `${pick(SUMMARIES, n + 1)} ${pick(TITLES, n + 2)}.`,
    created_at: at(n),
    updated_at: at(n + 1),
    closed_at: null,
    events: Array.from({ length: events }, (_, index) => ({
      kind: 'threat',
      event_id: uuid(`event ${n} ${index}`),
      severity: ['low', 'medium', 'high'][index % 3] ?? null,
      category: ['exfiltration', 'collection'],
      subcategory: ['removable_media'],
      signal_type: 'behavioral',
      source: 'device_events',
      title: pick(TITLES, n + index),
      summary: pick(SUMMARIES, n + index * 2),
      user_name: who,
      user_email: emailOf(who),
      platform_event_id: `evt-20261115-${String(n * 31 + index).padStart(6, '0')}`,
      flagged: index === 0,
      safe: false,
      created_at: at(n - index),
    })),
  };
}
