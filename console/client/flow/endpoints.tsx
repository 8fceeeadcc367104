import type { EndpointState } from '../../wire.ts';
import { Facts, Panel } from '../shell/building-blocks.tsx';
import type { ViewProps } from '../shell/view-props.ts';
import { amount } from '../words/amount.ts';
import { sayMoment } from '../words/moment.ts';

const KINDS = { webhook: 'webhook', sqs: 'queue of your own', eventbridge: 'event bus' } as const;
/** The server counts no further. */
const MOST_COUNTED = 100;

const countOf = (count: number): string =>
  count >= MOST_COUNTED ? `${MOST_COUNTED} or more` : amount(count);

const Endpoint = ({ one, nowMs }: { readonly one: EndpointState; readonly nowMs: number }) => (
  <li class="endpoint">
    <h4>
      {one.destination}
      <small>{KINDS[one.kind]}</small>
      <span class={`pill ${one.closed ? 'bad' : 'well'}`}>{one.closed ? 'Closed' : 'Open'}</span>
    </h4>
    {one.closed && (
      <p class="warning-words">{`Since ${sayMoment(one.closed.sinceMs, nowMs)}: ${one.closed.reason}`}</p>
    )}
    <Facts
      rows={[
        { label: 'Still to be told', text: countOf(one.waiting) },
        ...(one.givenUp > 0 ? [{ label: 'Given up', text: countOf(one.givenUp) }] : []),
      ]}
    />
    {one.told.length > 0 && (
      <ul class="told-list" aria-label={`What ${one.destination} was told last`}>
        {one.told.map(({ type, atMs, id }) => (
          <li key={`${type} ${id} ${atMs}`}>
            {type}
            <span class="soft">{` ${id.slice(0, 8)} · ${sayMoment(atMs, nowMs)}`}</span>
          </li>
        ))}
      </ul>
    )}
  </li>
);

/** Webhooks, and the user's own queues and event buses: whether they accept events, and what they last received. */
export function EndpointsPanel({ bridge: { flow }, state: { nowMs } }: ViewProps) {
  if (flow.endpoints.length === 0) return null;
  return (
    <Panel title="Endpoints" note="Told events, beside the chats" class="endpoints">
      <ul class="endpoint-list">
        {flow.endpoints.map((one) => (
          <Endpoint key={one.destination} one={one} nowMs={nowMs} />
        ))}
      </ul>
    </Panel>
  );
}
