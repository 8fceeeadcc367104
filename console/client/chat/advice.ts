import type { Bridge } from '../state/state.ts';

/** What to do next, in one sentence. */
export function adviceFor(bridge: Bridge): string {
  const person = bridge.people.find(({ id }) => id === bridge.person);
  const first = person?.name.split(' ')[0] ?? 'an analyst';
  const shown = [...bridge.slack.rooms, ...bridge.teams.rooms].some(({ messages }) => messages.length > 0);
  if (shown && !bridge.about.decidable)
    return 'Nobody can decide here, so cases have no buttons: Flow shows their way, and World what can go wrong.';
  if (bridge.about.decidable && person?.role === 'not allowed')
    return `${first} may not decide: press a button on a case and see how the bridge says no.`;
  if (!shown) return 'The bridge is looking for cases; the first one appears here by itself.';
  return `Press a button on a case as ${first}: Flow and Verdicts show how it goes, and World what can go wrong.`;
}
