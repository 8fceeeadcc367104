import type { DestinationState, Health, QueueState, ShownProblem } from '../../wire.ts';
import { Moment, Panel } from '../shell/building-blocks.tsx';
import { Empty, Failed, Loading } from '../shell/placeholders.tsx';
import type { ViewProps } from '../shell/view-props.ts';
import { lastKnown } from '../state/state.ts';
import { amount, counted } from '../words/amount.ts';
import { saySpan } from '../words/moment.ts';
import { ActButton } from './act-button.tsx';
import { HealthPlots } from './health-plots.tsx';

type Props = ViewProps & { readonly health: Health };

const Problem = ({ problem, nowMs }: { readonly problem: ShownProblem; readonly nowMs: number }) => (
  <li class="health-row">
    <p class="problem">
      <strong>{problem.heading}</strong>
      {`  ·  ${problem.of}`}
      {problem.sinceMs !== null && (
        <>
          {'  ·  since '}
          <Moment atMs={problem.sinceMs} nowMs={nowMs} />
        </>
      )}
      {problem.note && `  ·  ${problem.note}`}
    </p>
    <p class="soft">The runbook has what to do under this heading (docs/runbook.md).</p>
  </li>
);

/** In the words of the command and the chats, and as fresh as the badge. */
const Problems = ({
  bridge: {
    health: { headline, problems },
  },
  state: { nowMs },
}: ViewProps) => (
  <Panel title="How the bridge is">
    {problems.length === 0 ? (
      <Empty title={headline} />
    ) : (
      <>
        <p class="headline">{headline}</p>
        <ul class="health-list">
          {problems.map((one) => (
            <Problem key={`${one.heading} ${one.of}`} problem={one} nowMs={nowMs} />
          ))}
        </ul>
      </>
    )}
  </Panel>
);

function Destination({ one, ...props }: Props & { readonly one: DestinationState }) {
  const { destination, type, closed, waiting, more } = one;
  const { nowMs } = props.state;
  const left = closed ? closed.nextTryMs - nowMs : 0;
  return (
    <li class="health-row">
      <p>
        {/* Nothing waits for it: the next item tries it. */}
        <span class={`pill ${closed ? (waiting > 0 ? 'bad' : 'waits') : 'well'}`}>
          {closed ? 'Closed' : 'Open'}
        </span>{' '}
        <strong>{destination}</strong> <span class="soft">{type}</span>
      </p>
      <p class="soft">{`${amount(waiting)}${more ? ' or more' : ''} to be shown or told there`}</p>
      {closed && (
        <>
          <p>
            {`${closed.kind}: ${closed.reason}`} <Moment atMs={closed.sinceMs} nowMs={nowMs} />
          </p>
          <p class="soft">
            {`Tried ${counted(closed.tries, 'time')} since; next ${left > 0 ? `in ${saySpan(left)}` : 'now'}.`}
          </p>
          <ActButton {...props} name={`Try ${destination} now`} act={{ do: 'reopen', destination }} />
        </>
      )}
    </li>
  );
}

function Queue({ one, ...props }: Props & { readonly one: QueueState }) {
  const { id, waiting, inFlight, delayed, dead } = one;
  return (
    <li class="health-row">
      <p>
        <span class={`pill ${dead > 0 ? 'bad' : 'well'}`}>
          {dead > 0 ? counted(dead, 'dead letter') : 'No dead letters'}
        </span>{' '}
        <strong>{id}</strong>
      </p>
      <p class="soft">{`${amount(waiting)} waiting, ${amount(inFlight)} in work, ${amount(delayed)} delayed`}</p>
      {dead > 0 && id !== 'poll' && (
        <ActButton {...props} name={`Send dead letters of ${id} back`} act={{ do: 'redrive', queue: id }} />
      )}
    </li>
  );
}

const Known = (props: Props) => (
  <>
    <Panel title="Destinations">
      <ul class="health-list">
        {props.health.destinations.map((one) => (
          <Destination key={one.destination} one={one} {...props} />
        ))}
      </ul>
    </Panel>
    <Panel title="Queues">
      <ul class="health-list">
        {props.health.queues.map((one) => (
          <Queue key={one.id} one={one} {...props} />
        ))}
      </ul>
    </Panel>
  </>
);

/** What is wrong, and what is not. */
export function HealthView(props: ViewProps) {
  const { health } = props.state;
  const known = lastKnown(health);
  return (
    <div class="page health" tabindex={0} role="region" aria-label="Health">
      <h2>
        Health<small>What is wrong, what waits, and what was given up.</small>
      </h2>
      {health.is === 'failed' && <Failed why={health.why} again={() => void props.actions.loadHealth()} />}
      <div class="health-panels">
        <Problems {...props} />
        {known ? (
          <Known {...props} health={known} />
        ) : (
          health.is !== 'failed' && <Loading words="Looking …" />
        )}
      </div>
      {known && <HealthPlots {...known} />}
    </div>
  );
}
