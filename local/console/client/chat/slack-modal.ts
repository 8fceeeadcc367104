import type { SlackModal } from '../../wire.ts';
import type { Actions } from '../actions.ts';
import { createRoot } from '../dom/create-root.ts';
import { mergeFragment } from '../dom/merge-fragment.ts';
import { foreign, h } from '../dom/node.ts';
import { createDialog } from '../shell/dialogs.ts';
import { drawEmoji } from './draw-emoji.ts';
import { formValues } from './form-values.ts';

/** An input that stands alone has the name of what it stands in. */
function adornForm(content: DocumentFragment): void {
  drawEmoji(content);
  for (const fieldset of content.querySelectorAll('fieldset')) {
    const name = fieldset.querySelector('legend')?.textContent?.trim() ?? '';
    const alone = 'textarea, select, input:not([type="radio"], [type="checkbox"])';
    for (const input of fieldset.querySelectorAll(alone)) input.setAttribute('aria-label', name);
  }
}

/** The form that this person has open in Slack. It is open as long as Slack says so. */
export function createSlackModal(actions: Actions): (modal: SlackModal | null, busy: boolean) => void {
  let shown: SlackModal | null = null;
  const close = () => shown && void actions.closeSlack({ viewId: shown.viewId });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (shown === null) return;
    const values = formValues(event.target as HTMLFormElement);
    void actions.submitSlack({ viewId: shown.viewId, values });
  };
  const dialog = createDialog('dialog slack-modal', close);
  const draw = createRoot(dialog.element);
  return (modal, busy) => {
    shown = modal;
    if (modal === null) {
      dialog.hide();
      draw([]);
      return;
    }
    const { viewId, title, html } = modal;
    dialog.element.setAttribute('aria-label', title);
    draw([
      h(
        'form',
        { key: viewId, class: 'dialog-body', 'aria-busy': busy ? 'true' : 'false', on: { submit } },
        h('h2', {}, title),
        foreign(
          { class: 'fragment' },
          { version: html, mount: (element) => void mergeFragment(element, html, adornForm) as undefined },
        ),
        h(
          'div',
          { class: 'row end' },
          h('button', { type: 'button', on: { click: close } }, modal.close),
          modal.submit !== null && h('button', { type: 'submit', class: 'primary' }, modal.submit),
        ),
      ),
    ]);
    if (dialog.element.open) return;
    dialog.show();
    dialog.element.querySelector<HTMLElement>('input, textarea, select')?.focus();
  };
}
