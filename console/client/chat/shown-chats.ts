import type { App, Bridge } from '../state/state.ts';

const APPS = ['slack', 'teams'] as const;

/** The chats that this page can show. If it can show none, all of them, to say why. */
export function shownChats(bridge: Pick<Bridge, App>): readonly App[] {
  const shown = APPS.filter(
    (app) => bridge[app].why === null && (!bridge[app].isStandIn || bridge[app].rooms.length > 0),
  );
  return shown.length > 0 ? shown : APPS;
}
