export type Severity = 'critical' | 'high' | 'medium' | 'low';

/** Worst first. */
export const SEVERITIES: readonly Severity[] = ['critical', 'high', 'medium', 'low'];

/** The contract says only "string", so all words that security tools use for it are understood. */
const WORDS: Readonly<Record<Severity, string>> = {
  critical: 'critical crit severe urgent emergency fatal sev0 sev1 p0 p1 s1',
  high: 'high major important error sev2 p2 s2',
  medium: 'medium med moderate warning warn sev3 p3 s3',
  low: 'low minor informational information info notice none sev4 sev5 p4 p5 s4 s5',
};

const BY_WORD: ReadonlyMap<string, Severity> = new Map(
  SEVERITIES.flatMap((severity) => WORDS[severity].split(' ').map((word) => [word, severity] as const)),
);

/** `HIGH`, `High risk` and `SEV-2` are all high. Null for text that says nothing, like a bare number. */
export function readSeverity(text: string | null | undefined): Severity | null {
  if (!text) return null;
  const folded = text
    .slice(0, 100)
    .toLowerCase()
    .replace(/\b(sev|p|s)(?:erity)?[\s_:.-]*(\d)\b/g, '$1$2');
  const found = folded.split(/[^a-z0-9]+/).flatMap((word) => BY_WORD.get(word) ?? []);
  return found[0] ?? null;
}

/** Smaller is worse; unknown comes after everything known. */
export const severityRank = (severity: Severity | null): number =>
  severity === null ? SEVERITIES.length : SEVERITIES.indexOf(severity);

/** `High` */
export const severityLabel = (severity: Severity): string => severity[0]?.toUpperCase() + severity.slice(1);
