import { describe, expect, it } from 'vitest';
import type { SlackAnswer, SlackApi } from '../../../../lib/chats/slack/api.ts';
import { createRenewedApi } from '../../../../lib/chats/slack/renewed-api.ts';

const refused = (code: string): SlackAnswer => ({ is: 'refused', code, permanent: true, reason: code });
const OK: SlackAnswer = { is: 'ok', body: {} };

/** Answers in turn; how often the token was read anew. */
function scripted(...answers: SlackAnswer[]) {
  const opened: boolean[] = [];
  const api: SlackApi = { call: async () => answers.shift() ?? OK };
  const renewed = createRenewedApi(async (anew = false) => {
    opened.push(anew);
    return api;
  });
  return { call: () => renewed.call('views.open'), opened };
}

describe('a token that was replaced', () => {
  it('is read anew when it is refused, and the call is made with it', async () => {
    const { call, opened } = scripted(refused('invalid_auth'), OK);
    expect(await call()).toEqual(OK);
    expect(opened).toEqual([false, true]);
  });

  it('is read anew once: what is refused then is refused', async () => {
    const { call, opened } = scripted(refused('token_revoked'), refused('token_revoked'));
    expect(await call()).toMatchObject({ is: 'refused', code: 'token_revoked' });
    expect(opened).toEqual([false, true]);
  });

  it('is left alone for everything else', async () => {
    const { call, opened } = scripted(refused('expired_trigger_id'));
    await call();
    expect(opened).toEqual([false]);
  });
});
