import { createRoot } from '../dom/create-root.ts';
import { h } from '../dom/node.ts';
import { createDialog } from './dialogs.ts';

/** Asks, and says whether they meant it. The question's first line is its title. */
export function confirmFirst(question: string): Promise<boolean> {
  return new Promise((resolve) => {
    const [title = '', ...rest] = question.split('\n\n');
    const end = (meant: boolean) => {
      dialog.hide();
      dialog.element.remove();
      resolve(meant);
    };
    const dialog = createDialog('dialog small', () => end(false));
    dialog.element.setAttribute('aria-label', title);
    createRoot(dialog.element)([
      h(
        'div',
        { class: 'dialog-body' },
        h('h2', {}, title),
        ...rest.map((words) => h('p', {}, words)),
        h(
          'div',
          { class: 'row end' },
          h('button', { type: 'button', on: { click: () => end(false) } }, 'Cancel'),
          h('button', { type: 'button', class: 'primary', on: { click: () => end(true) } }, 'Yes'),
        ),
      ),
    ]);
    dialog.show();
  });
}
