/** What had the focus, to give it back, even if it was drawn anew in the meantime. */
function rememberFocus(): () => void {
  const before = document.activeElement;
  const around = before?.closest('[data-refocus]');
  return () => {
    const target = [before, around].find((one) => one instanceof HTMLElement && one.isConnected);
    if (target instanceof HTMLElement && target !== document.body) target.focus();
  };
}

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
      giveBack?.();
    },
  };
}
