import { decide } from '../../local/cloud/iam.ts';
import type { Role } from '../../local/cloud/roles.ts';
import { LEADING_KEYS, type Statement } from '../../local/cloud/statements.ts';
import type { Attempt } from './attempt.ts';

/** What changes or takes away rows, whole tables included. */
const HARM = [
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
  'PartiQLUpdate',
  'PartiQLDelete',
  'DeleteTable',
  'UpdateTable',
  'UpdateTimeToLive',
  'PutResourcePolicy',
  'ImportTable',
  'RestoreTableToPointInTime',
];
/** What reads without saying which rows. */
const AT_LARGE = ['Scan', 'PartiQLSelect', 'ExportTableToPointInTime', 'GetRecords'];
const READS = ['GetItem', 'BatchGetItem', 'Query', 'ConditionCheckItem'];

const TRAIL = [
  'audit#acme#2026-11-15',
  'audit#zeta#2026-11-15',
  'chain#acme',
  'click#acme#9f86',
  'archived#bucket#acme',
];
/** A row of every other kind that is none of a case. */
const OTHERS = [
  'feed#acme#cases',
  'item#acme#threats#t1',
  'notice#acme#n1',
  'digest#acme#d1',
  'event#acme#e1',
  'storm#soc',
  'breaker#soc',
  'budget#acme#read',
  'pace#slack#update',
  'quarantine#verdict#m1',
  'quarantine#slack#m1',
  'teams#19:duty',
  'reported#quarantine#slack',
  'submitted#siem#k1',
];
/** What the archive needs: it reads the trail, and adds what it noted. */
const isArchiving = (asked: string, key: string): boolean =>
  asked === 'Query' ? !key.startsWith('click#') : asked === 'PartiQLInsert' && key.startsWith('archived#');
/** What the action function needs: it adds clicks, and never reads or changes them; it adds and reads what systems sent. */
const isActing = (asked: string, key: string): boolean =>
  (asked === 'PartiQLInsert' && /^(?:quarantine#verdict|submitted)#/.test(key)) ||
  (asked === 'GetItem' && key.startsWith('submitted#'));
/** What the reconciler needs: it reads what was decided, to propose mutes, and where the chains stand, to say it in ops. */
const isProposing = (asked: string, key: string): boolean =>
  asked === 'Query' && /^(?:audit|chain)#/.test(key);
const A_CASE = 'item#acme#cases#c1';
const ANSWER = 'answer#acme#c1';

/** Who reads each key of the bridge, by the beginnings of the names of their roles. */
const KEY_READERS: Readonly<Record<string, RegExp>> = {
  buttons: /^Bridge(Slack|Teams|Verdicts|Actions)/,
  clicks: /^Bridge(Verdicts|Actions)/,
  canary: /^Bridge(Reconciler|Actions)/,
  links: /^Bridge(Webhooks|Actions)/,
  forgotten: /^Bridge(Poller|Reconciler|Verdicts)/,
  people: /^Bridge(Slack|Teams|Webhooks|Verdicts|Actions)/,
};

export interface RightsOf {
  readonly roles: readonly Role[];
  readonly table: string;
  readonly bridge: string;
  /** The role of the function that faces the internet. */
  readonly action: string;
}

/** Everything that a function that was taken over could ask of the table and must not get. */
export function rightsAttempts({ roles, table, bridge, action }: RightsOf): Attempt[] {
  const may = (
    statements: readonly Statement[],
    asked: string,
    resource: string,
    keys?: readonly string[],
    more: object = {},
  ) => {
    const caller = {
      kind: 'role',
      arn: 'arn:aws:iam::000000000000:role/r',
      account: '000000000000',
    } as const;
    const context = { ...(keys && { [LEADING_KEYS]: keys }), ...more };
    const named = asked.includes(':') ? asked : `dynamodb:${asked}`;
    return decide({ caller, action: named, resource, context }, statements).allowed;
  };
  const [, , , region, account] = table.split(':');
  const parameter = (key: string) => `arn:aws:ssm:${region}:${account}:parameter/${bridge}/keys/${key}`;
  /** With a key one can seal what people press; with another in its place, what one likes counts. */
  const keyAttempt = (role: Role, asked: string, key: string, more: object = {}): Attempt => ({
    name: `keys: ${role.logicalId} asks for ${asked} of ${key}`,
    run: async () =>
      may(role.statements, asked, parameter(key), undefined, more)
        ? `${role.logicalId} may ${asked} of ${key}`
        : null,
  });
  const attempt = (role: Role, asked: string, resource: string, keys?: readonly string[]): Attempt => {
    const what = `${asked} on ${resource.replace(/^.*:/, '')}${keys ? ` for ${keys.join(' and ')}` : ''}`;
    return {
      name: `evidence: ${role.logicalId} asks for ${what}`,
      run: async () => (may(role.statements, asked, resource, keys) ? `${role.logicalId} may ${what}` : null),
    };
  };
  return roles.flatMap((role) => [
    ...Object.entries(KEY_READERS).flatMap(([key, readers]) => [
      ...(readers.test(role.logicalId) ? [] : [keyAttempt(role, 'ssm:GetParameter', key)]),
      keyAttempt(role, 'ssm:PutParameter', key, { 'ssm:overwrite': 'true' }),
      ...['ssm:DeleteParameter', 'ssm:GetParameterHistory', 'ssm:LabelParameterVersion'].map((asked) =>
        keyAttempt(role, asked, key),
      ),
    ]),
    // What people decided is written by one function alone.
    ...(role.logicalId.includes('Verdict')
      ? []
      : [...HARM, 'PartiQLInsert'].flatMap((asked) => [
          attempt(role, asked, table, [ANSWER]),
          attempt(role, asked, table, [A_CASE, ANSWER]),
        ])),
    ...HARM.flatMap((asked) => [
      ...TRAIL.map((key) => attempt(role, asked, table, [key])),
      // Hidden between rows that the function may touch.
      ...TRAIL.map((key) => attempt(role, asked, table, [A_CASE, key])),
    ]),
    ...AT_LARGE.flatMap((asked) =>
      [table, `${table}/index/todo`, `${table}/index/due`].map((on) => attempt(role, asked, on)),
    ),
    // A trail that is read is no harm, but nobody needs it besides the functions that add to it, archive it and propose mutes.
    ...(role.logicalId.includes('Verdict')
      ? []
      : [...READS, 'PartiQLInsert'].flatMap((asked) =>
          TRAIL.filter((key) => !(role.logicalId.includes('Archive') && isArchiving(asked, key)))
            .filter((key) => !(role.logicalId.includes('Reconciler') && isProposing(asked, key)))
            .map((key) => attempt(role, asked, table, [key])),
        )),
    ...(role.logicalId === action
      ? [...READS, ...HARM, 'PartiQLInsert'].flatMap((asked) => [
          ...OTHERS.filter((key) => !isActing(asked, key)).map((key) => attempt(role, asked, table, [key])),
          ...(asked === 'GetItem' ? [] : [attempt(role, asked, table, [A_CASE])]),
        ])
      : []),
  ]);
}
