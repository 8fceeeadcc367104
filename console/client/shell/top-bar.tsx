import type { Actions } from '../actions.ts';
import { HealthBadge } from '../health/health-badge.tsx';
import { GROUPS, VIEWS, type View, writeAddress } from '../state/address.ts';
import type { Bridge, State } from '../state/state.ts';
import { BRAND, ICONS } from './icons.tsx';

export const LABELS: Readonly<Record<View, string>> = {
  cases: 'Cases',
  chat: 'Chat',
  verdicts: 'Verdicts',
  health: 'Health',
  flow: 'Flow',
  config: 'Routes',
  world: 'World',
};

/** Where an arrow key leads, in a circle; null for any other key. */
export function tabAfterKey(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** The Tab key stops at the open tab, and arrows lead to the others. */
function Tabs({ state, actions }: Pick<TopBarProps, 'state' | 'actions'>) {
  const open = state.place.view;
  // The pages on which this bridge has something to show.
  const shown = (view: View) => state.bridge?.about.pages.includes(view) ?? false;
  const pages = VIEWS.filter(shown);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabAfterKey(event.key, pages.indexOf(open), pages.length);
    const view = at === null ? undefined : pages[at];
    if (view === undefined) return;
    event.preventDefault();
    actions.goTo({ view, item: null });
    document.getElementById(`tab-${view}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Views" onKeyDown={onKeyDown}>
      {GROUPS.filter(({ views }) => views.some(shown)).map(({ name, views }) => (
        <div key={name} class="tab-group" role="presentation" data-group={name}>
          {views.filter(shown).map((view) => (
            <a
              key={view}
              id={`tab-${view}`}
              role="tab"
              href={writeAddress({ view, item: null }, state)}
              aria-selected={view === open}
              aria-controls={view === open ? 'view' : undefined}
              tabindex={view === open ? 0 : -1}
            >
              {ICONS[view]}
              <span>{LABELS[view]}</span>
              {view === 'health' && state.bridge && <HealthBadge health={state.bridge.health} />}
            </a>
          ))}
        </div>
      ))}
    </div>
  );
}

const THEMES = ['auto', 'light', 'dark'] as const;
const THEME_WORDS = { auto: 'as the system', light: 'light', dark: 'dark' } as const;

function ThemeButton({ theme, actions }: Pick<State, 'theme'> & { readonly actions: Actions }) {
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto';
  const label = `Colours: ${THEME_WORDS[theme]}. Change to ${THEME_WORDS[next]}.`;
  return (
    <button
      type="button"
      class="quiet square"
      aria-label={label}
      title={label}
      onClick={() => actions.set({ theme: next })}
    >
      {ICONS[theme]}
    </button>
  );
}

type ChoosePerson = (id: string) => void;

const PersonPicker = ({ person, people, choose }: Bridge & { readonly choose: ChoosePerson }) => (
  <label class="person">
    <span>You are</span>
    <select
      id="person"
      aria-label="You are"
      value={person}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      {people.map(({ id, name, role }) => (
        <option key={id} value={id}>{`${name} (${role})`}</option>
      ))}
    </select>
  </label>
);

const CONNECTION = {
  connecting: ['waits', 'Connecting'],
  open: ['well', 'Live'],
  lost: ['bad', 'Not connected'],
} as const;

export interface TopBarProps {
  readonly state: State;
  readonly actions: Actions;
  readonly choosePerson: ChoosePerson;
}

export function TopBar({ state, actions, choosePerson }: TopBarProps) {
  const [mood, words] = CONNECTION[state.connection];
  return (
    <header class="top">
      <div class="brand">
        {BRAND}
        {/* A person who looks after several bridges has to see which one this is. */}
        <h1>
          {state.bridge && !state.bridge.about.pages.includes('world')
            ? state.bridge.about.bridge
            : 'posture-bridge'}
        </h1>
      </div>
      <Tabs state={state} actions={actions} />
      <div class="tools">
        <span class={`pill ${mood}`} id="connection">
          {words}
        </span>
        {state.bridge && state.bridge.people.length > 0 && (
          <PersonPicker {...state.bridge} choose={choosePerson} />
        )}
        <ThemeButton theme={state.theme} actions={actions} />
      </div>
    </header>
  );
}
