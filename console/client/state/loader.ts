import type { Actions } from '../actions.ts';
import { itemKey } from './address.ts';
import { lastKnown } from './state.ts';
import type { Store } from './store.ts';

/** How old the Health page's data may be. Every look costs. */
const HEALTH_MS = 15_000;
/** Claims end by themselves, and times grow. */
const CASES_MS = 60_000;
/** Several verdicts in a row cause one read. */
const SOON_MS = 1_000;

function createDelay(): (then: () => void) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (then) => {
    if (timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      then();
    }, SOON_MS);
  };
}

/** Requests what the open view needs, and again when that may have changed. */
export function createLoader({ get }: Store, actions: Actions) {
  let verdictsAt = -1;
  let storyOf: string | null = null;
  let casesMoved: string | null = null;
  let [casesAsked, casesMs] = ['', 0];
  let judgedAs: unknown = null;
  const [soon, soonCases] = [createDelay(), createDelay()];

  function catchUpVerdicts(): void {
    const { bridge, place } = get();
    if (bridge === null || place.view !== 'verdicts' || bridge.verdicts === verdictsAt) return;
    const read = () => {
      verdictsAt = get().bridge?.verdicts ?? -1;
      void actions.loadVerdicts();
    };
    if (verdictsAt === -1) read();
    else soon(read);
  }

  function catchUpCases(): void {
    const { bridge, place, caseFilter, cases, nowMs, wishedPerson } = get();
    if (place.view !== 'cases') return;
    const asked = JSON.stringify([caseFilter, wishedPerson]);
    const moved =
      bridge && JSON.stringify([bridge.verdicts, bridge.items.map(({ id, stage }) => [id, stage])]);
    // The cases are asked for beside the snapshot, so the first one brings nothing new.
    if (asked === casesAsked) casesMoved ??= moved;
    const isPartial = (lastKnown(cases)?.reading ?? 0) > 0;
    const isOld = nowMs - casesMs > CASES_MS || (isPartial && cases.is !== 'loading');
    if (moved === casesMoved && asked === casesAsked && !isOld) return;
    const read = () => {
      [casesMoved, casesAsked, casesMs] = [moved, asked, get().nowMs];
      void actions.loadCases();
    };
    // What the person asks for comes at once. What moves, moves in crowds.
    if (asked !== casesAsked) read();
    else soonCases(read);
  }

  /** An open story grows as its item moves. */
  function catchUpStory(): void {
    const { bridge, place } = get();
    if (bridge === null || place.item === null) {
      storyOf = null;
      return;
    }
    const key = itemKey(place.item);
    const item = bridge.items.find((one) => itemKey(one) === key);
    const wanted = `${key} ${item?.stage} ${item?.atMs} ${bridge.verdicts}`;
    if (wanted === storyOf) return;
    storyOf = wanted;
    void actions.loadStory(place.item);
  }

  function catchUpHealth(): void {
    const { bridge, place, health, nowMs } = get();
    const knownMs = lastKnown(health)?.atMs ?? 0;
    if (bridge === null || place.view !== 'health' || health.is === 'loading' || health.is === 'failed')
      return;
    // What is wrong has changed: then so have the parts.
    if (nowMs - knownMs <= HEALTH_MS && judgedAs === bridge.health) return;
    judgedAs = bridge.health;
    void actions.loadHealth();
  }

  return {
    catchUp: (): void => {
      catchUpVerdicts();
      catchUpCases();
      catchUpStory();
      const { bridge, place, configuration } = get();
      if (bridge !== null && place.view === 'config' && configuration.is === 'none')
        void actions.loadConfiguration();
      catchUpHealth();
    },
  };
}
