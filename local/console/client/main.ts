import { createActions } from './actions.ts';
import { closeMenusAsUsual } from './chat/close-menus.ts';
import { createSlackModal } from './chat/slack-modal.ts';
import { createRoot } from './dom/create-root.ts';
import { layOut } from './flow/lay-out.ts';
import { movesBetween } from './flow/moves.ts';
import { createStoryPanel } from './flow/story.ts';
import { createTravellers } from './flow/travellers.ts';
import { listen } from './net/listen.ts';
import { page } from './shell/page.ts';
import { keepPinned } from './shell/pinned.ts';
import { keepPreferences, readPreferences } from './shell/preferences.ts';
import { LABELS } from './shell/tabs.ts';
import { readAddress } from './state/address.ts';
import { changeBridge, openBridge } from './state/apply.ts';
import { createLoader } from './state/loader.ts';
import { type Heard, newsBetween, sayNews } from './state/news.ts';
import { type Bridge, NO_FILTER, type State } from './state/state.ts';
import { createStore } from './state/store.ts';
import { markSeen } from './state/unread.ts';

/** So often are `just now` and `5 min ago` said anew. */
const TICK_MS = 5_000;
/** What happens within this is one piece of news. */
const NEWS_MS = 2_500;

const root = document.getElementById('app') ?? document.body;
const drawPage = createRoot(root);
const pinned = keepPinned(root);
const travellers = createTravellers();

const store = createStore(
  {
    nowMs: Date.now(),
    connection: 'connecting',
    bridge: null,
    place: readAddress(window.location.hash),
    ...readPreferences(),
    notices: [],
    news: '',
    app: 'slack',
    openRoom: {},
    seen: new Map(),
    openThreads: new Set(),
    busy: new Set(),
    chosenCase: null,
    story: { is: 'none' },
    verdicts: { is: 'none' },
    verdictFilter: NO_FILTER,
    configuration: { is: 'none' },
    tried: { is: 'none' },
    tryText: '',
    tryDomain: null,
  },
  draw,
);
const actions = createActions(store);
const loader = createLoader(store, actions);
const drawModal = createSlackModal(actions);
const drawStory = createStoryPanel(actions);

function draw(state: State): void {
  document.title = `${LABELS[state.place.view]} · posture-bridge`;
  keepPreferences(state);
  pinned(() => drawPage(page(state, { actions, travellers, choosePerson })));
  drawModal(state.bridge?.modal ?? null, state.busy.has('modal'));
  drawStory(state);
}

/** The server's clock is the one that all times are by. */
let aheadMs = 0;
const now = () => Date.now() + aheadMs;

let heard: Heard[] = [];
let newsTimer: ReturnType<typeof setTimeout> | undefined;
function hearNews(before: Bridge, after: Bridge): void {
  heard.push(...newsBetween(before, after));
  if (heard.length === 0 || newsTimer !== undefined) return;
  newsTimer = setTimeout(() => {
    store.set({ news: sayNews(heard) });
    heard = [];
    newsTimer = undefined;
  }, NEWS_MS);
}

function take(bridge: Bridge, atMs: number): void {
  aheadMs = atMs - Date.now();
  store.set({ bridge, nowMs: atMs, connection: 'open' });
  store.set({ seen: markSeen(store.get()) });
  loader.catchUp();
}

const hear = () =>
  listen(store.get().wishedPerson, {
    snapshot: (snapshot) => take(openBridge(snapshot), snapshot.atMs),
    change: (change) => {
      const before = store.get().bridge;
      if (before === null) return;
      const after = changeBridge(before, change);
      hearNews(before, after);
      if (store.get().place.view === 'flow') travellers.send(movesBetween(before, after), layOut(after.flow));
      take(after, change.atMs);
    },
    lost: () => store.set({ connection: 'lost' }),
  });

let stopHearing = hear();
function choosePerson(id: string): void {
  stopHearing();
  const { bridge } = store.get();
  // At once: a click before the next snapshot would be the other's. What the other was told is not for this one, and
  // what the other still waits for does not keep this one from pressing.
  store.set({
    wishedPerson: id,
    connection: 'connecting',
    notices: [],
    busy: new Set(),
    bridge: bridge && { ...bridge, person: id, modal: null },
  });
  stopHearing = hear();
}

window.addEventListener('hashchange', () => {
  store.set({ place: readAddress(window.location.hash) });
  store.set({ seen: markSeen(store.get()) });
  loader.catchUp();
});
setInterval(() => store.set({ nowMs: now() }), TICK_MS);
closeMenusAsUsual();
store.set({});
loader.catchUp();
