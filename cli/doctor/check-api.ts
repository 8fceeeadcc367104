import { createPostureClient, type PostureClient } from '../../lib/posture/client.ts';
import { NotReadyError, PostureError, UnauthorizedError } from '../../lib/posture/posture-errors.ts';
import { type Check, type Finding, unknown, well, wrong } from './check.ts';

/** What an API answered to one question. */
export type Said =
  | { readonly is: 'answered' }
  | { readonly is: 'not ready' }
  | { readonly is: 'refused' }
  | { readonly is: 'failed'; readonly why: string };

export function judgeApi(domain: string, lists: Readonly<Record<string, Said>>): Finding {
  const about = `API of ${domain}`;
  const of = (is: Said['is']) => Object.keys(lists).filter((name) => lists[name]?.is === is);
  if (of('refused').length > 0)
    return wrong(about, 'it does not accept the key: put another one there with posture-bridge secrets set');
  const failed = Object.values(lists).find((one) => one.is === 'failed');
  if (failed?.is === 'failed')
    return wrong(
      about,
      `${failed.why}: is domains.${domain}.baseUrl right, and does the vendor say that it is up?`,
    );
  const [ready, waiting] = [of('answered'), of('not ready')];
  if (ready.length === 0)
    return unknown(
      about,
      `the key works, and nothing is ready yet (${waiting.join(', ')}): the vendor says when`,
    );
  return well(
    about,
    `the key works; ready: ${ready.join(', ')}${waiting.length > 0 ? `; not yet: ${waiting.join(', ')}` : ''}`,
  );
}

async function ask(question: () => Promise<unknown>): Promise<Said> {
  try {
    await question();
    return { is: 'answered' };
  } catch (error) {
    if (error instanceof NotReadyError) return { is: 'not ready' };
    if (error instanceof UnauthorizedError) return { is: 'refused' };
    if (error instanceof PostureError) return { is: 'failed', why: error.message.slice(0, 200) };
    throw error;
  }
}

export async function probeApi({
  cases,
  threats,
  users,
}: Pick<PostureClient, 'cases' | 'threats' | 'users'>): Promise<Record<string, Said>> {
  return {
    cases: await ask(() => cases.page()),
    threats: await ask(() => threats.page()),
    users: await ask(() => users.page()),
  };
}

export const checkApi: Check = {
  about: 'API',
  when: 'before',
  isOutside: true,
  async look({ config, secret }) {
    const findings: Finding[] = [];
    for (const [domain, { baseUrl, apiKey: name, auth, parameterNames = {} }] of Object.entries(
      config.domains,
    )) {
      const apiKey = await secret(name);
      if (apiKey === null) {
        findings.push(unknown(`API of ${domain}`, `its key cannot be read: ${name}`));
        continue;
      }
      const client = createPostureClient({
        baseUrl,
        apiKey,
        auth,
        parameterNames,
        retries: 1,
        timeoutMs: 10_000,
      });
      findings.push(judgeApi(domain, await probeApi(client)));
      client.close();
    }
    return findings;
  },
};
