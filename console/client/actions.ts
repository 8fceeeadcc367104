import { type CaseFilter, writeCaseFilter } from '../cases/filter-cases.ts';
import type { VerdictFilter } from '../verdicts/filter-verdicts.ts';
import type {
  Act,
  Acted,
  CasePress,
  Configuration,
  Done,
  Earlier,
  Health,
  ItemKey,
  OpenCases,
  Planned,
  Ran,
  Scenario,
  SlackClick,
  SlackClose,
  SlackCommand,
  SlackSubmit,
  Story,
  TeamsClick,
  TeamsWriting,
  Tried,
  TryItem,
  Verdicts,
} from '../wire.ts';
import { ask, Refused, tell } from './net/api.ts';
import { type Asking, itemKey, type Place, writeAddress } from './state/address.ts';
import { addEarlier, type Room } from './state/rooms.ts';
import { type App, type Asked, lastKnown, type Notice, type Question, type State } from './state/state.ts';
import type { Store } from './state/store.ts';

/** Without the person, which the page adds. */
type Own<T extends { readonly person: string }> = Omit<T, 'person'>;

const MOST_NOTICES = 4;
const NOTICE_MS = 9_000;

const sentence = (error: unknown): string =>
  error instanceof Refused ? error.message : 'Something went wrong on this page. Load it again.';

