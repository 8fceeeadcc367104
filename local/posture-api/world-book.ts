import type { Notebook } from '../stand-in-kit/notebook.ts';
import type { CaseChanges } from './case-changes.ts';
import type { Domain } from './domain.ts';
import type { CaseFile } from './world/cases.ts';

/** How a world began. Everything generated follows from it. */
type Beginning = { readonly seed: number; readonly startedAtMs: number };
/** One change since then. A case is identified by its id. */
type Change = {
  readonly domain: string;
  readonly atMs: number;
  readonly call: keyof CaseChanges;
  readonly args: readonly unknown[];
};
type Changer = (...args: readonly unknown[]) => unknown;

const isCaseFile = (value: unknown): value is CaseFile =>
  typeof value === 'object' && value !== null && 'body' in value;

/**
 * The world of an earlier reference server, from its notebook: the same seed, beginning and changes at the same times
 * produce the same cases. Without a notebook, or with an empty one, the world begins now.
 */
export function openWorldBook(book: Notebook | undefined, seed: number, real: () => number) {
  const [first, ...rest] = (book?.lines ?? []) as readonly [Beginning?, ...Change[]];
  const beginning = first ?? { seed, startedAtMs: real() };
  if (!first) book?.write(beginning);
  /** The replayed time, while the past is replayed. */
  let thenMs: number | null = beginning.startedAtMs;

  return {
    seed: beginning.seed,
    now: () => thenMs ?? real(),
    /** Replays the changes of the past, and from then on notes every new one. */
    relive(tenants: ReadonlyMap<string, { readonly domain: Domain; readonly changes: CaseChanges }>) {
      for (const { domain: name, atMs, call, args } of rest) {
        const tenant = tenants.get(name);
        // The configuration no longer has this domain.
        if (!tenant) continue;
        thenMs = atMs;
        const known = typeof args[0] === 'string' ? tenant.domain.cases.find(args[0]) : undefined;
        (tenant.changes[call] as Changer)(
          ...(known && TAKES_CASE.has(call) ? [known, ...args.slice(1)] : args),
        );
      }
      thenMs = null;
    },
    /** The same changes, but each is noted. */
    noting(domain: string, changes: CaseChanges): CaseChanges {
      if (!book) return changes;
      const noted = Object.entries(changes).map(([call, change]) => [
        call,
        (...args: readonly unknown[]) => {
          const written = args.map((arg) => (isCaseFile(arg) ? arg.body.case_id : arg));
          book.write({ domain, atMs: real(), call, args: written });
          return (change as Changer)(...args);
        },
      ]);
      return Object.fromEntries(noted) as CaseChanges;
    },
  };
}

const TAKES_CASE: ReadonlySet<keyof CaseChanges> = new Set(['moveState', 'attachEvent', 'judge']);
