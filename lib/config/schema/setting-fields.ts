import { textThat } from './strict.ts';

const NAME = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/;

/** Names of domains and destinations become part of resource names, metric dimensions and ledger keys. */
export const nameProblem = (name: string): string | null =>
  NAME.test(name)
    ? null
    : 'the name must be 1 to 32 lower-case letters, digits and dashes, with no dash at either end';

const PARAMETER_NAME = /^(?:\/[A-Za-z0-9_.-]+){1,15}$/;
const RESERVED = /^\/(?:aws|ssm)/i;

/** A name in Secrets Manager. One that ends like the suffix that AWS adds to each ARN could be mistaken for an ARN. */
const MANAGED_NAME = /^secretsmanager:[A-Za-z0-9/_+=.@-]{1,500}(?:#[A-Za-z0-9_.-]{1,100})?$/;
const ENDS_LIKE_AN_ARN = /^[^#]*-[A-Za-z0-9]{6}(?:#|$)/;

/**
 * The name of an SSM parameter, or of a secret in Secrets Manager. The problem never quotes the value: a person who gets
 * this wrong has most likely pasted the secret itself.
 */
export const parameterName = textThat((text) => {
  if (MANAGED_NAME.test(text)) {
    return ENDS_LIKE_AN_ARN.test(text)
      ? 'ends in a dash and six characters, as AWS ends the ARNs of secrets: it would not be found by its name'
      : null;
  }
  if (!PARAMETER_NAME.test(text) || text.length > 900) {
    return 'must be the name of an SSM parameter, like /posture-bridge/acme/api-key, or of a secret of Secrets Manager, like secretsmanager:posture-bridge/acme#apiKey; the secret itself never goes into the configuration';
  }
  return RESERVED.test(text) ? 'is a name AWS reserves: it must not begin with /aws or /ssm' : null;
});

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** An https address, or plain http to this machine itself, where the stand-ins listen. */
export function addressProblem(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url) return 'must be an address, like https://posture.example.com';
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.has(url.hostname))) {
    return 'must be an https address';
  }
  if (url.username || url.password) return 'must not hold a user or a password';
  return url.hash ? 'must not have a fragment' : null;
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export const uuid = (what: string) =>
  textThat((text) => (UUID.test(text) ? null : `must be ${what}, a uuid`));

export const shaped = (pattern: RegExp, problem: string) =>
  textThat((text) => (pattern.test(text) ? null : problem));
