import { createPostureClient } from '../../lib/posture/client.ts';
import { NotReadyError, PostureError, UnauthorizedError } from '../../lib/posture/posture-errors.ts';
import { readTimestamp } from '../../lib/posture/schemas/timestamp.ts';
import { isoOf } from '../frame/time-words.ts';
import { type Check, type Finding, unknown, well, wrong } from './check.ts';

/** What an API answered to one question. */
export type Said =
  | { readonly is: 'answered'; readonly sees: Seen }
  | { readonly is: 'not ready' }
  | { readonly is: 'refused' }
  | { readonly is: 'failed'; readonly why: string };

/** What a key sees of a list: how much is on its first page, and when the newest of it was created. No content. */
export interface Seen {
  readonly count: number;
  readonly isAll: boolean;
  readonly latestMs: number | null;
}

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
  const waiting = of('not ready');
  const seen = Object.entries(lists).flatMap(([name, one]) =>
    one.is === 'answered' ? [seenWords(name, one.sees)] : [],
  );
  if (seen.length === 0)
    return unknown(
      about,
      `the key works, and nothing is ready yet (${waiting.join(', ')}): the vendor says when`,
    );
  return well(
    about,
    `the key works, and sees ${seen.join(', ')}${waiting.length > 0 ? `; not ready yet: ${waiting.join(', ')}` : ''}`,
  );
}

const ONE: Readonly<Record<string, string>> = {
  cases: 'case',
  threats: 'threat',
  users: 'user',
  'non-human identities': 'non-human identity',
};

function seenWords(name: string, { count, isAll, latestMs }: Seen): string {
  const latest = isoOf(latestMs)?.slice(0, 16).replace('T', ' ');
  return `${isAll ? '' : 'more than '}${count} ${count === 1 ? ONE[name] : name}${latest ? ` (the latest of ${latest} UTC)` : ''}`;
}

type List = { page(): Promise<{ readonly items: readonly object[]; readonly nextCursor: string | null }> };

async function ask(list: List): Promise<Said> {
  try {
    const { items, nextCursor } = await list.page();
    const times = items.flatMap((item) =>
      'created_at' in item ? (readTimestamp(String(item.created_at)) ?? []) : [],
    );
    const latestMs = times.length > 0 ? Math.max(...times) : null;
    return { is: 'answered', sees: { count: items.length, isAll: nextCursor === null, latestMs } };
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
  nhis,
}: Readonly<Record<'cases' | 'threats' | 'users' | 'nhis', List>>): Promise<Record<string, Said>> {
  return {
    cases: await ask(cases),
    threats: await ask(threats),
    users: await ask(users),
    'non-human identities': await ask(nhis),
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
