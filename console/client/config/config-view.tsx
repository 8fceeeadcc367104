import type { Configuration } from '../../wire.ts';
import { Facts, Panel } from '../shell/building-blocks.tsx';
import { Failed, Loading } from '../shell/placeholders.tsx';
import type { ViewProps } from '../shell/view-props.ts';
import { lastKnown } from '../state/state.ts';
import { TryPanel } from './try-panel.tsx';
import { writeCondition } from './write-condition.ts';

const FLAGS = [
  ['final', 'When this route matches, the bridge looks at no later one.'],
  ['shadow', 'The bridge only notes that it would match, and sends nothing.'],
  ['broadcast', 'The channel shows answers in threads too.'],
] as const;

const conditionWords = (when: unknown): string => {
  const words = writeCondition(when);
  return words === 'everything' ? 'Takes everything' : `Takes what fits: ${words}`;
};

const RouteRow = ({ route }: { readonly route: Configuration['routes'][number] }) => (
  <li class="route">
    <p class="route-name">
      <strong>{route.name}</strong>
      {FLAGS.filter(([flag]) => route[flag]).map(([flag, title]) => (
        <span key={flag} class="badge" title={title}>
          {flag}
        </span>
      ))}
    </p>
    <p>{conditionWords(route.when)}</p>
    <p class="soft">
      to{' '}
      {route.to.map((name) => (
        <span key={name} class="destination">
          {name}
        </span>
      ))}
    </p>
    {route.does.map((words) => (
      <p key={words} class="soft">
        {words}
      </p>
    ))}
  </li>
);

const Known = ({ routes, parts }: Configuration) => (
  <div class="stack">
    <Panel title="Routes" note="In the order in which the bridge looks at them.">
      <ol class="routes">
        {routes.map((route, at) => (
          <RouteRow key={`${at} ${route.name}`} route={route} />
        ))}
      </ol>
    </Panel>
    {parts.map(({ rows, ...part }) => (
      <Panel key={part.title} {...part}>
        <Facts rows={rows} />
      </Panel>
    ))}
  </div>
);

export function ConfigView(props: ViewProps) {
  const { bridge, state, actions } = props;
  const { configuration } = state;
  const { links } = bridge.about;
  const known = lastKnown(configuration);
  return (
    <div class="page config">
      <h2>
        Routes
        <small>Where items go and who may decide them: the configuration, as the bridge has read it.</small>
      </h2>
      {configuration.is === 'failed' && (
        <Failed why={configuration.why} again={() => void actions.loadConfiguration()} />
      )}
      {known === null && configuration.is !== 'failed' && <Loading words="Reading the configuration …" />}
      <div class="config-panels">
        {known && <Known {...known} />}
        <TryPanel {...props} />
      </div>
      {links.length > 0 && (
        <p class="soft links">
          Pages of the other parts:{' '}
          {links.map(({ label, url }) => (
            <a key={url} href={url} target="_blank" rel="noreferrer noopener">
              {label}
            </a>
          ))}
        </p>
      )}
    </div>
  );
}
