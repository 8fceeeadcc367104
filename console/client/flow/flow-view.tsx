import { Panel } from '../shell/building-blocks.tsx';
import { Empty } from '../shell/placeholders.tsx';
import type { ViewProps } from '../shell/view-props.ts';
import { drawnRows } from '../state/drawn.ts';
import { clock, fullMoment } from '../words/moment.ts';
import { EndpointsPanel } from './endpoints.tsx';
import { FeedsPanel } from './feeds.tsx';
import { FlowMap } from './flow-map.tsx';
import { ItemsPanel } from './items.tsx';
import type { MovingDots } from './moving-dots.ts';

const MOST_SHOWN = 60;

const ActivityPanel = ({ bridge: { activity }, state }: Pick<ViewProps, 'bridge' | 'state'>) => (
  <Panel title="Activity" note="Newest first" class="activity">
    {activity.length === 0 ? (
      <Empty title="Nothing has happened yet." />
    ) : (
      <ol class="activity-list" tabindex={0} aria-label="Recent activity">
        {activity
          .slice(-Math.min(MOST_SHOWN, drawnRows(state)))
          .toReversed()
          .map(({ id, atMs, text }) => (
            <li key={id}>
              <time dateTime={new Date(atMs).toISOString()} title={fullMoment(atMs)}>
                {clock(atMs)}
              </time>
              <span>{text}</span>
            </li>
          ))}
      </ol>
    )}
  </Panel>
);

export const FlowView = ({ dots, ...props }: ViewProps & { readonly dots: MovingDots }) => (
  <div class="page flow" tabindex={0} role="region" aria-label="Flow">
    <h2>
      The way of an item<small>From the API to the chat, and with a verdict back.</small>
    </h2>
    <FlowMap bridge={props.bridge} dots={dots} />
    <div class="flow-panels">
      <ItemsPanel {...props} />
      <div class="stack">
        <EndpointsPanel {...props} />
        <FeedsPanel {...props} />
        <ActivityPanel {...props} />
      </div>
    </div>
  </div>
);
