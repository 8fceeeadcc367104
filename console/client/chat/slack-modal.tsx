import type { SlackModal as Modal } from '../../wire.ts';
import type { Actions } from '../actions.ts';
import { Dialog } from '../shell/dialog.tsx';
import { formValues } from './form-values.ts';
import { HtmlFragment } from './html-fragment.tsx';

/** A single input gets the name of its fieldset. */
function nameInputs(content: DocumentFragment): void {
  for (const fieldset of content.querySelectorAll('fieldset')) {
    const name = fieldset.querySelector('legend')?.textContent?.trim() ?? '';
    const alone = 'textarea, select, input:not([type="radio"], [type="checkbox"])';
    for (const input of fieldset.querySelectorAll(alone)) input.setAttribute('aria-label', name);
  }
}

/** The app wants to know at once what is chosen in some inputs. */
function choiceToTell(input: EventTarget | null) {
  if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) return null;
  const actionId = input.closest<HTMLElement>('[data-dispatch]')?.dataset.dispatch;
  return actionId === undefined ? null : { actionId, blockId: input.name, option: input.value };
}

interface FormProps {
  readonly modal: Modal;
  readonly busy: boolean;
  readonly actions: Actions;
  readonly close: () => void;
}

const Form = ({
  modal: { viewId, title, html, close: closeLabel, submit },
  busy,
  actions,
  close,
}: FormProps) => (
  <form
    class="dialog-body"
    aria-busy={busy}
    onSubmit={(event) => {
      event.preventDefault();
      void actions.submitSlack({ viewId, values: formValues(event.currentTarget) });
    }}
    onChange={({ target }) => {
      const chosen = choiceToTell(target);
      if (chosen) void actions.clickSlack({ viewId, ...chosen });
    }}
  >
    <h2>{title}</h2>
    <HtmlFragment html={html} adorn={nameInputs} />
    <div class="row end">
      <button type="button" onClick={close}>
        {closeLabel}
      </button>
      {submit !== null && (
        <button type="submit" class="primary">
          {submit}
        </button>
      )}
    </div>
  </form>
);

type ModalProps = Omit<FormProps, 'modal' | 'close'> & { readonly modal: Modal | null };

/** The form that this person has open in Slack, for as long as Slack says so. */
export function SlackModal({ modal, busy, actions }: ModalProps) {
  const close = () => modal && void actions.closeSlack({ viewId: modal.viewId });
  return (
    <Dialog open={modal !== null} label={modal?.title ?? 'Form'} class="slack-modal" onEscape={close}>
      {modal && <Form key={modal.viewId} modal={modal} busy={busy} actions={actions} close={close} />}
    </Dialog>
  );
}
