import { ROW_NAMES, ROWS, type RowName } from '../../lib/ledger/catalogue.ts';
import type { RowDefinition } from '../../lib/ledger/define-row.ts';
import { fits } from '../../lib/ledger/owns-row.ts';
import {
  listOf,
  type RoleStatements,
  type Statement,
  statementsOf,
  type Template,
  written,
} from './iam-table.ts';

const DECISION = 'a decision, a claim, an approval';
const TRAIL = 'an entry of the trail';
const ARCHIVED = 'that a day is archived';
const MUTE = 'a mute';
const KNOWN = 'that a case is known or hidden';
const SHOWN = 'what is shown of a case';
const READ = 'how far a feed was read';
const COUNTED = 'figures beside a case';
const TOLD = 'that operators were told';
const PACE = 'that a destination waits';
const SENT = 'that a system sent a verdict before';

/**
 * What somebody forges who can write a row of this kind; `null`: nothing, as a message in quarantine needs its proof. A new kind
 * of row does not compile without it.
 */
const BY_ROW: Readonly<Record<RowName, string | null>> = {
  ...{ answerRow: DECISION, auditRow: TRAIL, chainRow: TRAIL, clickRow: TRAIL },
  ...{ archivedRow: ARCHIVED, mutesRow: MUTE, caseRow: KNOWN, seenRow: KNOWN, windowRow: KNOWN },
  ...{
    withheldRow: KNOWN,
    listedRow: KNOWN,
    deliveryRow: SHOWN,
    endpointEventRow: SHOWN,
    eventLinkRow: SHOWN,
  },
  ...{ channelRow: SHOWN, stormRow: SHOWN, feedRow: READ, pastRow: COUNTED, outcomeRow: COUNTED },
  ...{ personaRow: COUNTED, reportedRow: TOLD, signRow: TOLD, budgetRow: PACE, paceRow: PACE },
  ...{ breakerRow: PACE, submittedRow: SENT, quarantineRow: null },
};

/** What somebody forges who knows a secret, by the end of its name in the example; `null`: nothing by itself. */
const BY_SECRET: Readonly<Record<string, string | null>> = {
  '/api-key': 'a verdict in the platform, past the trail',
  '/bot-token': 'a message in a chat',
  '/signing-secret': 'a click in a chat',
  '/password': 'a message in a chat',
  '/webhook': 'an event for a system, and its verdict',
  '/keys/buttons': 'a button, to be pressed',
  '/keys/clicks': 'a click, as if checked',
  '/keys/links': 'a decision link',
  '/keys/canary': null,
  '/keys/people': null,
  '/keys/forgotten': null,
};

const WRITES =
  /^dynamodb:(?:UpdateItem|BatchWriteItem|PutItem|DeleteItem|PartiQL(?:Insert|Update|Delete)|\*)$/;
const ADDS = 'dynamodb:PartiQLInsert';
const READS_SECRET = /^(?:ssm:GetParameters?|secretsmanager:GetSecretValue)$/;

/** Who could forge what, were they taken over: a line for each thing, with the roles whose rights are enough. */
export function forgeryTable(template: Template): string {
  const forgers = new Map<string, string[]>();
  const add = (what: string, who: string) => forgers.set(what, [...(forgers.get(what) ?? []), who]);
  for (const what of [...new Set([...Object.values(BY_ROW), ...Object.values(BY_SECRET)])])
    if (what !== null) forgers.set(what, []);
  for (const role of statementsOf(template)) {
    for (const [what, how] of writtenBy(role))
      add(what, `\`${role.name}\`${how === 'adds' ? ' (adds)' : ''}`);
    for (const what of knownTo(role)) add(what, `\`${role.name}\``);
  }
  // What the same roles could forge stands in one line.
  const byRoles = new Map<string, string[]>();
  for (const [what, who] of forgers)
    if (who.length > 0) byRoles.set(who.join(', '), [...(byRoles.get(who.join(', ')) ?? []), what]);
  const lines = [...byRoles].map(([who, what]) => `| ${what.join('; ')} | ${who} |`);
  return ['| what could be forged | by |', '|---|---|', ...lines].join('\n');
}

/** IAM knows partitions and no rows: whoever may write one row of a partition may write all kinds in it. */
function writtenBy({ statements }: RoleStatements): Map<string, 'adds' | 'changes'> {
  const found = new Map<string, 'adds' | 'changes'>();
  for (const name of ROW_NAMES) {
    const { partitions }: RowDefinition = ROWS[name];
    const reaching = allowed(statements, WRITES).filter(({ keys }) =>
      keys.some((key) => partitions.some((one) => fits(key, one) || fits(one, key))),
    );
    const what = BY_ROW[name];
    if (what === null || reaching.length === 0) continue;
    const changes = reaching.some(({ action }) => action !== ADDS);
    if (changes || !found.has(what)) found.set(what, changes ? 'changes' : 'adds');
  }
  return found;
}

function allowed(statements: readonly Statement[], actions: RegExp) {
  return statements
    .filter(({ Effect }) => Effect === 'Allow')
    .flatMap(({ Action, Resource, Condition }) => {
      const leading = Object.values(Condition ?? {}).flatMap((tests) => tests['dynamodb:LeadingKeys'] ?? []);
      const keys = leading.length > 0 ? leading.map(String) : ['*'];
      return listOf(Action)
        .filter((action) => actions.test(action))
        .map((action) => ({ action, keys, resources: listOf(Resource).map(written) }));
    });
}

function knownTo({ statements }: RoleStatements): ReadonlySet<string> {
  const names = allowed(statements, READS_SECRET).flatMap(({ resources }) => resources);
  return new Set(
    names.flatMap((name) => {
      const end = Object.keys(BY_SECRET).find((one) => name.endsWith(one));
      if (end === undefined) throw new Error(`what could be forged with it is not said: ${name}`);
      return BY_SECRET[end] ?? [];
    }),
  );
}
