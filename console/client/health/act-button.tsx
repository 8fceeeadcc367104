import type { Act } from '../../wire.ts';
import type { ViewProps } from '../shell/view-props.ts';

export interface ActButtonProps extends Pick<ViewProps, 'bridge' | 'state' | 'actions'> {
  readonly name: string;
  readonly act: Act;
}

/** An action on the bridge: only where the console may. The server says what it is about to do, and asks. */
export const ActButton = ({ name, act, bridge, state, actions }: ActButtonProps) =>
  bridge.about.acts ? (
    <button
      type="button"
      disabled={state.busy.has(`act/${name}`)}
      onClick={() => void actions.actOnBridge(name, act)}
    >
      {name}
    </button>
  ) : null;
