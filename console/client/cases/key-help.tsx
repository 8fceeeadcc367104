import type { OutcomeChoice } from '../../wire.ts';
import type { Actions } from '../actions.ts';
import { CloseButton } from '../shell/building-blocks.tsx';
import { Dialog } from '../shell/dialog.tsx';

interface KeyHelpProps {
  readonly open: boolean;
  readonly outcomes: readonly OutcomeChoice[];
  readonly actions: Actions;
}

export function KeyHelp({ open, outcomes, actions }: KeyHelpProps) {
  const close = () => actions.set({ keysShown: false });
  const keys = [
    ['/', 'Search'],
    ['j  k', 'The next case, the one before'],
    ['Enter', 'Its story'],
    ...outcomes.map(({ label }, at) => [String(at + 1), label]),
    ...(outcomes.length > 0 ? [['c', 'Claim it, take it over, or hand it back']] : []),
    ['?', 'These keys'],
  ];
  return (
    <Dialog open={open} label="Keys" class="small" onEscape={close}>
      <div class="dialog-body">
        <CloseButton label="Close" onClick={close} />
        <h2>Keys</h2>
        <dl class="keys">
          {keys.map(([key, words]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  );
}
