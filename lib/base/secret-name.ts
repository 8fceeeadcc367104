/** Where a secret is: a parameter in SSM, or a secret in Secrets Manager, as a whole or one entry of its JSON. */
export type SecretName =
  | { readonly in: 'ssm'; readonly name: string }
  | { readonly in: 'secretsmanager'; readonly name: string; readonly entry?: string };

const PREFIX = 'secretsmanager:';

/** `/posture-bridge/acme/api-key`, `secretsmanager:prod/acme` or `secretsmanager:prod/slack#botToken`. */
export function readSecretName(text: string): SecretName {
  if (!text.startsWith(PREFIX)) return { in: 'ssm', name: text };
  const [name = '', entry] = text.slice(PREFIX.length).split('#');
  return { in: 'secretsmanager', name, ...(entry !== undefined && { entry }) };
}

/** The text of a secret in Secrets Manager, or one entry of it. Errors never contain any of it. */
export function pickSecret(held: unknown, { name, entry }: { name: string; entry?: string }): string {
  const what = `the secret ${name} of Secrets Manager`;
  if (typeof held !== 'string' || held === '') throw new Error(`${what} has no text: put the secret into it`);
  if (entry === undefined) return held;
  const value = entriesOf(held)?.[entry];
  if (typeof value === 'string' && value !== '') return value;
  throw new Error(`${what} has no text under "${entry}": it has to be JSON with that entry`);
}

function entriesOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
