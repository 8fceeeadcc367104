import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE_TEXTS, obeyedIn } from '../../attack/hostile-text.ts';
import { runCommand } from '../../support/run-command.ts';
import { type Answer, type ScriptedServer, startScriptedServer } from '../../support/scripted-server.ts';

const HOSTILE = Object.values(HOSTILE_TEXTS).join(' and ');

let server: ScriptedServer;
let answer: (path: string) => Answer;
beforeAll(async () => {
  server = await startScriptedServer(({ path }) => answer(path));
});
afterAll(() => server.close());

const peek = () => runCommand(['peek'], { POSTURE_BASE_URL: server.url, POSTURE_API_KEY: 'key' });
const obeyed = (text: string) =>
  text
    .split('\n')
    .map(obeyedIn)
    .filter((found) => found !== null);

describe('npx posture-bridge peek', () => {
  it('shows what an API says, and lets the terminal obey none of it', async () => {
    const items: Record<string, object> = {
      cases: { case_id: 'c1', created_at: '2026-11-15T09:00:00Z', user_name: HOSTILE, threat_brief: HOSTILE },
      threats: { event_id: 'e1', created_at: '2026-11-15T09:00:00Z', title: HOSTILE, source: HOSTILE },
      users: { tuid: 't1', name: HOSTILE, is_active: true },
      nhi: { nuid: 'n1', display_name: HOSTILE, nhi_class: HOSTILE },
    };
    answer = (path) => {
      const item = items[path.split('/').at(-1) ?? ''];
      return item
        ? { json: { items: [item], data: [item], next_cursor: null } }
        : { status: 404, json: { error: HOSTILE } };
    };
    const { stdout, stderr } = await peek();
    expect(stdout).toContain('Cases: ');
    expect(obeyed(stdout + stderr)).toEqual([]);
    // Its own lines only: a heading, and what is below it.
    expect(
      stdout.split('\n').filter((line) => line !== '' && !/^( {2}|[A-Z][a-z-]+( [a-z-]+)*: )/.test(line)),
    ).toEqual([]);
  });

  it.each([400, 401, 403, 423])('lets the terminal obey nothing of a refusal with %i', async (status) => {
    answer = () => ({ status, json: { error: HOSTILE, message: HOSTILE, detail: HOSTILE } });
    const { stdout, stderr } = await peek();
    expect(stderr).not.toBe('');
    expect(obeyed(stdout + stderr)).toEqual([]);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});
