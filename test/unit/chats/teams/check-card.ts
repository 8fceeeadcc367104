import * as AC from 'adaptivecards';
import { bytesOf, type Card, MOST_BYTES, type TeamsMessage } from '../../../../lib/chats/teams/message.ts';
import { checkCard } from '../../../../local/teams/cards/check-card.ts';

type Node = Readonly<Record<string, unknown>>;

/** Every object of a card, with where it is. */
export function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesOf(one);
  else if (typeof value === 'object' && value !== null) {
    yield value as Node;
    for (const one of Object.values(value)) yield* nodesOf(one);
  }
}

/** What Microsoft's own parser has to say about a card. */
export function parserProblems(card: Card): string[] {
  const context = new AC.SerializationContext(AC.Versions.v1_5);
  const parsed = new AC.AdaptiveCard();
  // As Teams does; five unless a host says otherwise.
  parsed.hostConfig = new AC.HostConfig({ actions: { maxActions: 6 } });
  parsed.parse(JSON.parse(JSON.stringify(card)), context);
  const events = Array.from({ length: context.eventCount }, (_, index) => context.getEventAt(index).message);
  const { validationEvents } = parsed.validateProperties();
  return [...events, ...validationEvents.map(({ message }) => message)];
}

const MACRO =
  /\{\{DATE\(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ,COMPACT\)\}\} \{\{TIME\(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\)\}\}/g;
