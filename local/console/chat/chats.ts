import { readMessageKey } from '../events/message-key.ts';
import type { Marks } from '../events/subscriber.ts';
import type { KnownPerson } from '../people.ts';
import type {
  Change,
  SlackChange,
  SlackMessage,
  SlackState,
  TeamsChange,
  TeamsMessage,
  TeamsState,
} from '../wire.ts';
import type { SlackView } from './slack-view.ts';
import type { TeamsView } from './teams-view.ts';

/** The chats that are played here; of the others, why they are not. */
export interface Chats {
  readonly slack: SlackView | { readonly why: string };
  readonly teams: TeamsView | { readonly why: string };
}

/** Both chats as this person sees them. */
export function chatState(
  { slack, teams }: Chats,
  person: KnownPerson | undefined,
): { slack: SlackState; teams: TeamsState } {
  return {
    slack:
      'why' in slack
        ? { isStandIn: false, why: slack.why, channels: [], messages: [], modal: null }
        : { isStandIn: true, ...slack.state(person?.slackId) },
    teams:
      'why' in teams
        ? { isStandIn: false, why: teams.why, channels: [], messages: [] }
        : { isStandIn: true, ...teams.state(person?.teamsId) },
  };
}

/** What stands now where marks were set. */
export function chatChange(
  { slack, teams }: Chats,
  person: KnownPerson | undefined,
  marks: Marks,
): Pick<Change, 'slack' | 'teams'> {
  const inSlack = 'why' in slack ? {} : slackChange(slack, person?.slackId, marks);
  const inTeams = 'why' in teams ? {} : teamsChange(teams, person?.teamsId, marks);
  return {
    ...(Object.keys(inSlack).length > 0 && { slack: inSlack }),
    ...(Object.keys(inTeams).length > 0 && { teams: inTeams }),
  };
}

function slackChange(slack: SlackView, slackId: string | undefined, marks: Marks): SlackChange {
  const messages: SlackMessage[] = [];
  const removed: { channel: string; ts: string }[] = [];
  for (const { channel, id: ts } of [...marks.slack].map(readMessageKey)) {
    const message = slack.message(channel, ts, slackId);
    if (message === 'gone') removed.push({ channel, ts });
    else if (message !== 'hidden') messages.push(message);
  }
  return {
    ...(messages.length > 0 && { messages: messages.sort((a, b) => Number(a.ts) - Number(b.ts)) }),
    ...(removed.length > 0 && { removed }),
    ...(marks.whole.has('modal') && { modal: slack.modal(slackId) }),
  };
}

function teamsChange(teams: TeamsView, teamsId: string | undefined, marks: Marks): TeamsChange {
  const messages: TeamsMessage[] = [];
  const removed: { channel: string; id: string }[] = [];
  for (const { channel, id } of [...marks.teams].map(readMessageKey)) {
    const message = teams.message(channel, id, teamsId);
    if (message === 'gone') removed.push({ channel, id });
    else messages.push(message);
  }
  return {
    ...(messages.length > 0 && { messages: messages.sort((a, b) => a.atMs - b.atMs) }),
    ...(removed.length > 0 && { removed }),
  };
}
