import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../lib/base/clock.ts';
import { createPostureClient } from '../../../lib/posture/client.ts';
import { createPlatforms } from '../../../lib/verdict/domain-platforms.ts';
import { fixture } from '../../support/fixture.ts';
import { type Answer, type ScriptedRequest, startScriptedServer } from '../../support/scripted-server.ts';
import { aVerdict } from './examples.ts';

const [first] = (fixture('cases-page') as { items: { case_id: string; created_at: string }[] }).items;
if (!first) throw new Error('the fixture has no case');
const CREATED_AT_MS = Date.parse(first.created_at);

/** The key was changed after the function had read it: only the next one that it reads is good. */
async function afterNewKey<T>(
  use: (platforms: ReturnType<typeof createPlatforms>) => Promise<T>,
): Promise<T> {
  const answer = ({ headers }: ScriptedRequest): Answer =>
    headers['x-api-key'] === 'key-2'
      ? { json: { items: [first], next_cursor: null } }
      : { status: 401, json: {} };
  const server = await startScriptedServer(answer);
  let read = 0;
  try {
    return await use(
      createPlatforms(
        async () => createPostureClient({ baseUrl: server.url, apiKey: `key-${++read}` }),
        systemClock,
      ),
    );
  } finally {
    await server.close();
  }
}

describe('a platform whose key was changed is asked with the new key after one refusal', () => {
  it('when the case is looked for that is to be shown', () =>
    afterNewKey(async ({ findCase }) => {
      const row = { ...aVerdict(), caseId: first.case_id, createdAtMs: CREATED_AT_MS };
      await expect(findCase(row)).rejects.toMatchObject({ code: 'unauthorized' });
      expect(await findCase(row)).toMatchObject({ case_id: first.case_id });
    }));

  it('when the bridge looks whether a decision was recorded', () =>
    afterNewKey(async ({ of }) => {
      const look = async () => (await of('acme'))?.closedAtMs(first.case_id, CREATED_AT_MS, {});
      await expect(look()).rejects.toMatchObject({ code: 'unauthorized' });
      expect(await look()).toBeNull();
    }));

  it('when a verdict was refused', () =>
    afterNewKey(async ({ of }) => {
      const send = async () =>
        (await of('acme'))?.submitVerdict(first.case_id, { outcome: 'SAFE', comment: 'fine' }, {});
      expect(await send()).toMatchObject({ status: 'refused', error: { code: 'unauthorized' } });
      expect(await send()).toMatchObject({ status: 'unknown', error: { code: 'malformed' } });
    }));
});
