import { describe, expect, it } from 'vitest';
import example from '../../../bridge.config.ts';
import { problemOf, readStored } from '../../../cli/secrets/read-stored.ts';
import { secretsIn } from '../../../cli/secrets/secrets-in.ts';

describe('the secrets of a configuration', () => {
  it('are named once each, with what they are for', () => {
    expect(secretsIn(example).map(({ name, for: use }) => `${name}: ${use}`)).toEqual([
      '/posture-bridge/acme/api-key: the API key of acme',
      '/posture-bridge/slack/signing-secret: Slack',
      '/posture-bridge/slack/bot-token: Slack',
      '/posture-bridge/teams/password: Teams',
    ]);
  });

  const ssm = (parameters: readonly object[]) =>
    ({ send: async () => ({ Parameters: parameters }) }) as never;
  const named = secretsIn(example).slice(0, 2);

  it('are told apart: there, missing, in the clear, or not as they should be; and never shown', async () => {
    const found = await readStored(
      {
        ssm: ssm([{ Name: '/posture-bridge/acme/api-key', Type: 'SecureString', Value: ' s3cr3t\n' }]),
      },
      named,
      true,
    );
    expect(found).toMatchObject([
      { isThere: true, problem: 'there are blanks or a line break around it: set it again' },
      {
        isThere: false,
        problem: 'it is missing: posture-bridge secrets set /posture-bridge/slack/signing-secret',
      },
    ]);
    expect(JSON.stringify(found)).not.toContain('s3cr3t');
    const [clear] = await readStored(
      { ssm: ssm([{ Name: named[0]?.name, Type: 'String', Value: 'x' }]) },
      named,
      false,
    );
    expect(clear?.problem).toMatch(/^it is stored in the clear/);
  });

  it.each([
    ['', 'it is empty'],
    ['x ', 'there are blanks'],
    ['"x"', 'it stands in quotes'],
    ['a\nb', 'it has several lines'],
    ['xoxb-1', null],
  ])('%j', (value, problem) =>
    problem === null ? expect(problemOf(value)).toBeNull() : expect(problemOf(value)).toContain(problem),
  );
});
