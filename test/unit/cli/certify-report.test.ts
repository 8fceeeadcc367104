import { describe, expect, it } from 'vitest';
import example from '../../../bridge.config.ts';
import { type Measured, membersIn, readAlarms, readMeasured } from '../../../cli/aws/measures.ts';
import type { OpenBridge } from '../../../cli/aws/open-bridge.ts';
import type { CallQuery } from '../../../cli/aws/query-api.ts';
import type { ApiAnswer, AskApi } from '../../../cli/certify/ask-api.ts';
import { type CertifyParts, subjectOf } from '../../../cli/certify/belief.ts';
import { BELIEFS } from '../../../cli/certify/beliefs.ts';
import { type Certified, certify } from '../../../cli/certify/certify.ts';
import { certifyReport } from '../../../cli/certify/certify-report.ts';
import { listed, oneOf, safe } from '../../../cli/certify/safe-text.ts';
import { tellFindings } from '../../../cli/commands/doctor.ts';
import { AwsError } from '../../../lib/base/aws/aws-error.ts';
import { TransportError } from '../../../lib/base/http/http-transport.ts';
import { plain } from '../../../lib/base/terminal.ts';
import { UNCONFIRMED_NAMES } from '../../../lib/posture/filters.ts';
import { openWorld, SOUND_AWS, SOUND_WAY } from './certify-world.ts';

const SECRET = 'S3CRET-Ada-Winter';
const HEAD = { day: '2026-11-18', isLocal: false };

/** Everything that anybody outside says is the secret, or has it in it. */
const bodyOf = (path: string): ApiAnswer['body'] => {
  const item = Object.fromEntries(
    [
      'case_id',
      'event_id',
      'tuid',
      'nuid',
      'source',
      'user_email',
      'display_name',
      'status',
      'created_at',
    ].map((name) => [name, SECRET]),
  );
  const items = [item, { ...item, category: [SECRET], provider: { key: SECRET }, [SECRET]: SECRET }];
  return {
    [path === '/threats' ? 'data' : 'items']: items,
    next_cursor: SECRET,
    error: SECRET,
    resource: SECRET,
  };
};
const apiThat = (answers: (path: string) => Promise<ApiAnswer>): AskApi => ({
  get: answers,
  getWithoutKey: answers,
  names: {
    ...UNCONFIRMED_NAMES,
    threats: { email: SECRET, tuid: SECRET, category: SECRET, source: SECRET },
  },
  nothing: () => SECRET,
});
const answer = (status: number) =>
  apiThat(async (path) => ({ status, headers: { date: SECRET, [SECRET]: SECRET }, body: bodyOf(path) }));

const MEASURED: Measured[] = [{ atMs: 0, value: 1e6, unit: SECRET }];
const HOSTILE_AWS = {
  ...SOUND_AWS,
  outputs: Object.fromEntries(
    Object.entries(SOUND_AWS.outputs).map(([name, value]) => [
      name,
      value.startsWith('https:') ? `https://abc.execute-api.${SECRET}.com/${SECRET}/${SECRET}` : SECRET,
    ]),
  ),
  status: SECRET,
  alarms: [{ state: SECRET, expression: `FILL(${SECRET}, 0)` }],
  measured: new Proxy({}, { get: () => MEASURED }),
  routeIds: [SECRET, `${SECRET}2`],
  mayTouch: () => true,
};
const throwing = (error: Error): CertifyParts => {
  const fail = () => Promise.reject(error);
  const bridge = new Proxy({ isLocal: false } as OpenBridge, {
    get: (target, name) => (name in target ? target[name as keyof OpenBridge] : fail),
  });
  return {
    ...openWorld({ aws: SOUND_AWS, apis: new Map([[SECRET, apiThat(fail)]]), ways: [] }, example),
    bridge,
  };
};
const hostile = (status: number): CertifyParts =>
  openWorld(
    {
      aws: HOSTILE_AWS,
      apis: new Map([[SECRET, answer(status)]]),
      ways: [{ ...SOUND_WAY, canary: SECRET, destination: SECRET, stopped: { at: 'card', why: SECRET } }],
    },
    { ...example, domains: { [SECRET]: Object.values(example.domains)[0] as never } },
  );

const everythingOf = (certified: readonly Certified[]): string =>
  [
    certifyReport(HEAD, certified),
    ...tellFindings(certified.map(({ belief, is, sentence }) => ({ about: belief.id, is, sentence }))).map(
      plain,
    ),
  ].join('\n');

