import type { DestinationState, Health, HealthProblem, QueueState } from '../../wire.ts';
import { Moment, Panel } from '../shell/building-blocks.tsx';
import { Empty, Failed, Loading } from '../shell/placeholders.tsx';
import type { ViewProps } from '../shell/view-props.ts';
import { lastKnown } from '../state/state.ts';
import { amount, counted } from '../words/amount.ts';
import { saySpan } from '../words/moment.ts';
import { ActButton } from './act-button.tsx';

type Props = ViewProps & { readonly health: Health };

const Problem = ({ problem, nowMs }: { readonly problem: HealthProblem; readonly nowMs: number }) => (
  <li class="health-row">
    <p>
      <span class={`pill ${problem.goneMs === null ? 'bad' : 'waits'}`}>
        {problem.goneMs === null ? 'Wrong' : 'Seems to be over'}
      </span>{' '}
      <strong>{problem.heading}</strong> <span class="soft">{problem.of}</span>
    </p>
    <p class="soft">
      {problem.sinceMs !== null && <Moment atMs={problem.sinceMs} nowMs={nowMs} />} The runbook has what to do
      under this heading (docs/runbook.md).
    </p>
  </li>
);

const Problems = ({ health, state: { nowMs } }: Props) => (
  <Panel title="What is wrong" note="As the reconciler saw it last">
    {health.problems.length === 0 ? (
      <Empty title="The reconciler has found nothing." />
    ) : (
      <ul class="health-list">
        {health.problems.map((one) => (
          <Problem key={`${one.heading} ${one.of}`} problem={one} nowMs={nowMs} />
        ))}
      </ul>
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
        <span class={`pill ${closed ? 'bad' : 'well'}`}>{closed ? 'Closed' : 'Open'}</span>{' '}
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
  <div class="health-panels">
    <Problems {...props} />
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
  </div>
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
      {known ? <Known {...props} health={known} /> : health.is !== 'failed' && <Loading words="Looking …" />}
    </div>
  );
}