/** At the end of a line of ours: the way to what the line above it is about. */
const OUR_LINKS = /(?:(?:^| {2}· {2})\[Open\]\(https:\/\/[^\s(){}<>\\]+\))+$/;
/** Microsoft's renderer reads these in TextRuns too. */
const LIVE = /\{\{\s*(?:DATE|TIME)/i;
const NUMBER = /\d{1,3}(?:,\d{3})*/g;

/** All that we ever say outside of TextRuns, with moments as @ and numbers as #. */
const OUR_WORDS: readonly RegExp[] = [
  /^(?:\*\*(?:Critical|High|Medium|Low)\*\* {2}· {2})?# events?(?: {2}· {2}opened @)?(?: {2}· {2}(?:ready for triage|investigation pending|under investigation|action taken|closed))?$/,
  /^(?:@|posted @|@ {2}· {2}posted @)$/,
  /^at an unknown time$/,
  /^… # more in the (?:thread|platform)$/,
  /^… and # (?:more in the platform|others?|more source events?)$/,
  /^since (?:@|just now) {2}· {2}(?:no cases|# cases? to decide(?:: # (?:critical|high|medium|low|of unknown severity)(?:, # (?:critical|high|medium|low|of unknown severity))*)?)$/,
  /^(?:More evidence|New in this case|Cases to decide: use the buttons above or the platform|What|Who|Find it in the logs)$/,
  /^(?:Each is posted in this thread; cases have buttons\. Severe cases get their own messages\.)$/,
  /^(?:These waited over an hour, so they are not posted one by one\. This thread lists the cases; the newest and severe ones get their own messages\.)$/,
  /^(?:This case can't be decided from here: its id is too long\. Decide it in the platform\.)$/,
  /^(?:A real threat, acted on|Wrongly classified: marks the case safe|Passes it to investigators or the SOC|No threat: marks the case safe|Already handled in another case)\. (?:A second person has to approve it before it is recorded in the platform\.|It is recorded in the platform under your name\.)$/,
  /^(?:The platform may already have recorded it\. Sending it again may record it twice\.)$/,
  /^(?:Take the case over, or hand it back so that others can take it\.)$/,
  /^(?:Each case gets its own decision, which you can undo on its message\.)$/,
];
const OUR_LABELS =
  /^(?:(?:True positive|False positive|Escalate|Safe|Duplicate)(?:…| \([A-Z][a-zSOC:, ]{10,50}(?:; needs (?:a comment|approval|a comment and approval))?\))?|Outcome|(?:Comment|Why) \((?:required(?: for (?:True positive|False positive|Escalate|Safe|Duplicate)(?:, (?:True positive|False positive|Escalate|Safe|Duplicate))*)?, )?up to \d{1,3}(?:,\d{3})* characters\)|Supporting events|Goes to the platform under your name|Choose an outcome\.|This needs a comment\.|With comment…|Decide|Override…?|Undo|Approve|Decline|Retry…?|Send again|Ask for approval|Open the platform|Open (?:case|threat)|Open \w+(?:, \d+ of \d+)? in (?:Defender|Log Analytics)|I'm on it|Take over|Hand back|Hand over…|More(?: of [\w.-]+)?|Decide several…|Decide \d+ to \d+…|Cases|Choose the cases\.|All \d+ of these|Mute for 7 days|No|Evidence|Refresh)$/;
/** What is read aloud, or shown when a pointer rests there. */
const OUR_TOOLTIPS =
  /^(?:(?:Evidence|True positive|False positive|Escalate|Safe|Duplicate|Undo|Approve|Decline|Retry|Override|On it|Take over|Hand back)\. [A-Z][A-Za-z:, ]{10,60}|Choose an outcome, say why, pick events|Take the case over, or hand it back so that others can take it\.)$/;
/** The title of an event in a menu: nothing in it means anything, and no address in it comes alive. */
const EVENT_OPTION = /^\d{1,3} · (?:[^<>&*_~`[\]{}#|\\\n@:/.]|\u2060[@:/.]\u2060|[@:/.](?:\s|$))+$/;
/** Of ours, the isolates are left, and where a very long word may be broken. */
const MOVES_TEXT = /\p{Cc}|[\u2028\u2029\u202a-\u202e\u200b\u200e\u200f]|\p{Surrogate}/u;
const OUR_BREAK = /(?<=[^\s\u200b]{10})\u200b(?=\S)/gu;

const LABELS = ['title', 'label', 'placeholder', 'errorMessage'];

/** Text that stands where Markdown is read, and is not ours. */
export function strayTexts(card: Card): string[] {
  return [...nodesOf(card)].flatMap((node) => {
    const labels = LABELS.flatMap((name) => (typeof node[name] === 'string' ? [node[name] as string] : []));
    const { tooltip } = node;
    const stray = [
      ...labels.filter((text) => !OUR_LABELS.test(text) && !isEventOption(node, text)),
      ...(tooltip === undefined || OUR_TOOLTIPS.test(String(tooltip)) ? [] : [String(tooltip)]),
    ];
    if (node.type !== 'TextBlock') return stray;
    const words = String(node.text).replace(OUR_LINKS, '').replace(MACRO, '@').replace(NUMBER, '#');
    return words === '' || OUR_WORDS.some((known) => known.test(words))
      ? stray
      : [...stray, String(node.text)];
  });
}

/** `{{DATE(…)}}` anywhere but in a TextBlock, where Teams expands it; and any two braces there that are no macro of ours. */
const strayMacros = ({ card, summary }: TeamsMessage): string[] =>
  [...nodesOf({ card, summary })]
    // What a button carries is shown to nobody.
    .filter((node) => !('target' in node))
    .flatMap(({ type, ...node }) =>
      Object.entries(node).map(([name, value]) =>
        type === 'TextBlock' && name === 'text' ? String(value).replace(MACRO, '') : value,
      ),
    )
    .filter(
      (value): value is string => typeof value === 'string' && (LIVE.test(value) || value.includes('{{')),
    );

const isEventOption = ({ value, title }: Record<string, unknown>, text: string): boolean =>
  typeof value === 'string' && text === title && EVENT_OPTION.test(text);

const TYPES =
  /^(?:AdaptiveCard|TextBlock|RichTextBlock|TextRun|Container|ActionSet|Input\.(?:Text|ChoiceSet)|Action\.(?:Execute|Submit|ShowCard|OpenUrl))$/;

/** What is wrong with a message: nothing, one hopes. */
export function messageProblems(message: TeamsMessage, mostBytes = MOST_BYTES): string[] {
  const { card, summary } = message;
  const nodes = [...nodesOf(card)];
  const runs = nodes.flatMap(({ type, text }) => (type === 'TextRun' ? [String(text)] : []));
  const titles = nodes.flatMap(({ title }) => (typeof title === 'string' ? [title] : []));
  return [
    ...parserProblems(card),
    ...checkCard(JSON.parse(JSON.stringify(card))),
    ...strayTexts(card).map((text) => `not ours: ${text.slice(0, 80)}`),
    ...(bytesOf(message) > mostBytes ? [`too large: ${bytesOf(message)}`] : []),
    ...nodes.flatMap((node) => ('selectAction' in node ? ['a selectAction'] : [])),
    ...nodes.flatMap(({ type }) => (type === undefined || TYPES.test(String(type)) ? [] : [`a ${type}`])),
    ...[summary, ...runs, ...titles].flatMap((text) =>
      MOVES_TEXT.test(text.replace(OUR_BREAK, '')) ? ['moves text'] : [],
    ),
    ...strayMacros(message).map((text) => `a macro in a text: ${text.slice(0, 80)}`),
    ...(/[<>&*_~`[\]{}#|\\\n]/.test(summary) ? ['markup in the summary'] : []),
    ...(card.fallbackText?.startsWith(summary) === false ? ['another text for older clients'] : []),
  ];
}
