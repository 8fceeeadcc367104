import type { CaseStatus } from '../../../lib/case/case-record.ts';
import { UnreachableError } from '../../../lib/posture/errors.ts';
import type { CaseFilter } from '../../../lib/posture/filters.ts';
import type { PagesQuery } from '../../../lib/posture/list.ts';
import type { Page } from '../../../lib/posture/page.ts';
import { CASE_STATES, type Case, type CaseState } from '../../../lib/posture/schemas/case.ts';
import type { Move } from './history.ts';
import type { Instance, World } from './world.ts';

interface File {
  readonly state: CaseState;
  readonly item: Case;
  readonly isGone: boolean;
}

const PAGE = 2;
const STALE_MS = 90_000;
const rankOf = (state: CaseState): number => CASE_STATES.indexOf(state);
const OUTCOMES: Readonly<Record<string, CaseState>> = {
  TRUE_POSITIVE: 'enforced',
  ESCALATED: 'investigating',
};

/** The lists of cases of the platform: each page is read at a moment of its own, and some are of a while ago. */
export function createModelCases(world: World) {
  const { history, time, random, chance, isTroubled, call, say, count } = world;
  const files = new Map<string, readonly { readonly sinceMs: number; readonly file: File }[]>();
  const nowText = () => new Date(time.nowMs).toISOString();
  const fileOf = (id: string, atMs = time.nowMs): File | undefined =>
    files.get(id)?.findLast(({ sinceMs }) => sinceMs <= atMs)?.file;

  function put(id: string, file: File): void {
    files.set(id, [...(files.get(id) ?? []), { sinceMs: time.nowMs, file }]);
  }

  function moveTo(id: string, to: Move['to'], touches: boolean): void {
    const before = fileOf(id);
    if (!before || (to === 'back') !== before.isGone) return;
    // Nobody looks at what became of a closed case, unless it is opened again.
    if ((to === 'closed' || to === 'gone') && before.state === 'closed') return;
    count('moves');
    say(() => `platform: ${id} is ${to}`);
    if (to === 'gone' || to === 'back') {
      put(id, { ...before, isGone: to === 'gone' });
      return;
    }
    // Nobody could tell a state that comes before from a page that is old, nor that it was open between two looks.
    const wasClosed = files.get(id)?.some(({ file }) => file.state === 'closed') === true;
    const isTouched = touches || wasClosed || rankOf(to) <= rankOf(before.state);
    const closed_at = to === 'closed' ? nowText() : null;
    const updated = isTouched ? { updated_at: nowText(), closed_at } : {};
    put(id, { ...before, state: to, item: { ...before.item, ...updated } });
  }

  function listed({ state, createdAfter, createdBefore }: CaseFilter, cursor: string): Page<Case> {
    if (isTroubled() && chance(history.platformFaults / 4)) throw new UnreachableError('no route', false);
    const isStale = isTroubled() && chance(history.stalePages ?? 0);
    if (isStale) count('stale pages');
    const atMs = time.nowMs - (isStale ? random() * STALE_MS : 0);
    const found = [...files.keys()]
      .toSorted()
      .filter((id) => id > cursor)
      .flatMap((id) => fileOf(id, atMs) ?? [])
      .filter((file) => !file.isGone && (state === undefined || file.state === state))
      .map(({ item }) => item)
      .filter(({ created_at }) => {
        const ms = Date.parse(created_at);
        return ms > Number(createdAfter) && ms < Number(createdBefore);
      });
    const items = found.slice(0, PAGE);
    const nextCursor = found.length > PAGE ? (items.at(-1)?.case_id ?? null) : null;
    return { items, rejected: [], repairs: [], nextCursor, serverTimeMs: null };
  }

  return {
    itemOf: (id: string): Case | null => {
      const file = fileOf(id);
      return file && !file.isGone ? file.item : null;
    },
    /** How it stands in the end, for somebody who knows it as `known`: whoever knows it as closed does not look for it. */
    stateOf: (id: string, known?: CaseStatus): CaseStatus => {
      const file = fileOf(id);
      if (file && !file.isGone) return file.state;
      const wasClosed = files.get(id)?.some((one) => one.file.state === 'closed') ?? false;
      return known === 'closed' && wasClosed ? 'closed' : 'vanished';
    },
    /** Since when the platform has not had it; null while it does. */
    goneSinceMs: (id: string): number | null => {
      const all = files.get(id) ?? [];
      const lastSeen = all.findLastIndex(({ file }) => !file.isGone);
      return all[lastSeen + 1]?.sinceMs ?? null;
    },
    /** When it was closed, as its pages ever said; none where one was closed without a date. */
    closingsOf: (id: string): readonly number[] => {
      const closed = (files.get(id) ?? []).filter(({ file }) => file.state === 'closed');
      const dates = closed.map(({ file }) => Date.parse(file.item.closed_at ?? ''));
      return dates.some(Number.isNaN) ? [] : dates;
    },
    /** It is new, or says something else. */
    says(item: Case): void {
      put(item.case_id, { state: 'discover', isGone: false, ...fileOf(item.case_id), item });
    },
    /** Which one it was. */
    move({ which, to, touches }: Move): string | undefined {
      const ids = [...files.keys()];
      const id = ids[which % Math.max(1, ids.length)];
      if (id !== undefined) moveTo(id, to, touches);
      return id;
    },
    decided: (id: string, outcome: string): void => moveTo(id, OUTCOMES[outcome] ?? 'closed', true),
    pagesFor: (process: Instance) =>
      async function* pages({ filter = {} }: PagesQuery<CaseFilter> = {}): AsyncGenerator<Page<Case>> {
        for (let cursor = ''; ; ) {
          const page = await call(process, 'list', () => listed(filter, cursor));
          yield page;
          if (page.nextCursor === null) return;
          cursor = page.nextCursor;
        }
      },
  };
}

export type ModelCases = ReturnType<typeof createModelCases>;
