import { Hono } from 'hono';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LocalCloudOptions } from '../../../../local/cloud/options.ts';
import { createSlackApp } from '../../../../local/slack/app.ts';
import { createControlApp } from '../../../../local/slack/control/control-app.ts';
import type { PortCheck } from '../../../../local/stand-in-kit/port-guard.ts';
import { addAtPath } from '../../../../local/stand-in-kit/private-address.ts';
import { serve } from '../../../../local/stand-in-kit/serve.ts';
import type { Listener } from '../../../attack/listeners.ts';
import { attackPorts, LOCAL_PORT_TRIES, type Prey } from '../../../attack/local-ports.ts';
import { lambda, type Parts, queue, role, startCloud } from '../cloud/harness.ts';

const parts: Parts = {
  resources: {
    Table: {
      Type: 'AWS::DynamoDB::Table',
      Properties: {
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
      },
    },
    Clicks: queue(),
    Role: role([{ Effect: 'Allow', Action: '*', Resource: '*' }]),
    Caller: lambda('idle'),
    Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'api', ProtocolType: 'HTTP' } },
  },
  outputs: { Table: { Value: { Ref: 'Table' } }, Clicks: { Value: { Ref: 'Clicks' } } },
  bundles: { idle: 'export const handler = async () => {};' },
};

const listenerAt = (url: string): Listener => ({
  kind: 'tcp',
  host: '127.0.0.1',
  port: Number(new URL(url).port),
});

/** A small cloud with its AWS endpoint and its HTTP API. */
async function attackCloud(unchecked: LocalCloudOptions['unchecked'] = {}, which = /./) {
  const cloud = await startCloud(parts, { secrets: { '/bridge/key': 's3cret-of-bridge' }, unchecked });
  const { aws, apis, operator } = cloud.endpoints;
  const prey: Prey = {
    tableName: cloud.outputs.Table ?? '',
    verdictQueueUrl: cloud.outputs.Clicks ?? '',
    parameters: ['/bridge/key'],
    secrets: ['s3cret-of-bridge', operator.secretAccessKey],
    operator,
    session: cloud.assumeRoleOf('T-Caller'),
    paths: ['/'],
  };
  return attackPorts([aws, ...Object.values(apis)].map(listenerAt), prey, triesLike(which));
}

const NO_PREY: Prey = {
  tableName: 't',
  verdictQueueUrl: 'http://127.0.0.1/0/q',
  parameters: [],
  secrets: [],
  operator: { accessKeyId: 'AKIA', secretAccessKey: 'x' },
  paths: ['/', '/control/users'],
};

/** A stand-in, with its control surface where it belongs or where everybody looks for it. */
async function attackStandIn(hole?: PortCheck | 'address', which = /./) {
  const { app, service, handles } = createSlackApp();
  const surface = createControlApp(service, handles);
  if (hole === 'address') app.route('/control', surface);
  else addAtPath(app, '/control/drawn', { name: 'It', surface });
  const unchecked = hole === undefined || hole === 'address' ? [] : [hole];
  const { base, close } = await serve(app, { guard: { unchecked } });
  onTestFinished(close);
  return attackPorts([listenerAt(base)], NO_PREY, triesLike(which));
}

/** Each knocks many times, so only those that the hole is for. */
const triesLike = (which: RegExp) => LOCAL_PORT_TRIES.filter(({ name }) => which.test(name));
const triesOf = ({ through }: Awaited<ReturnType<typeof attackPorts>>) => through.map((one) => one.try);

describe('what each check of the local ports keeps out', () => {
  it('lets nothing through with all of them', async () => {
    // All tries together knock at every port of npm start, in its test.
    const which = /^AWS|evil\.example|cross-site|address/;
    expect((await attackCloud({}, which)).through).toEqual([]);
    expect((await attackStandIn(undefined, which)).through).toEqual([]);
  });

  it.each([
    ['signature', /another secret/],
    ['date', /six minutes/],
    ['session', /without its token/],
    ['signed-headers', /another operation/],
    ['payload', /whose hash was signed/],
  ] as const)('lets a call to AWS through without the check of its %s', async (check, which) => {
    expect((await attackCloud({ signature: [check] }, which)).through).not.toEqual([]);
  });

  it.each([
    ['host', /pointed here/],
    ['origin', /of the origin/],
    ['site', /cross-site/],
  ] as const)('lets a page through without the check of its %s', async (check, which) => {
    const attacks = [await attackCloud({ port: [check] }, which), await attackStandIn(check, which)];
    for (const { through } of attacks) expect(through).not.toEqual([]);
  });

  it('lets everybody change the world where the control surface has no address of its own', async () => {
    expect(triesOf(await attackStandIn('address', /control|console/))).toEqual([
      'a control surface without its address',
    ]);
  });

  it('finds a port that is open to other machines, and an answer that pages may read', async () => {
    const everywhere: Listener = { kind: 'tcp', host: '0.0.0.0', port: 1 };
    expect(triesOf(await attackPorts([everywhere], NO_PREY, triesLike(/machine/)))).toEqual([
      'a caller from another machine',
    ]);
    const app = new Hono();
    app.all('*', (c) => c.json({ error: 'no' }, 403, { 'Access-Control-Allow-Origin': '*' }));
    const { base, close } = await serve(app, { guard: { unchecked: ['host', 'origin', 'site'] } });
    onTestFinished(close);
    const attack = await attackPorts([listenerAt(base)], NO_PREY, triesLike(/no Host|OPTIONS/));
    expect(attack.through).toContainEqual(
      expect.objectContaining({ what: 'OPTIONS /: pages elsewhere may read the answer' }),
    );
  });
});
