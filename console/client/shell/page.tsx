import { CasesView } from '../cases/cases-view.tsx';
import { ChatView } from '../chat/chat-view.tsx';
import { SlackModal } from '../chat/slack-modal.tsx';
import { ConfigView } from '../config/config-view.tsx';
import { FlowView } from '../flow/flow-view.tsx';
import type { MovingDots } from '../flow/moving-dots.ts';
import { StoryPanel } from '../flow/story.tsx';
import { HealthView } from '../health/health-view.tsx';
import { VerdictsView } from '../verdicts/verdicts-view.tsx';
import { WorldView } from '../world/world-view.tsx';
import { ConfirmDialog } from './dialog.tsx';
import { Notices } from './notices.tsx';
import { Loading } from './placeholders.tsx';
import { TopBar, type TopBarProps } from './top-bar.tsx';
import type { ViewProps } from './view-props.ts';

const LOST = 'The bridge does not answer. Trying again …';

function OpenView({ dots, ...props }: ViewProps & { readonly dots: MovingDots }) {
  switch (props.state.place.view) {
    case 'chat':
      return <ChatView {...props} />;
    case 'cases':
      return <CasesView {...props} />;
    case 'flow':
      return <FlowView {...props} dots={dots} />;
    case 'world':
      return <WorldView {...props} />;
    case 'verdicts':
      return <VerdictsView {...props} />;
    case 'config':
      return <ConfigView {...props} />;
    case 'health':
      return <HealthView {...props} />;
  }
}

function skipToContent(event: Event): void {
  // The address bar is for the views.
  event.preventDefault();
  document.getElementById('main')?.focus();
}

/** The whole page, from the state alone. */
export function Page({ state, actions, choosePerson, dots }: TopBarProps & { readonly dots: MovingDots }) {
  const { bridge, connection, place, question } = state;
  const lost = connection === 'lost';
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a place on this page, as every skip link */}
      <a class="skip" href="#main" onClick={skipToContent}>
        Skip to the content
      </a>
      <TopBar state={state} actions={actions} choosePerson={choosePerson} />
      <div class="banner-place" role="status">
        {lost && <p class="banner">{LOST}</p>}
        {!lost && bridge?.trouble && <p class="banner">{`What you see is from before. ${bridge.trouble}`}</p>}
      </div>
      <main id="main" tabindex={-1}>
        <div id="view" key={place.view} class="view" role="tabpanel" aria-labelledby={`tab-${place.view}`}>
          {bridge === null ? (
            <Loading words={lost ? LOST : 'Looking at the bridge …'} />
          ) : (
            <OpenView bridge={bridge} state={state} actions={actions} dots={dots} />
          )}
        </div>
      </main>
      <p class="unseen" aria-live="polite" id="news">
        {state.news}
      </p>
      <SlackModal modal={bridge?.modal ?? null} busy={state.busy.has('modal')} actions={actions} />
      <StoryPanel bridge={bridge} state={state} actions={actions} />
      <ConfirmDialog question={question} actions={actions} />
      {/* After the dialogs: it has to know whether one is open. */}
      <Notices notices={state.notices} actions={actions} />
    </>
  );
}