/** Everything a person can do here. `asked`: the server has to be asked for something else than before. */
export function createActions({ get, set }: Store, asked: () => void) {
  let notices = 0;
  const dismiss = (id: number): void => set({ notices: get().notices.filter((one) => one.id !== id) });
  const notify = (kind: Notice['kind'], text: string): void => {
    notices += 1;
    const notice = { id: notices, kind, text };
    set({ notices: [...get().notices, notice].slice(-MOST_NOTICES) });
    // An error stays until the person has read it.
    if (kind === 'message') setTimeout(() => dismiss(notice.id), NOTICE_MS);
  };

  /** Runs once at a time for each name. The person is told about failures. */
  async function doing<T>(name: string, work: () => Promise<T>): Promise<T | null> {
    if (get().busy.has(name)) return null;
    set({ busy: new Set(get().busy).add(name) });
    try {
      return await work();
    } catch (error) {
      notify('error', sentence(error));
      return null;
    } finally {
      set({ busy: new Set([...get().busy].filter((one) => one !== name)) });
    }
  }

  /** Whether it was taken. */
  async function act(name: string, path: string, body: object): Promise<boolean> {
    const person = get().bridge?.person;
    const acted = await doing(name, () => tell<Acted>(path, { person, ...body }));
    if (get().bridge?.person === person) for (const { kind, text } of acted?.told ?? []) notify(kind, text);
    return acted !== null && !acted.told.some(({ kind }) => kind === 'error');
  }

  const presses = new Map<string, { readonly what: string; readonly done: Promise<boolean> }>();
  /** A press waits for the one before it on the same case. The same press once more counts as one. */
  function inTurn(item: string, what: string, press: () => Promise<boolean>): Promise<boolean> {
    const before = presses.get(item);
    if (before?.what === what) return before.done;
    const done = (before?.done ?? Promise.resolve(true)).then(press);
    presses.set(item, { what, done });
    void done.finally(() => {
      if (presses.get(item)?.done === done) presses.delete(item);
    });
    return done;
  }

  type Key = 'story' | 'cases' | 'verdicts' | 'configuration' | 'health' | 'tried';
  async function load<T>(key: Key, request: () => Promise<T>, before: T | null): Promise<void> {
    const loading: Asked<T> = { is: 'loading', before };
    set({ [key]: loading });
    const answer = await request().then(
      (value): Asked<T> => ({ is: 'there', value }),
      (error): Asked<T> => ({ is: 'failed', why: sentence(error), before }),
    );
    // The person asked for something else in the meantime.
    if (get()[key] === (loading as unknown)) set({ [key]: answer });
  }

  let answerQuestion = (_: boolean): void => {};
  const answer = (meant: boolean): void => {
    set({ question: null });
    answerQuestion(meant);
  };

  /** Asks, and resolves to whether the person agreed. */
  const confirm = (question: Question): Promise<boolean> => {
    answer(false);
    set({ question });
    return new Promise((resolve) => {
      answerQuestion = resolve;
    });
  };

  const goTo = (place: Place): void => {
    window.location.hash = writeAddress(place, get());
  };

  /** Replaces the history entry: Back leads to another view, not to the letter before. */
  const look = (change: Partial<Asking>): void => {
    set(change);
    window.history.replaceState(null, '', writeAddress(get().place, get()));
  };

  return {
    notify,
    dismiss,
    goTo,
    openStory: (item: ItemKey) => goTo({ view: get().place.view, item }),
    closeStory: () => goTo({ ...get().place, item: null }),
    set: (
      change: Partial<
        Pick<
          State,
          | ('app' | 'hintDismissed' | 'tryChosen' | 'tryText' | 'tryDomain' | 'theme')
          | ('caseComment' | 'deciding' | 'keysShown')
        >
      >,
    ) => set(change),
    openRoom: (app: App, room: string) => set({ openRoom: { ...get().openRoom, [app]: room } }),
    chooseCase: (chosenCase: string) => set({ chosenCase }),
    toggleThread: (key: string) => {
      const openThreads = new Set(get().openThreads);
      if (!openThreads.delete(key)) openThreads.add(key);
      set({ openThreads });
    },
    filterVerdicts: (change: Partial<VerdictFilter>) =>
      look({ verdictFilter: { ...get().verdictFilter, ...change } }),
    /** Another filter begins on the first page. */
    filterCases: (change: Partial<CaseFilter>) => {
      look({ caseFilter: { ...get().caseFilter, page: 0, ...change } });
      asked();
    },
    selectCase: (caseAt: string | null) => {
      if (caseAt !== get().caseAt) set({ caseAt, caseComment: '', deciding: null });
    },
    /** As the person who is signed in, with the words beside the case. Whether the bridge has taken it. */
    pressCase: async (item: ItemKey, press: Pick<CasePress, 'press' | 'outcome'>) => {
      const comment = get().caseComment.trim();
      const { domain, id } = item;
      const body = { domain, id, ...press, ...(press.press === 'decide' && comment !== '' && { comment }) };
      const isTaken = await inTurn(itemKey(item), JSON.stringify(press), () =>
        act(`case/${itemKey(item)}`, '/api/cases/press', body),
      );
      // Words that somebody types while a claim is on its way stay.
      if (isTaken && press.press === 'decide' && get().caseAt === itemKey(item))
        set({ caseComment: '', deciding: null });
      return isTaken;
    },

    clickSlack: (click: Own<SlackClick>) =>
      act(
        click.viewId ? `choice/${click.option}` : `slack/${click.channel}/${click.ts}`,
        '/api/slack/click',
        click,
      ),
    submitSlack: (submission: Own<SlackSubmit>) => act('modal', '/api/slack/submit', submission),
    closeSlack: (closing: Own<SlackClose>) => act('modal', '/api/slack/close', closing),
    /** The person is not asked, and not told: they left the form before. */
    abandonForm: (person: string, viewId: string) =>
      tell<Acted>('/api/slack/close', { person, viewId }).catch(() => undefined),
    clickTeams: (click: Own<TeamsClick>) =>
      act(`teams/${click.channel}/${click.id}`, '/api/teams/click', click),
    typeInSlack: (typed: Own<SlackCommand>) =>
      act(`slack/${typed.channel}/typed`, '/api/slack/command', typed),
    writeInTeams: (written: Own<TeamsWriting>) => act('teams/written', '/api/teams/write', written),
    /** The messages before the first one here. */
    loadEarlier: async (app: App, room: Room) => {
      const [first] = room.messages;
      const person = get().bridge?.person;
      if (first === undefined || person === undefined) return;
      const query = new URLSearchParams({ channel: room.id, before: first.key, person });
      const name = `earlier/${app}/${room.id}`;
      const found = await doing(name, () => ask<Earlier>(`/api/earlier/${app}?${query}`));
      const { bridge } = get();
      // The messages are as one person sees them.
      if (found === null || bridge === null || bridge.person !== person) return;
      const rooms = bridge[app].rooms.map((one) =>
        one.id === room.id ? addEarlier(one, found.messages) : one,
      );
      set({ bridge: { ...bridge, [app]: { ...bridge[app], rooms } } });
    },
    runScenario: async (name: string, scenario: Scenario) => {
      const ran = await doing(`world/${name}`, () => tell<Ran>('/api/world', scenario));
      // What the page shows by itself is not said once more.
      if (ran && !ran.isShown) notify('message', ran.said);
    },
    /** Asks the server what it would do, and the person whether to do it; asks again if the plan has changed. */
    actOnBridge: async (name: string, act: Act) => {
      const send = (agreed?: string) =>
        doing(`act/${name}`, () => tell<Planned | Done>('/api/act', { ...act, ...(agreed && { agreed }) }));
      let answered = await send();
      while (answered && 'plan' in answered) {
        if (!(await confirm({ text: answered.plan, yes: name }))) return;
        answered = await send(answered.plan);
      }
      if (answered) notify('message', answered.said);
    },
    confirm,
    answer,

    loadStory: (item: ItemKey) => {
      const before = lastKnown(get().story);
      const path = [item.domain, item.feed, item.id].map(encodeURIComponent).join('/');
      const isSame = before !== null && itemKey(before) === itemKey(item);
      return load<Story>('story', () => ask(`/api/items/${path}`), isSame ? before : null);
    },
    loadVerdicts: () => load<Verdicts>('verdicts', () => ask('/api/verdicts'), lastKnown(get().verdicts)),
    loadCases: () => {
      const { caseFilter, cases, wishedPerson } = get();
      const query = new URLSearchParams(writeCaseFilter(caseFilter));
      // Without one, the server takes the person whom it gives to the page too.
      if (wishedPerson) query.set('as', wishedPerson);
      return load<OpenCases>('cases', () => ask(`/api/cases?${query}`), lastKnown(cases));
    },
    loadConfiguration: () =>
      load<Configuration>('configuration', () => ask('/api/config'), lastKnown(get().configuration)),
    loadHealth: () => load<Health>('health', () => ask('/api/health'), lastKnown(get().health)),
    tryItem: (item: TryItem) => load<Tried>('tried', () => tell('/api/try', item), null),
    forgetTried: (why: string) => set({ tried: { is: 'failed', why, before: null } }),
  };
}

export type Actions = ReturnType<typeof createActions>;
