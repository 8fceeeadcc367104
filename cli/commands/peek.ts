import * as z from 'zod/mini';
import { harmless, jsonLine, print } from '../../lib/base/terminal.ts';
import { createPostureClient, type PostureClient } from '../../lib/posture/client.ts';
import { huntingQueries } from '../../lib/posture/hunting.ts';
import { PostureError } from '../../lib/posture/posture-errors.ts';
import type { Case } from '../../lib/posture/schemas/case.ts';
import { readTimestamp } from '../../lib/posture/schemas/timestamp.ts';
import { defineCommand } from '../frame/definition.ts';
import { CommandError, UsageError } from '../frame/errors.ts';

const PeekEnv = z.object({
  POSTURE_BASE_URL: z.string(),
  POSTURE_API_KEY: z.string(),
});

const WATCH_EVERY_MS = 2_000;

export default defineCommand({
  name: 'peek',
  group: 'Look',
  summary:
    'Shows what an API key can see: the latest cases and threats, how many users and other identities. Reads only.',
  about:
    'POSTURE_BASE_URL in the environment is the address of the API, like https://posture.example.com/api/v1/external, and POSTURE_API_KEY the key.',
  flags: { watch: { type: 'boolean', words: 'goes on, and prints each new case; Ctrl-C ends it' } },
  examples: [
    { line: 'peek', words: 'What the bridge would see with this key.' },
    { line: 'peek --watch', words: 'And each case that comes.' },
  ],
  async run({ flags, json }) {
    const env = PeekEnv.safeParse(process.env);
    if (!env.success) {
      const missing = env.error.issues.map(
        ({ path }) => `${path.join('.')} is not set. Set it, and try again.`,
      );
      throw new UsageError(missing.join('\n'));
    }
    const client = createPostureClient({
      baseUrl: env.data.POSTURE_BASE_URL,
      apiKey: env.data.POSTURE_API_KEY,
    });
    try {
      const known = json ? await peekForPrograms(client) : await peek(client);
      if (flags.watch) await watch(client, known, json);
    } finally {
      client.close();
    }
    return undefined;
  },
  explain: (error) => (error instanceof PostureError ? new CommandError(harmless(error.message)) : error),
});

/** One page of each list, as the API returns it. */
async function peekForPrograms(client: PostureClient): Promise<Set<string>> {
  const { cases, threats, users, nhis } = client;
  const [one, two, three, four] = [
    await cases.page(),
    await threats.page(),
    await users.page(),
    await nhis.page(),
  ];
  const list = ({ items, nextCursor }: { items: readonly unknown[]; nextCursor: string | null }) => ({
    items,
    isAll: nextCursor === null,
  });
  print(jsonLine({ cases: list(one), threats: list(two), users: list(three), nhis: list(four) }));
  return new Set(one.items.map((item) => item.case_id));
}

async function peek(client: PostureClient): Promise<Set<string>> {
  const cases = await client.cases.page();
  heading(`Cases: ${counted(cases)}`);
  for (const item of latest(cases.items).slice(0, 5)) print(caseLine(item));

  const threats = await client.threats.page();
  heading(`Threats: ${counted(threats)}`);
  const [threat] = latest(threats.items);
  if (threat) {
    print(`  ${threat.title ?? threat.event_id} (${threat.source ?? 'unknown source'})`);
    for (const { text } of huntingQueries([threat]).slice(0, 1)) print(`  to hunt for it:  ${text}`);
  }

  const users = await client.users.page();
  heading(`Users: ${counted(users)}`);
  const person = users.items.find((user) => user.is_active) ?? users.items[0];
  if (person) {
    const detail = await client.personaDetail(person.tuid);
    const summary = detail.variant === 'persona' ? detail.persona.overview?.summary : 'no persona yet';
    print(`  ${person.name ?? person.tuid}: ${summary ?? 'no summary'}`);
  }

  const nhis = await client.nhis.page();
  heading(`Non-human identities: ${counted(nhis)}`);
  for (const nhi of nhis.items.slice(0, 2)) {
    print(`  ${nhi.display_name ?? nhi.nuid} (${nhi.nhi_class_label ?? nhi.nhi_class ?? 'unknown class'})`);
  }
  return new Set(cases.items.map((item) => item.case_id));
}

async function watch(client: PostureClient, known: Set<string>, json: boolean): Promise<void> {
  heading('Waiting for new cases. Ctrl-C ends it.');
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, WATCH_EVERY_MS));
    const { items } = await client.cases.page();
    for (const item of items.filter(({ case_id }) => !known.has(case_id))) {
      known.add(item.case_id);
      print(json ? jsonLine(item) : caseLine(item));
    }
  }
}

const heading = (text: string) => print('', text);

const counted = ({ items, nextCursor }: { items: readonly unknown[]; nextCursor: string | null }): string =>
  nextCursor ? `more than ${items.length}` : String(items.length);

const latest = <T extends { created_at: string }>(items: readonly T[]): T[] =>
  items.toSorted((a, b) => (readTimestamp(b.created_at) ?? 0) - (readTimestamp(a.created_at) ?? 0));

function caseLine(item: Case): string {
  const when = item.created_at.slice(0, 16).replace('T', ' ');
  const who = item.user_name ?? item.user_email ?? 'unknown user';
  const what = item.threat_type?.replaceAll('_', ' ') ?? 'unknown type';
  return `  ${when}  ${what.padEnd(20)}  ${who}: ${item.threat_brief ?? ''} (${item.events?.length ?? 0} events)`;
}
