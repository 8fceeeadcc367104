import { Chooser, Panel } from '../shell/building-blocks.tsx';
import { Empty } from '../shell/placeholders.tsx';
import type { ViewProps } from '../shell/view-props.ts';
import { itemKey } from '../state/address.ts';
import { readable } from '../words/amount.ts';
import { itemChoice } from '../words/item-choice.ts';
import {
  type ButtonGroup,
  buttonGroups,
  casesOfStandIn,
  type ScenarioButton,
  troubles,
} from './scenario-buttons.ts';

type ButtonProps = ViewProps & { readonly button: ScenarioButton };

const Scenario = ({ button: { id, label, says, scenario, on }, state, actions }: ButtonProps) => (
  <li class="scenario">
    <button
      type="button"
      aria-describedby={`says-${id}`}
      aria-pressed={on}
      aria-busy={state.busy.has(`world/${id}`)}
      onClick={() => void actions.runScenario(id, scenario)}
    >
      {label}
    </button>
    <p id={`says-${id}`}>{says}</p>
  </li>
);

/** What is broken around the bridge; and how the bridge is, in the words of the page Health. */
function TroubleBar({ bridge, actions }: ViewProps) {
  const found = troubles(bridge.world);
  const { headline } = bridge.health;
  if (found.length === 0)
    return (
      <p class="trouble none" role="status">
        {`${headline} Break something: the bridge loses nothing.`}
      </p>
    );
  return (
    <div class="trouble" role="status">
      <p>{headline}</p>
      {found.map(({ words, back }) => (
        <p key={words}>
          <strong>{words}</strong>
          <button type="button" onClick={() => void actions.runScenario(back.id, back.scenario)}>
            {back.label}
          </button>
        </p>
      ))}
    </div>
  );
}

export function WorldView(props: ViewProps) {
  const { bridge, state, actions } = props;
  const { order, orders } = bridge.world.api;
  const cases = casesOfStandIn(bridge);
  const chosen = cases.find((item) => itemKey(item) === state.chosenCase) ?? cases[0] ?? null;
  const group = ({ title, buttons }: ButtonGroup) => (
    <Panel key={title} title={title}>
      {title === 'A case that is there' && chosen && (
        <Chooser
          label="Which case"
          value={itemKey(chosen)}
          choices={cases.map(itemChoice)}
          onChoose={actions.chooseCase}
        />
      )}
      {buttons.length === 0 ? (
        <Empty title="There is no case yet." more="Make one first." />
      ) : (
        <ul class="scenarios">
          {buttons.map((button) => (
            <Scenario key={button.id} {...props} button={button} />
          ))}
        </ul>
      )}
      {title === 'The API' && (
        <Chooser
          label="List order"
          value={order ?? ''}
          choices={orders.map((one) => [one, readable(one).toLowerCase()])}
          onChoose={(next) => void actions.runScenario('order', { do: 'set-order', order: next })}
          note="Nothing tells the bridge. Watch it learn the order under Flow."
        />
      )}
    </Panel>
  );
  return (
    <div class="page world">
      <h2>
        The world around the bridge
        <small>Make something happen, and see what the bridge does about it.</small>
      </h2>
      <TroubleBar {...props} />
      {bridge.about.notes.map((note) => (
        <p key={note} class="note">
          {note}
        </p>
      ))}
      <div class="groups">{buttonGroups(bridge.world, chosen).map(group)}</div>
    </div>
  );
}
