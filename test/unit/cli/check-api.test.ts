import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tellFindings } from '../../../cli/commands/doctor.ts';
import { judgeApi, probeApi } from '../../../cli/doctor/check-api.ts';
import { harmless, plain } from '../../../lib/base/terminal.ts';
import { createPostureClient } from '../../../lib/posture/client.ts';
import { HOSTILE_TEXTS, obeyedIn } from '../../attack/hostile-text.ts';
import { type Answer, type ScriptedServer, startScriptedServer } from '../../support/scripted-server.ts';

const HOSTILE = Object.values(HOSTILE_TEXTS).join(' and ');

let server: ScriptedServer;
let answer: (path: string) => Answer;
beforeAll(async () => {
  server = await startScriptedServer(({ path }) => answer(path));
});
afterAll(() => server.close());

/** The line of the doctor about this API. */
async function lineOf(): Promise<string> {
  const client = createPostureClient({ baseUrl: server.url, apiKey: 'key', retries: 0 });
  try {
    return tellFindings([judgeApi('acme', await probeApi(client))])
      .map((line) => harmless(plain(line)))
      .join('\n');
  } finally {
    client.close();
  }
}

describe('what the doctor says of an API key', () => {
  it('says how much it sees of each list, and nothing of whom', async () => {
    const items: Record<string, object[]> = {
      cases: [
        { case_id: 'c1', created_at: '2026-11-15T09:00:00Z', user_name: HOSTILE, threat_brief: HOSTILE },
        { case_id: 'c2', created_at: '2026-11-14T09:00:00Z' },
      ],
      threats: [{ event_id: 'e1', created_at: '2026-11-15T08:00:00Z', title: HOSTILE, source: HOSTILE }],
      users: [{ tuid: 't1', name: HOSTILE, is_active: true }],
      nhi: [],
    };
    answer = (path) => {
      const list = items[path.split('/').at(-1) ?? ''] ?? [];
      return { json: { items: list, data: list, next_cursor: path.endsWith('users') ? 'more' : null } };
    };
    expect(await lineOf()).toBe(
      '✓ API of acme: the key works, and sees 2 cases (the latest of 2026-11-15 09:00 UTC), 1 threat (the latest of 2026-11-15 08:00 UTC), more than 1 user, 0 non-human identities',
    );
  });

  it.each([400, 401, 403, 423])('lets the terminal obey nothing of a refusal with %i', async (status) => {
    answer = () => ({ status, json: { error: HOSTILE, message: HOSTILE, detail: HOSTILE } });
    const line = await lineOf();
    expect(line).toMatch(/^[✗?] API of acme: /);
    expect(obeyedIn(line)).toBeNull();
  });
});
