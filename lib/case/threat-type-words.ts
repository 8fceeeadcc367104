import type { THREAT_TYPES } from '../posture/schemas/case.ts';

const KNOWN: Readonly<Record<(typeof THREAT_TYPES)[number], string>> = {
  data_exfiltration: 'Data exfiltration',
  insider_threat: 'Insider threat',
  privilege_escalation: 'Privilege escalation',
  policy_violation: 'Policy violation',
  account_compromise: 'Account compromise',
  sabotage: 'Sabotage',
  financial_fraud: 'Financial fraud',
};
const WORDS: ReadonlyMap<string, string> = new Map(Object.entries(KNOWN));

/** What a case is about, in an analyst's words. */
export const headlineOf = (threatType: string | null | undefined): string =>
  threatType ? (WORDS.get(threatType.toLowerCase()) ?? humanise(threatType)) || 'Case' : 'Case';

/** The headline for places that may show only our own words. */
export const quietHeadline = (headline: string): string =>
  Object.values(KNOWN).includes(headline) ? headline : 'a case';

/** `impossible_travel` and `impossibleTravel` become `Impossible travel`; `MFA_fatigue` stays `MFA fatigue`. */
export function humanise(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_.-]+/)
    .filter((word) => word !== '')
    .map((word) => (/^[A-Z0-9]{2,4}$/.test(word) ? word : word.toLowerCase()));
  const text = words.join(' ');
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length);
}
