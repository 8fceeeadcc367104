import { markdownTable } from '../pollproof/report.ts';

/** The last run of a command: what came of it, and how to repeat it. */
export interface Evidence {
  /** How much, in the words of the command: `histories`, `kills`, `states`. */
  readonly figures: Readonly<Record<string, number>>;
  /** What must not be, by its name: all of it should be 0. */
  readonly wrong: Readonly<Record<string, number>>;
  /** Repeats the run, with its seed. */
  readonly command: string;
  readonly commit: string;
  readonly day: string;
  /** Commands that repeat what went wrong. */
  readonly failing?: readonly string[];
}

/** Every run that is recorded, by its name, with what it shows. */
export const RUNS = {
  world: 'the whole bridge, in virtual time',
  planted: 'bugs planted in it',
  model: 'the rules of a case',
  kills: 'the deployed bundles, killed',
  attack: 'attacks',
  soak: 'in real time, while things break',
  pollproof: 'our poller with hostile lists',
} as const;
export type RunName = keyof typeof RUNS;

const inWords = (figures: Readonly<Record<string, number>>): string =>
  Object.entries(figures)
    .map(([name, count]) => `${count.toLocaleString('en')} ${name}`)
    .join(', ');

/** `docs/evidence.md`, from what the commands recorded. */
export function evidencePage(records: ReadonlyMap<RunName, Evidence>): string {
  const rows = Object.entries(RUNS).map(([name, says]) => {
    const one = records.get(name as RunName);
    if (!one) return [says, 'not yet', '', '', ''];
    const { figures, wrong, day, commit, command } = one;
    return [says, inWords(figures), inWords(wrong), `${day}, ${commit}`, `\`${command}\``];
  });
  const failing = [...records.values()].flatMap((one) => one.failing ?? []);
  return [
    '# Evidence',
    'The last run of each proof, as the commands write it with `--write`.',
    markdownTable([['proof', 'ran', 'wrong', 'commit', 'again'], ...rows]),
    ...(failing.length > 0 ? ['Still wrong:', failing.map((line) => `- \`${line}\``).join('\n')] : []),
    '',
  ].join('\n\n');
}
