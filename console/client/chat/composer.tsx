import type { Actions } from '../actions.ts';
import type { Room } from '../state/rooms.ts';
import type { App } from '../state/state.ts';

interface ComposerProps {
  readonly app: App;
  readonly room: Room;
  readonly actions: Actions;
}

/** Where a person types: a Slack command in any channel, and a message to the bot in the personal chat with it. */
export function Composer({ app, room, actions }: ComposerProps) {
  if (app === 'teams' && room.isPersonal !== true) return null;
  const label = app === 'slack' ? 'Type a command' : 'Write to the bot';
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const input = form.elements.namedItem('words') as HTMLInputElement;
    const text = input.value.trim();
    if (text === '') return;
    input.value = '';
    void (app === 'slack' ? actions.typeInSlack({ channel: room.id, text }) : actions.writeInTeams({ text }));
  };
  return (
    <form class="composer" onSubmit={submit}>
      <input
        name="words"
        autocomplete="off"
        aria-label={label}
        placeholder={app === 'slack' ? '/posture help' : 'help'}
      />
      <button type="submit">Send</button>
    </form>
  );
}
