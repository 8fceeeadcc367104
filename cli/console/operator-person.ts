import { type KnownPerson, withAccounts } from '../../console/chat/chats.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';

/**
 * Who the operator is among `people`: AWS calls them by the address or by the name that they have there, at the end of
 * their ARN. Null for an operator who is nobody there, and so decides nothing.
 */
export function findOperator(people: BridgeConfig['people'], arn: string): KnownPerson | null {
  const said = arn.split('/').at(-1)?.toLowerCase() ?? '';
  const found = Object.entries(people).find(([name, { email }]) =>
    [name, email].some((one) => one?.toLowerCase() === said),
  );
  if (!found) return null;
  const [id, { name = id, ...accounts }] = found;
  return withAccounts({ id, name, role: 'operator' }, accounts);
}
