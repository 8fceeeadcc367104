import type { Tried } from '../../wire.ts';
import { type Choice, Chooser, Panel } from '../shell/building-blocks.tsx';
import { Loading } from '../shell/placeholders.tsx';
import type { ViewProps } from '../shell/view-props.ts';
import { itemKey } from '../state/address.ts';
import { itemChoice } from '../words/item-choice.ts';
import { EXAMPLE_ITEM } from './example-item.ts';

const OUTCOMES = {
  matched: ['well', 'Matches'],
  'no-match': ['calm', 'Does not match'],
  skipped: ['waits', 'Not looked at'],
} as const;

function TriedRoute({ route, outcome, because, to, shadow }: Tried['routes'][number]) {
  const [mood, words] = OUTCOMES[outcome];
  return (
    <li>
      <span class={`pill ${mood}`}>{words}</span>
      <strong>{route}</strong>
      {outcome === 'matched' && (
        <span class="soft">{` ${shadow ? 'would send' : 'sends'} to ${to.join(', ')}`}</span>
      )}
      <p class="soft">{because}</p>
    </li>
  );
}

const Result = ({ title, kind, domain, goesTo, routes, text }: Tried) => (
  <div class="tried" role="status">
    <p>
      <strong>{title}</strong>
      <span class="soft">{` ${kind} of ${domain}`}</span>
    </p>
    <p class="goes-to">{goesTo.length > 0 ? `Goes to ${goesTo.join(' and ')}.` : 'Goes nowhere.'}</p>
    <ol class="tried-routes">
      {routes.map((route, at) => (
        <TriedRoute key={`${at} ${route.route}`} {...route} />
      ))}
    </ol>
    <details>
      <summary>All of it as text</summary>
      <pre tabindex={0}>{text}</pre>
    </details>
  </div>
);

const EXAMPLE = JSON.stringify(EXAMPLE_ITEM, null, 2);

/** Which routes an item takes, and why. */
export function TryPanel({ bridge, state, actions }: ViewProps) {
  const { tried, tryText, tryChosen } = state;
  const { items } = bridge;
  const { domains } = bridge.about;
  const domain = state.tryDomain ?? domains[0];
  // The tried item stays selected next to its result, even if a hundred others arrived since.
  const recent = items.map(itemChoice);
  const gone = tryChosen && !recent.some(([key]) => key === tryChosen[0]) ? [tryChosen] : [];
  const none: Choice = ['', items.length === 0 ? 'none yet' : 'choose …'];
  const tryRecent = (key: string) => {
    const item = items.find((one) => itemKey(one) === key);
    actions.set({ tryChosen: item ? itemChoice(item) : null });
    if (item) void actions.tryItem({ domain: item.domain, feed: item.feed, id: item.id });
  };
  const tryPasted = (event: Event) => {
    event.preventDefault();
    actions.set({ tryChosen: null });
    try {
      void actions.tryItem({ item: JSON.parse(tryText), domain });
    } catch {
      actions.forgetTried('This is not JSON. Paste a case or a threat as the API gives it.');
    }
  };
  return (
    <Panel title="Try an item" note="The bridge sends nothing." class="try">
      <Chooser
        label="One that the bridge has seen"
        id="try-recent"
        value={tryChosen?.[0] ?? ''}
        choices={[none, ...gone, ...recent]}
        onChoose={tryRecent}
      />
      <form onSubmit={tryPasted}>
        <label class="field">
          <span>Or paste one</span>
          <textarea
            rows={7}
            class="mono"
            spellcheck={false}
            placeholder={EXAMPLE}
            value={tryText}
            onInput={({ currentTarget }) => actions.set({ tryText: currentTarget.value })}
          />
        </label>
        {/* A pasted item does not say which domain it is from, and routes may depend on it. */}
        {domains.length > 1 && (
          <Chooser
            label="Its domain"
            id="try-domain"
            value={domain}
            choices={domains.map((name) => [name, name])}
            onChoose={(tryDomain) => actions.set({ tryDomain })}
          />
        )}
        <p class="row">
          <button type="submit" class="primary" disabled={tryText.trim() === ''}>
            Try it
          </button>
          <button type="button" onClick={() => actions.set({ tryText: EXAMPLE })}>
            Fill in an example
          </button>
        </p>
      </form>
      {tried.is === 'loading' && <Loading words="Trying …" />}
      {tried.is === 'failed' && (
        <p class="error" role="alert">
          {tried.why}
        </p>
      )}
      {tried.is === 'there' && <Result {...tried.value} />}
    </Panel>
  );
}
