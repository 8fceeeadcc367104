import { describe, expect, it } from 'vitest';
import { pickSecret, readSecretName } from '../../../lib/base/secret-name.ts';

describe('the name of a secret', () => {
  it('says where it is', () => {
    expect(readSecretName('/bridge/key')).toEqual({ in: 'ssm', name: '/bridge/key' });
    expect(readSecretName('secretsmanager:prod/acme')).toEqual({ in: 'secretsmanager', name: 'prod/acme' });
    expect(readSecretName('secretsmanager:prod/slack#botToken')).toEqual({
      in: 'secretsmanager',
      name: 'prod/slack',
      entry: 'botToken',
    });
  });
});

describe('a secret of Secrets Manager', () => {
  it('is its text, or one entry of its JSON', () => {
    expect(pickSecret('{"a":"b"}', { name: 'x' })).toBe('{"a":"b"}');
    expect(pickSecret('{"a":"b"}', { name: 'x', entry: 'a' })).toBe('b');
  });

  it.each<[unknown, string | undefined]>([
    [undefined, undefined],
    ['', undefined],
    ['topsecret', 'a'],
    ['"topsecret"', 'a'],
    ['["topsecret"]', 'a'],
    ['{"b":"topsecret"}', 'a'],
    ['{"a":{"b":"topsecret"}}', 'a'],
    ['{"a":""}', 'a'],
    ['{"a":"topsecret"', 'a'],
    ['{"b":"topsecret"}', 'toString'],
  ])('that is %j has nothing under %s, and nobody repeats it', (held, entry) => {
    const pick = () => pickSecret(held, { name: 'prod/x', ...(entry !== undefined && { entry }) });
    expect(pick).toThrow(/^the secret prod\/x of Secrets Manager has no text/);
    expect(pick).not.toThrow(/topsecret/);
  });
});
