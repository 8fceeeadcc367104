import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import settings from '../../cdk.json' with { type: 'json' };
import { IS_FULL } from '../support/extent.ts';
import { drawUp, everything, least, listOf, type Synthesized, written } from './synthesized.ts';

const TABLE = 'posture-bridge-restored';
const ARN = `arn:<AWS::Partition>:dynamodb:<AWS::Region>:<AWS::AccountId>:table/${TABLE}`;

let own: Synthesized;
let given: Synthesized;
beforeAll(async () => {
  [own, given] = await Promise.all([drawUp(everything), drawUp(everything, { table: TABLE })]);
});
afterAll(() => Promise.all([own.remove(), given.remove()]));

/** What functions may do with which table, by role. */
const tableRights = (from: Synthesized): Record<string, string[]> =>
  Object.fromEntries(
    from.all('AWS::IAM::Policy').map(([id, { Properties }]) => {
      const { Statement } = Properties.PolicyDocument as {
        Statement: { Action: string[]; Resource: unknown }[];
      };
      const lines = Statement.flatMap(({ Action, Resource }) =>
        listOf(Action).flatMap((action) => listOf(Resource).map((one) => `${action} ${written(one)}`)),
      );
      return [id, lines.filter((line) => line.startsWith('dynamodb:')).toSorted()];
    }),
  );

describe('a bridge that is given a table', () => {
  it('has no table of its own, and says the name of the other', () => {
    expect(given.all('AWS::DynamoDB::Table')).toEqual([]);
    expect(given.template.Outputs.LedgerTableName?.Value).toBe(TABLE);
  });

  it('tells it to every function, and lets each do there what it did with its own', () => {
    for (const [name, { Properties }] of given.all('AWS::Lambda::Function')) {
      expect(Properties.Environment, name).toMatchObject({ Variables: { TABLE_NAME: TABLE } });
    }
    const [[id] = []] = own.all('AWS::DynamoDB::Table');
    const expected = JSON.stringify(tableRights(own)).replaceAll(`<${id}.Arn>`, ARN);
    expect(tableRights(given)).toEqual(JSON.parse(expected));
    expect(expected).toContain(`dynamodb:Query ${ARN}/index/due`);
  });

  it('is the same in everything else', () => {
    const others = (from: Synthesized) =>
      Object.keys(from.template.Resources).filter((id) => !id.startsWith('BridgeLedger'));
    expect(others(given)).toEqual(others(own));
  });

  it.each(['', 'a', 'my table', 'arn:aws:dynamodb:eu-west-1:123456789012:table/ledger'])(
    'is told that %j is not the name of one',
    async (table) => {
      await expect(drawUp(least(), { table })).rejects.toThrow(
        `${JSON.stringify(table)} cannot be the table of a bridge: give the name of a table in the account and region`,
      );
    },
  );

  it.runIf(IS_FULL)('gets it from the command line', async () => {
    const outdir = join(own.folder, 'command-line');
    const app = settings.app.replace(/^node /, '').split(' ');
    const env = { ...process.env, CDK_OUTDIR: outdir, CDK_CONTEXT_JSON: JSON.stringify({ table: TABLE }) };
    await promisify(execFile)(process.execPath, app, { env });
    const template = JSON.parse(await readFile(join(outdir, 'Bridge.template.json'), 'utf8'));
    expect(template.Outputs.LedgerTableName.Value).toBe(TABLE);
  });
});

describe('the stack', () => {
  it('cannot be deleted by mistake', async () => {
    const manifest = JSON.parse(await readFile(join(own.folder, 'manifest.json'), 'utf8'));
    expect(manifest.artifacts.Bridge.properties.terminationProtection).toBe(true);
  });
});
