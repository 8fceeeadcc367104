import { rememberFocus } from '../dom/remember-focus.ts';

export interface Dialog {
  readonly element: HTMLDialogElement;
  readonly show: () => void;
  readonly hide: () => void;
}

/** In front of everything: the rest cannot be reached, and Escape asks to close it. */
export function createDialog(className: string, onEscape: () => void): Dialog {
  const element = document.createElement('dialog');
  element.className = className;
  let giveBack: (() => void) | undefined;
  element.addEventListener('cancel', (event) => {
    event.preventDefault();
    onEscape();
  });
  // A click beside it, on what it darkens.
  element.addEventListener('pointerdown', (event) => {
    if (event.target === element) onEscape();
  });
  document.body.append(element);
  return {
    element,
    show: () => {
      if (element.open) return;
      giveBack = rememberFocus();
      element.showModal();
    },
    hide: () => {
      if (!element.open) return;
      element.close();
      // The browser has tried; what it remembered may be hidden by now, or drawn anew.
      giveBack?.();
    },
  };
}
