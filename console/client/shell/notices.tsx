import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Actions } from '../actions.ts';
import type { State } from '../state/state.ts';
import { CloseButton } from './building-blocks.tsx';

/** Answers to what the person did. The region stands from the start, so that screen readers read it out. */
export function Notices({ notices, actions }: Pick<State, 'notices'> & { readonly actions: Actions }) {
  const region = useRef<HTMLDivElement>(null);
  const last = notices.at(-1)?.id;
  // In front of the dialog that may have been opened since: the one that is shown last is on top.
  useLayoutEffect(() => {
    if (last === undefined) return;
    region.current?.hidePopover();
    region.current?.showPopover();
  }, [last]);
  return (
    <div ref={region} class="notices" popover="manual" role="status" aria-live="polite" aria-label="Notices">
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
}
