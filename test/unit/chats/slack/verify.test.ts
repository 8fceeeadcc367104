import { describe, expect, it } from 'vitest';
import { SlackSetupError } from '../../../../lib/chats/slack/refusals.ts';
import { createSlackVerifier, MAX_BODY_BYTES } from '../../../../lib/chats/slack/verify.ts';
import { hmac } from '../../../support/slack-requests.ts';

// The example of Slack's own documentation.
const SECRET = '8f742231b10e8888abcd99yyyzzz85a5';
const BODY = Buffer.from(
  'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
);
const HEADERS = {
  'X-Slack-Request-Timestamp': '1531420618',
  'X-Slack-Signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
};
const SIGNED_AT_MS = 1531420618_000;

const verify = createSlackVerifier(SECRET);
const at = (nowMs: number) => verify({ rawBody: BODY, headers: HEADERS, nowMs });

describe('the verifier', () => {
  it("accepts the example of Slack's documentation", () => {
    expect(at(SIGNED_AT_MS)).toEqual({ ok: true });
  });

  it('accepts headers of every make', () => {
    const headers = [
      new Headers(HEADERS),
      Object.entries(HEADERS),
      { ...HEADERS, cookie: undefined },
      Object.fromEntries(Object.entries(HEADERS).map(([name, value]) => [name.toLowerCase(), [value]])),
    ];
    for (const one of headers) {
      expect(verify({ rawBody: BODY, headers: one, nowMs: SIGNED_AT_MS })).toEqual({ ok: true });
    }
  });

  it('accepts five minutes to either side, and not a millisecond more', () => {
    expect(at(SIGNED_AT_MS + 300_000).ok).toBe(true);
    expect(at(SIGNED_AT_MS - 300_000).ok).toBe(true);
    expect(at(SIGNED_AT_MS + 300_001)).toMatchObject({ ok: false, status: 401 });
    expect(at(SIGNED_AT_MS - 300_001)).toMatchObject({ ok: false, status: 401 });
    expect(at(Number.NaN)).toMatchObject({ ok: false, status: 401 });
  });

  it.each([' ', '\n', '\0'])('takes no header with %j around its value', (around) => {
    for (const [name, value] of Object.entries(HEADERS)) {
      for (const odd of [`${value}${around}`, `${around}${value}`]) {
        const headers = { ...HEADERS, [name]: odd };
        expect(verify({ rawBody: BODY, headers, nowMs: SIGNED_AT_MS })).toMatchObject({ status: 401 });
      }
    }
  });

  it('takes no header that is given twice', () => {
    for (const [name, value] of Object.entries(HEADERS)) {
      for (const headers of [
        { ...HEADERS, [name]: [value, value] },
        { ...HEADERS, [name]: `${value}, ${value}` },
        { ...HEADERS, [name.toLowerCase()]: value },
      ]) {
        expect(verify({ rawBody: BODY, headers, nowMs: SIGNED_AT_MS })).toMatchObject({ status: 401 });
      }
    }
  });

  it('takes one byte more than the limit for too large, however it is signed', () => {
    for (const [size, ok] of [
      [MAX_BODY_BYTES, true],
      [MAX_BODY_BYTES + 1, false],
    ] as const) {
      const rawBody = Buffer.alloc(size, 'a');
      const signature = `v0=${hmac(SECRET, 'v0:1531420618:', rawBody)}`;
      const headers = { ...HEADERS, 'X-Slack-Signature': signature };
      expect(verify({ rawBody, headers, nowMs: SIGNED_AT_MS }).ok).toBe(ok);
    }
  });

  it('forgives what copying adds to a secret', () => {
    const rawBody = BODY;
    const tolerant = createSlackVerifier(`${SECRET}\n`);
    expect(tolerant({ rawBody, headers: HEADERS, nowMs: SIGNED_AT_MS }).ok).toBe(true);
  });

  it.each(['', ' ', 'brief', `${SECRET} ${SECRET}`, 'ünïcödë-secret-of-some-length'])(
    'is not built with %j for a secret, and does not repeat it',
    (secret) => {
      const build = () => createSlackVerifier(secret);
      expect(build).toThrow(SlackSetupError);
      expect(build).toThrow(
        /^the Slack signing secret is empty, too short or not one word: copy it from "Basic/,
      );
    },
  );
});