describe('the report of certify', () => {
  it.each([
    ['answers 200', hostile(200)],
    ['answers 423', hostile(423)],
    ['answers 401', hostile(401)],
    ['answers 500', hostile(500)],
    ['throws an error', throwing(new Error(SECRET))],
    ['is AWS and refuses', throwing(new AwsError('rejected', SECRET, 'AccessDenied'))],
    ['is AWS and says an unknown word', throwing(new AwsError('rejected', SECRET, SECRET))],
    ['does not answer', throwing(new TransportError(SECRET, false))],
  ])('has no name and no secret in it where everybody outside %s with them', async (_, parts) => {
    const certified = await certify(BELIEFS, parts, async () => null);
    expect(certified).toHaveLength(BELIEFS.length);
    const text = everythingOf(certified);
    for (const part of SECRET.split('-')) expect(text).not.toContain(part);
  });

  it('says what AWS refused, and that nobody answered', async () => {
    const said = async (error: Error) =>
      (await certify(BELIEFS, throwing(error), null)).find(({ belief }) => belief.id === 'fill-alarms')
        ?.sentence;
    expect(await said(new AwsError('rejected', SECRET, 'AccessDenied'))).toMatch(/AWS said AccessDenied$/);
    expect(await said(new TransportError(SECRET, false))).toMatch(/no answer$/);
  });

  it('begins with what is not as believed, with its place in the code', async () => {
    const certified = await certify(BELIEFS, hostile(200), null);
    const [wrong] = certified.filter(({ is }) => is === 'wrong');
    const report = certifyReport(HEAD, certified);
    expect(report).toContain(`## NOT AS BELIEVED\n\n### ${wrong?.belief.id}\n\n- believed of`);
    expect(report).toContain(`- in \`${wrong?.belief.where[0]}\``);
    const missing = BELIEFS.filter(
      (one) => !report.includes(`### ${one.id}\n\n- believed of ${subjectOf(one)}: ${one.believed}`),
    );
    expect(missing).toEqual([]);
  });
});

describe('a safe text', () => {
  it('consists of our words, numbers and words that we know', () => {
    expect(safe`a ${1.26} b ${oneOf('x', ['x'])} ${listed([safe`c`, oneOf(SECRET, ['x'])])}`).toBe(
      'a 1.3 b x c, something else',
    );
  });
});

describe('what CloudWatch says', () => {
  const calls: Record<string, string>[] = [];
  const call =
    (xml: string): CallQuery =>
    async (_service, _action, input = {}) => {
      calls.push(input);
      return xml;
    };

  it('is read by the period, up to the last one that has ended', async () => {
    const xml =
      '<R><Datapoints><member><Timestamp>2026-11-18T11:59:00Z</Timestamp><Sum>3.0</Sum><Unit>Count</Unit></member></Datapoints></R>';
    const asked = { namespace: 'N', name: 'M', dimensions: { A: 'b' }, statistic: 'Sum' } as const;
    const nowMs = Date.parse('2026-11-18T12:00:30Z');
    expect(await readMeasured(call(xml), { ...asked, periodSeconds: 60, periods: 5 }, nowMs)).toEqual([
      { atMs: Date.parse('2026-11-18T11:59:00Z'), value: 3, unit: 'Count' },
    ]);
    expect(calls.at(-1)).toMatchObject({
      StartTime: '2026-11-18T11:55:00.000Z',
      EndTime: '2026-11-18T12:00:00.000Z',
      'Dimensions.member.1.Name': 'A',
      'Dimensions.member.1.Value': 'b',
    });
  });

  it('has alarms with lists in them', async () => {
    const alarm = (state: string, more: string) =>
      `<member>${more}<StateValue>${state}</StateValue></member>`;
    const metrics =
      '<Metrics><member><Expression>FILL(m0, 0)</Expression></member><member><Id>m0</Id></member></Metrics>';
    const xml = `<R><MetricAlarms>${alarm('OK', metrics)}${alarm('ALARM', '')}</MetricAlarms></R>`;
    expect(membersIn(xml, 'MetricAlarms')).toHaveLength(2);
    expect(await readAlarms(call(xml), 'posture-bridge')).toEqual([
      { state: 'OK', expression: 'FILL(m0, 0)' },
      { state: 'ALARM', expression: '' },
    ]);
    expect(membersIn('<R/>', 'MetricAlarms')).toEqual([]);
  });
});
