import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Actions } from '../actions.ts';
import type { State } from '../state/state.ts';
import { CloseButton } from './building-blocks.tsx';

/** Answers to what the person did. The region exists from the start, so that screen readers announce it. */
export function Notices({ notices, actions }: Pick<State, 'notices'> & { readonly actions: Actions }) {
  const region = useRef<HTMLDivElement>(null);
  const last = notices.at(-1)?.id;
  const inFront = useRef<number | undefined>(undefined);
  // Shown last means on top: an open dialog must not cover what is said about it.
  useLayoutEffect(() => {
    const wanted = document.querySelector('dialog[open]') === null ? undefined : last;
    if (wanted === inFront.current) return;
    inFront.current = wanted;
    region.current?.hidePopover();
    if (wanted !== undefined) region.current?.showPopover();
  });
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
