import type { Actions } from '../actions.ts';
import type { State } from '../state/state.ts';
import { CloseButton } from './building-blocks.tsx';

/** Answers to what the person did. The region stands from the start, so that screen readers read it out. */
export const Notices = ({ notices, actions }: Pick<State, 'notices'> & { readonly actions: Actions }) => (
  <div class="notices" role="status" aria-live="polite" aria-label="Notices">
    {notices.map(({ id, kind, text }) => (
      <div key={id} class={`notice ${kind}`}>
        <p>
          {kind === 'error' && <span class="unseen">Problem: </span>}
          {text}
        </p>
        <CloseButton label={`Dismiss: ${text}`} onClick={() => actions.dismiss(id)} />
      </div>
    ))}
  </div>
);
