import { expect, it } from 'vitest';
import { insertOnce } from '../../../lib/dynamo/insert-statement.ts';

const ROW = { pk: { S: 'sign#action' }, sk: { S: 'sign' } };
const failing = (message: string) => async () => {
  throw new Error(message);
};

it('takes a row that is there already for its own first try, and no other refusal', async () => {
  expect(await insertOnce(async () => ({}), 'ledger', ROW)).toBe(true);
  const twice = failing('ExecuteStatement failed: DuplicateItemException');
  expect(await insertOnce(twice, 'ledger', ROW)).toBe(false);
  const denied = failing('ExecuteStatement failed: AccessDeniedException');
  await expect(insertOnce(denied, 'ledger', ROW)).rejects.toThrow('AccessDenied');
});
