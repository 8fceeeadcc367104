import { describe, expect, it } from 'vitest';
import { wholeIdOf } from '../../../cli/look/whole-id.ts';
import { systemClock as clock } from '../../../lib/base/clock.ts';

const ONE = '7f3e2a10-0000-4000-8000-000000000001';
const TWO = '7f3e2a10-0000-4000-8000-000000000002';
const ALONE = '0badcafe-0000-4000-8000-000000000003';
const FEEDS = [{ domain: 'acme', feed: 'cases' }] as const;

/** A table with these cases, and one of another domain. */
function bridgeWith(...ids: readonly string[]) {
  let scans = 0;
  const rows = [...ids.map((id) => `item#acme#cases#${id}`), `item#globex#cases#${ALONE}`];
  const send = async () => {
    scans += 1;
    return { Items: rows.map((pk) => ({ pk: { S: pk }, sk: { S: 'seen' } })), ScannedCount: rows.length };
  };
  const ledger = { tableName: 'ledger', clock, client: { send } } as never;
  return { opened: { ledger, where: 'acme-bridge' }, scans: () => scans };
}

describe('an id of which a part was given', () => {
  it('is the one that begins so in these feeds', async () => {
    const { opened } = bridgeWith(ONE, ALONE);
    expect(await wholeIdOf(opened, FEEDS, '7F3E2A10')).toBe(ONE);
    expect(await wholeIdOf(bridgeWith(ONE).opened, FEEDS, '0badcafe')).toBe('0badcafe');
  });

  it('is asked for again where several begin so', async () => {
    const { opened } = bridgeWith(ONE, TWO);
    await expect(wholeIdOf(opened, FEEDS, '7f3e2a10')).rejects.toThrow(
      `2 items of acme-bridge begin with 7f3e2a10: ${ONE}, ${TWO}. Give more of the id.`,
    );
  });

  it('is taken as it is where it is whole, and nothing is read for that', async () => {
    const { opened, scans } = bridgeWith(ONE, TWO);
    expect(await wholeIdOf(opened, FEEDS, ONE)).toBe(ONE);
    expect(await wholeIdOf(opened, FEEDS, 'evt-17')).toBe('evt-17');
    expect(scans()).toBe(0);
  });
});
