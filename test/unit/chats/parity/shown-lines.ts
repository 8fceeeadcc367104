import { plainBlocks, type SlackMessage } from '../../../../lib/chats/slack/message.ts';
import type { TeamsMessage } from '../../../../lib/chats/teams/message.ts';

type Node = Readonly<Record<string, unknown>>;

const list = (value: unknown): readonly Node[] => (Array.isArray(value) ? (value as Node[]) : []);
const wordsOf = (value: unknown): string => (value as { text: string } | undefined)?.text ?? '';

/** A moment, which each chat writes in its own way and some on a line of its own. */
const MOMENT = /\{\{(?:DATE|TIME)\([^)]*\)\}\}|(?:\d{4}-\d\d-\d\d )?\d\d:\d\d(?::\d\d)? UTC/g;

/** A chat writes these where the plain ones would mean something to it. */
const LOOKS_LIKE: Readonly<Record<string, string>> = { '［': '[', '］': ']', '∣': '|', '∗': '*' };

/** Lines cut at their dots and moments, without what each chat has its own form for: signs, quotation marks, invisible characters. */
const phrasesIn = (lines: readonly string[]): readonly string[] =>
  lines
    .flatMap((line) =>
      line
        .replace(/\p{Cf}/gu, '')
        .replace(MOMENT, '\n')
        .split(/\n|\s+·\s+/),
    )
    .map((phrase) =>
      phrase
        .replace(/\p{Extended_Pictographic}|\ufe0f/gu, '')
        .replace(/[［］∣∗]/g, (sign) => LOOKS_LIKE[sign] ?? sign)
        .replace(/\s+/g, ' ')
        .replace(/^[\s•·;,.:“]+|[\s·;,:”]+$/g, ''),
    )
    .filter((phrase) => phrase !== '');

/** The names that Slack shows for people whom a message mentions. */
type Names = Readonly<Record<string, string>>;

/** What people can read in a message of Slack, and in its notification. */
export const shownInSlack = (message: SlackMessage, names: Names = {}): readonly string[] =>
  phrasesIn([unescaped(message.text), ...plainBlocks(message).flatMap((block) => slackLines(block, names))]);

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

function slackLines(node: Node, names: Names): readonly string[] {
  switch (node.type) {
    case 'rich_text':
    case 'rich_text_list':
    case 'actions':
      return list(node.elements).flatMap((one) => slackLines(one, names));
    case 'context':
      return list(node.elements).map((one) => String(one.text));
    case 'button':
      return [wordsOf(node.text)];
    case 'overflow':
      return list(node.options).map(({ text }) => wordsOf(text));
    case 'static_select':
      return [wordsOf(node.placeholder), ...list(node.options).map(({ text }) => wordsOf(text))];
    default:
      return [
        list(node.elements)
          .map((one) => String(one.text ?? one.fallback ?? names[String(one.user_id)] ?? ''))
          .join(''),
      ];
  }
}

/** What people can read in a card of Teams, and in its notification, before they open a form in it. */
export const shownInTeams = ({ summary, card }: TeamsMessage): readonly string[] =>
  phrasesIn([summary, ...teamsLines(card as never)]);

function teamsLines(node: Node): readonly string[] {
  if (typeof node.type === 'string' && node.type.startsWith('Action.')) return [String(node.title ?? '')];
  if (node.type === 'TextBlock') return [String(node.text)];
  if (node.type === 'RichTextBlock')
    return [
      list(node.inlines)
        .map((one) => (typeof one === 'string' ? one : String(one.text)))
        .join(''),
    ];
  if (node.type === 'FactSet') return list(node.facts).map(({ title, value }) => `${title} ${value}`);
  return ['body', 'items', 'columns', 'actions'].flatMap((name) => list(node[name]).flatMap(teamsLines));
}
