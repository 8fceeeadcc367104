import type { Change, ChatChange, ChatState, Snapshot } from '../../wire.ts';
import { changeRooms, openRooms } from './rooms.ts';
import type { Bridge, Chat } from './state.ts';

export const MOST_ACTIVITY = 200;

const openChat = ({ isStandIn, why, channels, messages }: ChatState): Chat => ({
  isStandIn,
  why: why ?? null,
  rooms: openRooms(channels, messages),
});

const changeChat = (chat: Chat, change: ChatChange | undefined): Chat =>
  change ? { ...chat, rooms: changeRooms(chat.rooms, change) } : chat;

export const openBridge = ({ slack, teams, activity, atMs: _, ...rest }: Snapshot): Bridge => ({
  ...rest,
  slack: openChat(slack),
  teams: openChat(teams),
  activity: activity.slice(-MOST_ACTIVITY),
});

/** What is not in a change stays the same object. */
export const changeBridge = (
  bridge: Bridge,
  { slack, teams, activity = [], atMs: _, ...rest }: Change,
): Bridge => ({
  ...bridge,
  ...rest,
  slack: changeChat(bridge.slack, slack),
  teams: changeChat(bridge.teams, teams),
  activity: activity.length > 0 ? [...bridge.activity, ...activity].slice(-MOST_ACTIVITY) : bridge.activity,
});
