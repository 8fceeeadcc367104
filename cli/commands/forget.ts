import { print } from '../../lib/base/terminal.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import type { Judged, RowKind } from '../../lib/features/privacy/forget.ts';
import { type PersonSearch, searchFor, searchForgotten } from '../../lib/features/privacy/person.ts';
import { createForgottenPeople } from '../../lib/outbox/forgotten/forgotten-people.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';
import { defineCommand } from '../frame/definition.ts';
import { CommandError, UsageError } from '../frame/errors.ts';
import {
  adviseNames,
  checkSought,
  findInTable,
  identifiersOf,
  messagesIn,
  PERSON_FLAGS,
} from '../person/find-in-table.ts';
import { addToForgotten, readForgottenList } from '../person/forgotten-people.ts';

const WHAT: Readonly<Record<RowKind, string>> = {
  event: 'what webhooks are still to be told of cases and threats: erased, and told without the person',
  delivery:
    'what channels show of cases and threats: erased, and the messages are rewritten without the person',
  answer: 'answers: names, comments and steps erased; what was decided stays',
  item: 'cases and threats that still wait for a queue: erased, and no longer announced',
  message: 'messages that rest until a newer version reads them: deleted',
  persona: 'what the platform said of people, kept for a day: deleted',
  counted: 'what is remembered of cases, to count earlier ones: the person is taken out',
  other: 'other rows: the person is taken out',
  trail: 'entries of the audit trail',
  proof: 'what proves these entries (their places in the chain, their clicks), which names nobody',
};

export default defineCommand({
  name: 'forget',
  group: 'People',
  page: 'privacy.md#one-person-erased',
  summary:
    'Erases what the ledger holds about one person. Shows first what it would do, and does it with --yes.',
  about:
    'A run that stopped is run again: what was done is no longer found. The person is put on a list of hashes outside of the table (/NAME/keys/forgotten in SSM), by which the bridge leaves them out of whatever the platform still lists of that time.',
  flags: {
    ...PERSON_FLAGS,
    again: {
      type: 'boolean',
      words: 'everybody who was forgotten before, in a table that was restored from an earlier time',
    },
    yes: { type: 'boolean', words: 'does it; without this nothing is changed' },
  },
  needsBridge: true,
  needsConfig: true,
  examples: [
    { line: 'forget --email dana@acme.com', words: 'What would be erased.' },
    { line: 'forget --email dana@acme.com --also "Dana Frost" --yes', words: 'Erases it.' },
    {
      line: 'forget --again --table posture-bridge-restored --yes',
      words: 'Erases whom a restored table brought back.',
    },
  ],
  async run({ flags, json, config, bridge }) {
    if (flags.again && (flags.email !== undefined || flags.also.length > 0))
      throw new UsageError(
        '--again is everybody who was forgotten before: it needs no --email and no --also',
      );
    if (!flags.again) checkSought(flags);
    const bridgeConfig = await config();
    const opened = await bridge();
    const person = await (flags.again ? thoseBefore(opened) : onePerson(flags, bridgeConfig, opened));
    const how = { forget: flags.yes, leftovers: true };
    const { found: all, inConfig } = await findInTable(person, bridgeConfig, opened.ledger, how);
    const found = all.filter(({ forgetting }) => forgetting.do !== 'nothing');
    const can = found.filter(({ forgetting }) => forgetting.do !== 'cannot');
    const cannot = found.filter(({ forgetting }) => forgetting.do === 'cannot');
    const isAll = !cannot.some(({ row }) => row.kind !== 'trail' && row.kind !== 'proof');
    const well = !flags.yes || isAll;
    if (json) {
      const { main, notes } = messagesIn(all);
      const value = {
        erased: flags.yes,
        can: countsOf(can),
        cannot: countsOf(cannot),
        messages: main,
        replies: notes,
        inConfiguration: inConfig,
      };
      return { value, lines: [], well };
    }
    if (found.length === 0) print('The ledger holds nothing about this person that could be erased.');
    else print(flags.yes ? 'Erased:' : 'This would be erased:', ...counts(can));
    if (cannot.length > 0) print('', 'This cannot be erased:', ...reasons(cannot));
    adviseNames(all, flags.also);
    sayWhatStays(all, inConfig);
    if (!flags.yes && can.length > 0) print('', 'Nothing was changed. To do it, run this again with --yes.');
    return { value: null, lines: [], well };
  },
});

