import type { State } from '../state/state.ts';

/** What this browser remembers. It contains nothing about the bridge. */
type Preferences = Pick<State, 'theme' | 'hintDismissed' | 'wishedPerson'>;

const KEY = 'posture-bridge-console';
const NONE: Preferences = { theme: 'auto', hintDismissed: false, wishedPerson: null };

export function readPreferences(): Preferences {
  try {
    const { theme, hintDismissed, wishedPerson } = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return {
      theme: theme === 'light' || theme === 'dark' ? theme : NONE.theme,
      hintDismissed: hintDismissed === true,
      wishedPerson: typeof wishedPerson === 'string' ? wishedPerson : null,
    };
  } catch {
    return NONE;
  }
}

let kept = '';

export function keepPreferences({ theme, hintDismissed, wishedPerson }: Preferences): void {
  const next = JSON.stringify({ theme, hintDismissed, wishedPerson });
  if (next === kept) return;
  kept = next;
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // A browser that stores nothing is fine too.
  }
}
