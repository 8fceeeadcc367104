import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAssembly } from '../../local/cloud/assembly.ts';
import { readRoles } from '../../local/cloud/roles.ts';
import { readTemplate } from '../../local/cloud/template.ts';
import type { Attempt } from '../attack/attempt.ts';
import { evidenceAttempts } from '../attack/evidence.ts';
import { type RightsOf, rightsAttempts } from '../attack/evidence-rights.ts';
import { trailOfThreeDays, verify } from '../attack/evidence-trail.ts';
import { drawUp, everything, type Synthesized } from './synthesized.ts';

let stack: Synthesized;
let rights: RightsOf;
beforeAll(async () => {
  stack = await drawUp(everything);
  const home = {
    ...{ stackName: 'posture-bridge', region: 'eu-west-1', account: '000000000000' },
    ...{ frontDoorUrl: 'http://localhost', apiUrl: () => 'http://localhost' },
  };
  const template = readTemplate(await readAssembly(stack.folder), home);
  const roles = [...readRoles(template).values()].filter(({ logicalId }) => !logicalId.includes('Schedule'));
  const [table] = template.of('AWS::DynamoDB::Table');
  const action = roles.find(({ logicalId }) => logicalId.startsWith('BridgeActions'));
  const arn = table?.identity.attributes.Arn ?? '';
  rights = { roles, table: arn, bridge: 'posture-bridge', action: action?.logicalId ?? '' };
});
afterAll(() => stack.remove());

const gotThrough = async (attempts: readonly Attempt[]): Promise<string[]> => {
  const found: string[] = [];
  for (const { name, run } of attempts) {
    const what = await run();
    if (what !== null) found.push(`${name}: ${what}`);
  }
  return found;
};

describe('of all attacks on the evidence', () => {
  it('none gets through', async () => {
    expect(rights.roles).toHaveLength(8);
    const attempts = evidenceAttempts(rights);
    expect(attempts.length).toBeGreaterThan(700);
    expect(new Set(attempts.map(({ name }) => name)).size).toBe(attempts.length);
    expect(await gotThrough(attempts)).toEqual([]);
  });

  it('many would with rights on all rows', async () => {
    const roles = rights.roles.map((role) => ({
      ...role,
      statements: role.statements.map((statement) => ({ ...statement, conditions: [] })),
    }));
    const found = await gotThrough(rightsAttempts({ ...rights, roles }));
    expect(found.length).toBeGreaterThan(50);
    expect(found.join('\n')).toMatch(/Action\w+ may GetItem on table\S+ for feed#acme#cases/);
    expect(found.join('\n')).toMatch(/Verdict\w+ may UpdateItem on table\S+ for audit#/);
    expect(found.join('\n')).toMatch(/Slack\w+ may UpdateItem on table\S+ for answer#/);
  });

  it('keys could be replaced if that were not denied', async () => {
    const roles = rights.roles.map((role) => ({
      ...role,
      statements: role.statements.filter(({ effect }) => effect === 'Allow'),
    }));
    const found = await gotThrough(rightsAttempts({ ...rights, roles }));
    expect(found.join('\n')).toMatch(/Slack\w+ may ssm:PutParameter of buttons/);
    expect(found.join('\n')).toMatch(/Reconciler\w+ may ssm:PutParameter of clicks/);
  });

  it('and a trail that nobody touched holds', async () => {
    const { table, heads } = await trailOfThreeDays();
    expect(heads).toHaveLength(3);
    expect(await verify(table, heads)).toEqual([]);
  });
});