/** On the list first: what the bridge meets from now on is without them, so nothing that is erased comes back meanwhile. */
async function onePerson(
  flags: { readonly email?: string | undefined; readonly also: readonly string[]; readonly yes: boolean },
  config: BridgeConfig,
  bridge: OpenBridge,
): Promise<PersonSearch> {
  const { email, others } = await identifiersOf(flags, config, bridge.ledger);
  if (flags.yes) await addToForgotten(bridge, [email, ...others]);
  return searchFor(email, others);
}

async function thoseBefore(bridge: OpenBridge): Promise<PersonSearch> {
  const list = await readForgottenList(bridge);
  if (list === null) throw new CommandError(`Nobody was forgotten in ${bridge.where}.`);
  return searchForgotten(createForgottenPeople(list));
}

const countsOf = (found: readonly Judged[]): Record<string, number> =>
  Object.fromEntries(
    (Object.keys(WHAT) as RowKind[])
      .map((kind) => [kind, found.filter(({ row }) => row.kind === kind).length] as const)
      .filter(([, count]) => count > 0),
  );

function counts(found: readonly Judged[]): string[] {
  const kinds = Object.keys(WHAT) as RowKind[];
  const lines = kinds.flatMap((kind) => {
    const count = found.filter(({ row }) => row.kind === kind).length;
    return count === 0 ? [] : [`  ${count.toLocaleString('en-US')} × ${WHAT[kind]}`];
  });
  return lines.length > 0 ? lines : ['  nothing'];
}

function reasons(found: readonly Judged[]): string[] {
  const groups = new Map<string, Judged[]>();
  for (const judged of found) {
    const why = judged.forgetting.do === 'cannot' ? judged.forgetting.why : '';
    const name = `${WHAT[judged.row.kind].split(':')[0]}: ${why}`;
    groups.set(name, [...(groups.get(name) ?? []), judged]);
  }
  return [...groups].map(([name, rows]) => `  ${rows.length} × ${name}${lastDay(rows)}`);
}

function lastDay(rows: readonly Judged[]): string {
  const last = Math.max(...rows.map(({ row }) => row.expiresAtMs ?? 0));
  return last > 0 ? `; the last goes by itself on ${new Date(last).toISOString().slice(0, 10)}` : '';
}

/** Says plainly what this command cannot reach. */
function sayWhatStays(found: readonly Judged[], inConfig: readonly string[]): void {
  const { main, notes } = messagesIn(found);
  print(
    '',
    'Not erased by this:',
    '  the platform: it keeps the cases. The bridge tells of those up to now without the person, and of new ones as before',
    '  backups: point-in-time recovery of the table reaches back up to 35 days; on-demand backups until you delete them. After a restore, run forget --again',
    '  queues and dead letters: up to 14 days',
    '  the archive of the audit trail, where the configuration has one: locked until its days are over',
    '  the logs of the functions: ids of cases and of analysts, as long as you keep logs; exports and what people copied',
    '  what the chats keep of messages that were rewritten or deleted, by your retention there',
  );
  if (inConfig.length > 0) {
    print(
      '',
      'The configuration names this person, and the functions carry it. Take them out there, and deploy:',
      ...some(inConfig),
    );
  }
  if (main.length > 0) {
    print(
      '',
      `${main.length} messages in channels: the bridge rewrites them within minutes. Those behind a Workflow it cannot: delete them there.`,
      ...some(main),
    );
  }
  if (notes.length > 0) {
    print(
      '',
      `${notes.length} replies in threads with evidence or steps: the bridge cannot take them back. Delete them in the chat, or the whole thread.`,
      ...some(notes),
    );
  }
}

const MOST = 200;
const some = (lines: readonly string[]): string[] => [
  ...lines.slice(0, MOST).map((line) => `  ${line}`),
  ...(lines.length > MOST
    ? [`  … and ${lines.length - MOST} more: npx posture-bridge person has all of them`]
    : []),
];
