import { render } from 'preact';
import { createActions } from './actions.ts';
import { useCaseKey } from './cases/use-case-key.ts';
import { closeMenusAsUsual } from './chat/close-menus.ts';
import { layOut } from './flow/lay-out.ts';
import { movesBetween } from './flow/moves.ts';
import { createMovingDots } from './flow/moving-dots.ts';
import { titleOf } from './health/health-badge.tsx';
import { listen } from './net/listen.ts';
import { keepScroll } from './shell/keep-scroll.ts';
import { Page } from './shell/page.tsx';
import { keepPreferences, readPreferences } from './shell/preferences.ts';
import { rememberFocus } from './shell/remember-focus.ts';
import { LABELS } from './shell/top-bar.tsx';
import { NOTHING_ASKED, readAddress, readAsking, VIEWS } from './state/address.ts';
import { changeBridge, openBridge } from './state/change-bridge.ts';
import { drawnNext, FIRST_DRAWN } from './state/drawn.ts';
import { createLoader } from './state/loader.ts';
import { type NewMessage, newsBetween, sayNews } from './state/news.ts';
import type { Bridge, State } from './state/state.ts';
import { createStore } from './state/store.ts';
import { isInSight, markSeen } from './state/unread.ts';

/** How often the page updates `just now` and `5 min ago`. */
const TICK_MS = 5_000;
/** What happens within this time is announced together. */
const NEWS_MS = 2_500;

/** As css/narrow.css: one chat at a time. */
const NARROW = window.matchMedia('(max-width: 60rem)');

/** Between two steps of growing lists. */
const GROW_MS = 50;

const root = document.getElementById('app') ?? document.body;
const dots = createMovingDots();

const store = createStore(
  {
    nowMs: Date.now(),
    connection: 'connecting',
    bridge: null,
    place: readAddress(window.location.hash),
    ...readPreferences(),
    notices: [],
    news: '',
    question: null,
    app: 'slack',
    openRoom: {},
    seen: new Map(),
    drawn: FIRST_DRAWN,
    openThreads: new Set(),
    busy: new Set(),
    chosenCase: null,
    story: { is: 'none' },
    cases: { is: 'none' },
    caseAt: null,
    caseComment: '',
    deciding: null,
    keysShown: false,
    verdicts: { is: 'none' },
    ...NOTHING_ASKED,
    ...readAsking(window.location.hash),
    configuration: { is: 'none' },
    health: { is: 'none' },
    tried: { is: 'none' },
    tryChosen: null,
    tryText: '',
    tryDomain: null,
  },
  draw,
);
const actions = createActions(store, () => loader.catchUp());
const loader = createLoader(store, actions);

function draw(state: State): void {
  document.title = titleOf(LABELS[state.place.view], state.bridge?.health);
  keepPreferences(state);
  keepScroll(root, () => {
    const giveBack = rememberFocus(root);
    render(<Page state={state} actions={actions} choosePerson={choosePerson} dots={dots} />, root);
    giveBack();
  });
  grow();
}

let growTimer: ReturnType<typeof setTimeout> | undefined;
/** Long lists grow when there is time: a press on another tab comes first. */
function grow(): void {
  if (growTimer !== undefined || drawnNext(store.get()) === null) return;
  growTimer = setTimeout(() => {
    growTimer = undefined;
    store.set({ drawn: drawnNext(store.get()) ?? store.get().drawn });
  }, GROW_MS);
}

/** All times are by the server's clock. */
let aheadMs = 0;
const now = () => Date.now() + aheadMs;

let unsaid: NewMessage[] = [];
let newsTimer: ReturnType<typeof setTimeout> | undefined;
function gatherNews(before: Bridge, after: Bridge): void {
  const news = newsBetween(before, after);
  // It answers something that the person did, and may be where they do not look.
  for (const { app, roomId, text, onlyYou } of news)
    if (onlyYou && !isInSight(app, roomId, store.get(), NARROW.matches))
      actions.notify('message', `Only you see this: ${text}`);
  unsaid.push(...news.filter(({ onlyYou }) => !onlyYou));
  if (unsaid.length === 0 || newsTimer !== undefined) return;
  newsTimer = setTimeout(() => {
    store.set({ news: sayNews(unsaid) });
    unsaid = [];
    newsTimer = undefined;
  }, NEWS_MS);
}

function take(bridge: Bridge, atMs: number): void {
  aheadMs = atMs - Date.now();
  store.set({ bridge, nowMs: atMs, connection: 'open' });
  const { pages } = bridge.about;
  const first = VIEWS.find((view) => pages.includes(view));
  // The page may belong to another bridge: then go to the page where people begin.
  if (first && !pages.includes(store.get().place.view)) actions.goTo({ view: first, item: null });
  store.set({ seen: markSeen(store.get()) });
  loader.catchUp();
}

/** The form that this page opened. One that was left open elsewhere is closed: nobody is filling it in. */
let isFirstLook = true;
function withoutAbandoned(bridge: Bridge): Bridge {
  const { modal } = bridge;
  if (!isFirstLook || modal === null) return bridge;
  void actions.abandonForm(bridge.person, modal.viewId);
  return { ...bridge, modal: null };
}

const follow = () =>
  listen(store.get().wishedPerson, {
    snapshot: (snapshot) => {
      take(withoutAbandoned(openBridge(snapshot)), snapshot.atMs);
      isFirstLook = false;
    },
    change: (change) => {
      const before = store.get().bridge;
      if (before === null) return;
      const after = changeBridge(before, change);
      gatherNews(before, after);
      if (store.get().place.view === 'flow') dots.send(movesBetween(before, after), layOut(after.flow));
      take(after, change.atMs);
    },
    lost: () => store.set({ connection: 'lost' }),
  });

let stopFollowing = follow();
function choosePerson(id: string): void {
  stopFollowing();
  const { bridge } = store.get();
  // At once: a click before the next snapshot would count as the other person's. Notices for the other person go, and
  // their pending requests do not keep this one from pressing.
  store.set({
    wishedPerson: id,
    connection: 'connecting',
    notices: [],
    busy: new Set(),
    bridge: bridge && { ...bridge, person: id, modal: null },
  });
  isFirstLook = true;
  stopFollowing = follow();
}

window.addEventListener('hashchange', () => {
  const { hash } = window.location;
  const place = readAddress(hash);
  const isOther = place.view !== store.get().place.view;
  // Whoever leads the browser elsewhere has left the form.
  const { bridge } = store.get();
  if (isOther && bridge?.modal) void actions.abandonForm(bridge.person, bridge.modal.viewId);
  store.set({ place, ...readAsking(hash), ...(isOther && { drawn: FIRST_DRAWN }) });
  store.set({ seen: markSeen(store.get()) });
  if (isOther) store.drawNow();
  loader.catchUp();
});
setInterval(() => {
  store.set({ nowMs: now() });
  loader.catchUp();
}, TICK_MS);
closeMenusAsUsual();
// A key means the page as the key before it left it, however soon it comes.
window.addEventListener('keydown', store.drawPending, true);
window.addEventListener('keydown', (event) => useCaseKey(event, store.get(), actions));
store.set({});
loader.catchUp();
