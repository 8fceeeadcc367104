import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Actions } from '../actions.ts';
import type { State } from '../state/state.ts';
import { rememberFocus } from './remember-focus.ts';

export interface DialogProps {
  readonly open: boolean;
  readonly label: string;
  readonly class: string;
  /** Escape, or a click outside the dialog. */
  readonly onEscape: () => void;
  readonly children: ComponentChildren;
}

/** In front of everything: the rest of the page cannot be reached while it is open. */
export function Dialog({ open, label, class: className, onEscape, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!open || dialog === null) return;
    const giveBack = rememberFocus();
    dialog.showModal();
    dialog.querySelector<HTMLElement>('input, textarea, select')?.focus();
    return () => {
      dialog.close();
      // The browser tries too, but the element it remembered may be hidden or replaced by now.
      giveBack();
    };
  }, [open]);
  return (
    <dialog
      ref={element}
      class={`dialog ${className}`}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onEscape();
      }}
      onPointerDown={({ target, currentTarget }) => {
        if (target === currentTarget) onEscape();
      }}
    >
      {children}
    </dialog>
  );
}

/** Asks before a click takes effect. The first line of the question is its title. */
export function ConfirmDialog({
  question,
  actions,
}: Pick<State, 'question'> & { readonly actions: Actions }) {
  const [title = '', ...rest] = question?.text.split('\n\n') ?? [];
  return (
    <Dialog open={question !== null} label={title} class="small" onEscape={() => actions.answer(false)}>
      <div class="dialog-body">
        <h2>{title}</h2>
        {rest.map((words) => (
          <p key={words}>{words}</p>
        ))}
        <div class="row end">
          <button type="button" onClick={() => actions.answer(false)}>
            Cancel
          </button>
          <button type="button" class="primary" onClick={() => actions.answer(true)}>
            {question?.yes ?? 'Yes'}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
