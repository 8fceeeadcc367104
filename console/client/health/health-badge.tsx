import type { HealthAnswer } from '../../wire.ts';

/** How the bridge is, on the tab of the page that says more. Nothing that may pass by itself is red. */
export function HealthBadge({ health: { headline, problems } }: { readonly health: HealthAnswer }) {
  const called = problems.some(({ note }) => note !== 'may pass by itself');
  // Before the first look nobody knows.
  const otherwise = headline.includes('healthy') ? 'well' : '';
  const mood = problems.length === 0 ? otherwise : called ? 'bad' : 'waits';
  return (
    <span class={`badge ${mood}`} role="img" aria-label={headline} title={headline} id="health-badge">
      {problems.length > 0 && problems.length}
    </span>
  );
}

/** `(2) Cases · posture-bridge` in the tab of the browser, as long as something is wrong. */
export const titleOf = (page: string, health: HealthAnswer | undefined): string =>
  `${health && health.problems.length > 0 ? `(${health.problems.length}) ` : ''}${page} · posture-bridge`;
