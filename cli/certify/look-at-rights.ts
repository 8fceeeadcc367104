import { isChat } from '../../lib/config/chats.ts';
import { functionIds } from '../../lib/config/stack-outputs.ts';
import type { RowAction } from '../../lib/ledger/define-row.ts';
import { rightsOf } from '../../lib/ledger/rights-from-rows.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';
import { type CertifyParts, differs, notSeen, partlySeen, type Seen } from './belief.ts';
import { safe } from './safe-text.ts';

/** What IAM answers for the role of a function: about rows that are its own, and about others. */
export interface RowAnswers {
  readonly own: boolean;
  readonly others: boolean;
}

export function judgeRows({ own, others }: RowAnswers): Seen {
  if (!own) return differs(safe`IAM refuses rows that are the function's own`);
  if (others) return differs(safe`IAM allows rows that are not the function's own`);
  return partlySeen(safe`IAM allows the function's own rows and no others, if DynamoDB names them to it`);
}

/** A row that no function may touch. */
const NOBODYS = 'certify#nobody';

async function askAbout(
  bridge: OpenBridge,
  functionName: string,
  { action, resource, row }: { action: RowAction; resource: string; row: string },
): Promise<RowAnswers> {
  const role = await bridge.roleOf(functionName);
  const [, partition = 'aws', , , account = ''] = role.split(':');
  const arn = `arn:${partition}:dynamodb:${bridge.region}:${account}:table/${resource}`;
  const may = async (rows: readonly string[]) =>
    (await bridge.refusedTo({ role, action: `dynamodb:${action}`, resources: [arn], rows })).length === 0;
  return { own: await may([row]), others: (await may([NOBODYS])) || (await may([row, NOBODYS])) };
}

/** A partition that fits the first pattern of a right: `todo#slack#*`. */
const rowOf = (rows: readonly string[]): string => (rows[0] ?? '').replaceAll('*', 'certify');

export async function lookAtInserts({ bridge }: CertifyParts): Promise<Seen> {
  const outputs = await bridge.outputs();
  const action = 'PartiQLInsert';
  const right = rightsOf({ holder: 'verdict', has: () => false }).find(({ may }) => may.includes(action));
  if (outputs.VerdictFunctionName === undefined || !right)
    return notSeen(safe`nobody decides in this bridge`);
  const asked = { action, resource: bridge.ledger.tableName, row: rowOf(right.rows) } as const;
  return judgeRows(await askAbout(bridge, outputs.VerdictFunctionName, asked));
}

export async function lookAtIndexQueries({ bridge }: CertifyParts): Promise<Seen> {
  const notifiers = [...functionIds(await bridge.outputs())].flatMap(([functionName, name]) => {
    const chat = name.replace(/^notify-/, '');
    return isChat(chat) ? [{ functionName, chat }] : [];
  });
  let seen = notSeen(safe`this bridge has no notifier`);
  for (const { functionName, chat } of notifiers) {
    const right = rightsOf({ holder: 'chat', chat, has: () => false }).find(
      ({ index, may }) => index !== undefined && may.includes('Query'),
    );
    if (!right) continue;
    const resource = `${bridge.ledger.tableName}/index/${right.index}`;
    const asked = { action: 'Query', resource, row: rowOf(right.rows) } as const;
    seen = judgeRows(await askAbout(bridge, functionName, asked));
    if (seen.is === 'wrong') break;
  }
  return seen;
}
