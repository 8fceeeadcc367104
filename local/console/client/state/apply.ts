import type { Change, SlackMessage, Snapshot, TeamsMessage } from '../../wire.ts';
import { changeRooms, openRooms } from './rooms.ts';
import type { Bridge, SlackSaid, TeamsSaid } from './state.ts';

export const MOST_ACTIVITY = 200;

const slackSaid = (message: SlackMessage): SlackSaid => ({
  ...message,
  key: message.ts,
  root: message.threadTs,
});
const teamsSaid = (message: TeamsMessage): TeamsSaid => ({
  ...message,
  key: message.id,
  broadcast: false,
});

export const openBridge = ({ slack, teams, activity, atMs: _, ...rest }: Snapshot): Bridge => ({
  ...rest,
  slack: {
    isStandIn: slack.isStandIn,
    why: slack.why ?? null,
    rooms: openRooms(slack.channels, slack.messages.map(slackSaid)),
  },
  teams: {
    isStandIn: teams.isStandIn,
    why: teams.why ?? null,
    rooms: openRooms(teams.channels, teams.messages.map(teamsSaid)),
  },
  modal: slack.modal,
  activity: activity.slice(-MOST_ACTIVITY),
});

/** What is not in a change stays the very same object. */
export function changeBridge(bridge: Bridge, change: Change): Bridge {
  const { slack, teams, activity } = change;
  return {
    ...bridge,
    ...(slack && {
      slack: {
        ...bridge.slack,
        rooms: changeRooms(bridge.slack.rooms, {
          messages: slack.messages?.map(slackSaid),
          removed: slack.removed?.map(({ channel, ts }) => ({ channel, key: ts })),
        }),
      },
    }),
    ...(slack?.modal !== undefined && { modal: slack.modal }),
    ...(teams && {
      teams: {
        ...bridge.teams,
        rooms: changeRooms(bridge.teams.rooms, {
          messages: teams.messages?.map(teamsSaid),
          removed: teams.removed?.map(({ channel, id }) => ({ channel, key: id })),
        }),
      },
    }),
    ...(activity && { activity: [...bridge.activity, ...activity].slice(-MOST_ACTIVITY) }),
    ...(change.flow && { flow: change.flow }),
    ...(change.items && { items: change.items }),
    ...(change.world && { world: change.world }),
    ...(change.verdicts !== undefined && { verdicts: change.verdicts }),
  };
}
