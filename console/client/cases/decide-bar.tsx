import type { OpenCase } from '../../wire.ts';
import type { ViewProps } from '../shell/view-props.ts';
import { itemKey } from '../state/address.ts';
import { outcomeClass } from '../words/outcome.tsx';
import { COMMENT, claimPress, decide } from './decide.ts';

const WORDS: Readonly<Record<Exclude<OpenCase['presses'][number], 'decide'>, string>> = {
  claim: "I'm on it",
  'take-over': 'Take over',
  'hand-back': 'Hand back',
  undo: 'Undo',
  approve: 'Approve',
  decline: 'Decline',
  retry: 'Retry',
};
const OTHERS = ['undo', 'approve', 'decline', 'retry'] as const;

type Props = ViewProps & { readonly one: OpenCase };

/** Words that go with the decision. Enter decides what was waiting for them. */
function Comment({ one, bridge, state, actions }: Props) {
  const waiting = bridge.about.outcomes.find(({ outcome }) => outcome === state.deciding);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return actions.set({ deciding: null });
    if (event.key !== 'Enter' || !waiting) return;
    event.preventDefault();
    void decide(one, waiting, state, actions);
  };
  return (
    <label class="field grow">
      <span>{waiting ? `${waiting.label} needs a comment. Enter decides.` : 'Comment'}</span>
      <input
        id={COMMENT}
        value={state.caseComment}
        placeholder="Goes to the platform under your name"
        onInput={({ currentTarget }) => actions.set({ caseComment: currentTarget.value })}
        onKeyDown={onKeyDown}
      />
    </label>
  );
}

/** What can be done about the chosen case: what its message in the chats offers, and nothing else. */
export function DecideBar(props: Props) {
  const { one, bridge, state, actions } = props;
  const { outcomes } = bridge.about;
  const isBusy = state.busy.has(`case/${itemKey(one)}`);
  const claim = claimPress(one);
  const others = OTHERS.filter((press) => one.presses.includes(press));
  return (
    <div class="decide" role="group" aria-label="Decide">
      {outcomes.length > 0 && one.presses.includes('decide') && (
        <>
          {outcomes.map((choice, at) => (
            <button
              key={choice.outcome}
              type="button"
              disabled={isBusy}
              title={choice.effect}
              aria-pressed={state.deciding === choice.outcome ? true : undefined}
              onClick={() => void decide(one, choice, state, actions)}
            >
              <kbd>{at + 1}</kbd>
              <i class={`dot ${outcomeClass(choice.outcome)}`} aria-hidden="true" />
              {choice.label}
            </button>
          ))}
          <Comment {...props} />
        </>
      )}
      {outcomes.length > 0 &&
        others.map((press) => (
          <button
            key={press}
            type="button"
            disabled={isBusy}
            onClick={() => void actions.pressCase(one, { press })}
          >
            {WORDS[press]}
          </button>
        ))}
      {outcomes.length > 0 && claim && claim !== 'decide' && (
        <button type="button" disabled={isBusy} onClick={() => void actions.pressCase(one, { press: claim })}>
          <kbd>c</kbd>
          {WORDS[claim]}
        </button>
      )}
      {one.link && (
        <a class="button" href={one.link} target="_blank" rel="noreferrer">
          Open in the platform
        </a>
      )}
    </div>
  );
}
