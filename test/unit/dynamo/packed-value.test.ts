import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnreadableError } from '../../../lib/base/read-versioned.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import { packedValue, readValue } from '../../../lib/dynamo/packed-value.ts';
import { newDelivery } from '../../../lib/outbox/delivery.ts';
import { createDeliveryLedger } from '../../../lib/outbox/stored-deliveries.ts';
import { sizeOf } from '../../support/aws/count-units.ts';
import { FakeDynamo } from '../../support/aws/fake-dynamo.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { anyCharacter } from '../any-character.ts';
import { aCase } from './sample-items.ts';

const rowWith = ({ value, packed }: ReturnType<typeof packedValue>) => ({ value, packed1: packed });

const anyText = fc.string({ unit: anyCharacter }).map((text) => `${text}\ud800`);

describe('a packed value', () => {
  it('comes back as it was, lone surrogates included, with the SDK and without', () => {
    fc.assert(
      fc.property(fc.dictionary(anyText, fc.oneof(anyText, fc.double({ noNaN: true }))), (some) => {
        const value = JSON.parse(JSON.stringify({ ...some, v: 1 }));
        const both = packedValue(value, 400_000, 'it');
        expect(readValue(rowWith(both))).toEqual(value);
        const sent = { B: Buffer.from(both.packed.B as Uint8Array).toString('base64') } as never;
        expect(readValue({ packed1: sent })).toEqual(value);
      }),
    );
  });

  it('that cannot be unpacked is unreadable', () => {
    expect(() => readValue({ packed1: { B: Buffer.from('nonsense') } })).toThrow(UnreadableError);
    expect(() => readValue({ packed1: { B: deflateRawSync('{"v":') } })).toThrow(UnreadableError);
  });

  it('is small: a case of 2 KB fits with all that is known of its message into one unit', async () => {
    const table = new FakeDynamo();
    const client = table.client(async (_label, effect) => effect());
    const parts = { client, tableName: 'ledger', clock: createManualClock(), random: Math.random };
    const key = { domain: 'acme', feed: 'cases', id: 'c1', destination: 'soc' } as const;
    const content = { kind: 'case', item: aCase(1), trimmed: [] } as const;
    const ledger = createDeliveryLedger(createDynamoVersionedRows(parts));
    await ledger.save(newDelivery(key, content, 0), 0, '20#1', 0);
    const [row] = [...table.rows.values()];
    expect(row?.v?.N).toBe('1');
    expect((await ledger.load(key))?.value).toMatchObject(newDelivery(key, content, 0));
    expect(sizeOf(row)).toBeLessThan(900);
  });
});
