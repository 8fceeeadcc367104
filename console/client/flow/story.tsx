import type { Effect, Story, StoryEvent } from '../../wire.ts';
import { ActButton } from '../health/act-button.tsx';
import { CloseButton, Facts } from '../shell/building-blocks.tsx';
import { Dialog } from '../shell/dialog.tsx';
import { Failed, Loading } from '../shell/placeholders.tsx';
import type { ViewProps } from '../shell/view-props.ts';
import { lastKnown } from '../state/state.ts';
import { readable } from '../words/amount.ts';
import { clock, fullMoment, sayMoment, saySpan } from '../words/moment.ts';
import { StagePill } from './items.tsx';

interface EffectProps {
  readonly effect: Effect;
  readonly beforeMs: number | null;
}

const EffectRow = ({ effect: { atMs, kind, text, detail }, beforeMs }: EffectProps) => (
  <li class={`effect ${kind}`}>
    {atMs === null ? (
      <span class="soft">
        {kind === 'awaited'
          ? 'not yet'
          : kind === 'told' || kind === 'withheld'
            ? 'no message'
            : 'time not kept'}
      </span>
    ) : (
      <time dateTime={new Date(atMs).toISOString()} title={fullMoment(atMs)}>
        {clock(atMs)}
      </time>
    )}
    <div>
      <p>{text}</p>
      {detail && <p class="soft">{detail}</p>}
      {atMs !== null && beforeMs !== null && <p class="soft">{`${saySpan(atMs - beforeMs)} later`}</p>}
    </div>
  </li>
);

const EventRow = ({ event: { title, severity, source, atMs } }: { readonly event: StoryEvent }) => (
  <li>
    <span class={`severity severity-${severity ?? 'unrated'}`}>{readable(severity ?? 'unrated')}</span>
    <div>
      <p>{title}</p>
      <p class="soft">{[source, atMs !== null && fullMoment(atMs)].filter(Boolean).join(' · ')}</p>
    </div>
  </li>
);

const Told = ({ title, stage, facts, events, effects, link, nowMs }: Story & { readonly nowMs: number }) => (
  <div>
    <div class="story-top">
      <h2 id="story-title">{title}</h2>
      <StagePill stage={stage} />
    </div>
    <Facts rows={facts} />
    {link && (
      <p>
        <a href={link} target="_blank" rel="noreferrer">
          Open in the platform
        </a>
      </p>
    )}
    {events.length > 0 && (
      <>
        <h3>
          Events<small>The most telling first</small>
        </h3>
        <ol class="story-events">
          {events.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </ol>
      </>
    )}
    <h3>
      What happened<small>Read from the ledger</small>
    </h3>
    <ol class="effects">
      {effects.map((effect, at) => (
        <EffectRow key={`${at}`} effect={effect} beforeMs={effects[at - 1]?.atMs ?? null} />
      ))}
    </ol>
    <p class="soft">{effects[0]?.atMs ? `It began ${sayMoment(effects[0].atMs, nowMs)}.` : ''}</p>
  </div>
);

export interface StoryPanelProps extends Pick<ViewProps, 'state' | 'actions'> {
  readonly bridge: ViewProps['bridge'] | null;
}

/** The story of one item, next to everything else. */
export function StoryPanel({ bridge, state, actions }: StoryPanelProps) {
  const { item } = state.place;
  const { story, nowMs } = state;
  const known = lastKnown(story);
  const label = known ? `Story of ${known.title}` : 'Story of an item';
  return (
    <Dialog open={item !== null} label={label} class="drawer" onEscape={actions.closeStory}>
      {item && (
        <div class="dialog-body story">
          <CloseButton label="Close the story" onClick={actions.closeStory} />
          {known && <Told key={known.id} {...known} nowMs={nowMs} />}
          {bridge && (
            <ActButton
              {...{ bridge, state, actions }}
              name="Hand it over once more"
              act={{ do: 'replay', domain: item.domain, feed: item.feed, id: item.id }}
            />
          )}
          {known === null && story.is === 'failed' && (
            <Failed why={story.why} again={() => void actions.loadStory(item)} />
          )}
          {known === null && story.is !== 'failed' && <Loading words="Reading the ledger …" />}
        </div>
      )}
    </Dialog>
  );
}
