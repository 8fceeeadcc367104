import { CASE_QUESTIONS } from '../../../../lib/chats/document/case-questions.ts';
import type { SlackMessage } from '../../../../lib/chats/slack/message.ts';
import type { TeamsMessage } from '../../../../lib/chats/teams/message.ts';
import { shownInSlack, shownInTeams } from './shown-lines.ts';

export interface Difference {
  readonly only: 'slack' | 'teams';
  readonly phrase: RegExp;
  readonly why: string;
}

/** All that one chat shows and the other does not. What is not in here is a mistake. */
export const DIFFERENCES: readonly Difference[] = [
  {
    only: 'slack',
    phrase: new RegExp(
      `^(?:Ask…|${CASE_QUESTIONS.map(({ label }) => label.replace('?', '\\?')).join('|')})$`,
    ),
    why: 'Slack takes no commands in threads, so the message offers them. In Teams people type them to the bot.',
  },
  {
    only: 'slack',
    phrase: /^(?:Safe|Duplicate)$/,
    why: 'Teams has room for six buttons: the rarer outcomes are in the form behind With comment….',
  },
  {
    only: 'slack',
    phrase: /^(?:Take over|Hand back)$/,
    why: 'For the same reason Teams has one button for both, which opens a question.',
  },
  { only: 'teams', phrase: /^Hand over…$/, why: 'See Take over and Hand back.' },
  {
    only: 'slack',
    phrase: /^Retry$/,
    why: 'Slack asks whether one is sure when it is pressed. In Teams the button opens that question.',
  },
  { only: 'teams', phrase: /^Retry…$/, why: 'See Retry.' },
  {
    only: 'teams',
    phrase: /^(?:Open (?:case|threat)|\[Open\]\(https:\/\/\S+\))$/,
    why: 'In Slack the headline itself is the link. In Teams a link on a text from outside is dead in some clients.',
  },
  {
    only: 'slack',
    phrase: /^Approve$/,
    why: 'The analyst decided in Slack, and in Teams the bridge cannot tell whether it is a second person.',
  },
];

interface Compared {
  readonly slack: readonly SlackMessage[];
  readonly teams: readonly TeamsMessage[];
  /** Of people whom Slack shows by a mention. */
  readonly names?: Readonly<Record<string, string>>;
}

/** What one chat shows and the other does not, without a reason in the table. */
export function differencesOf(
  { slack, teams, names }: Compared,
  used: Set<Difference> = new Set(),
): readonly string[] {
  const here = new Set(slack.flatMap((message) => shownInSlack(message, names)));
  const there = new Set(teams.flatMap(shownInTeams));
  const only = [
    ...[...here].flatMap((phrase) => (there.has(phrase) ? [] : [{ only: 'slack', phrase } as const])),
    ...[...there].flatMap((phrase) => (here.has(phrase) ? [] : [{ only: 'teams', phrase } as const])),
  ];
  return only.flatMap(({ only: chat, phrase }) => {
    const reason = DIFFERENCES.find((one) => one.only === chat && one.phrase.test(phrase));
    if (!reason) return [`only in ${chat}: ${phrase}`];
    used.add(reason);
    return [];
  });
}
