import { describe, expect, it } from 'vitest';
import type { BlockActions, ViewSubmission } from '../../../../lib/chats/slack/interaction.ts';
import {
  createInteractionReader,
  type ReadInteraction,
} from '../../../../lib/chats/slack/interaction-reader.ts';
import { clickIdOf } from '../../../../lib/chats/slack/read-click.ts';
import { FOREIGN, form, GENUINE, ORG, press, SIBLING } from '../../../support/slack-grid.ts';
import {
  blockActions,
  FORM,
  formOf,
  interactionOf,
  JSON_TYPE,
  jsonOf,
  KINDS,
  PLACED,
  TEAM,
  type Unsigned,
  viewSubmission,
} from '../../../support/slack-requests.ts';

const reader = createInteractionReader({ teamIds: [TEAM] });
const read = ({ body, contentType }: Unsigned, by = reader): ReadInteraction => by(body, contentType);
const readOk = (request: Unsigned, by = reader) => {
  const answer = read(request, by);
  if (!answer.ok) throw new Error(answer.reason);
  return answer.interaction;
};
const click = (change: object = {}, by = reader) =>
  readOk(interactionOf({ ...blockActions(), ...change }), by) as BlockActions;
const submission = (change: object = {}) =>
  readOk(interactionOf({ ...viewSubmission(), ...change })) as ViewSubmission;

describe('a click', () => {
  it('is read with all that is known about it', () => {
    const { payload, ...read } = click();
    expect(payload).toEqual(blockActions());
    expect(read).toEqual({
      kind: 'block-actions',
      teamId: TEAM,
      user: { id: 'U0ANALYST1', name: 'mira', isForeign: false },
      triggerId: '12345.98765.abcd2358fdea',
      actionId: 'verdict:TRUE_POSITIVE',
      actionTs: '1763197260.123456',
      channelId: 'C0SOC00001',
      messageTs: '1763197200.000100',
      threadTs: null,
      ephemeral: false,
      view: null,
      responseUrl: 'https://hooks.slack.com/actions/T0ACME0001/1/abc',
    });
  });

  it('on a message that one person sees comes without the message', () => {
    const { container } = blockActions();
    const seen = click({
      message: undefined,
      channel: null,
      container: { ...container, is_ephemeral: true },
    });
    expect(seen).toMatchObject({
      ephemeral: true,
      channelId: 'C0SOC00001',
      messageTs: '1763197200.000100',
    });
  });

  it('is in a thread when its message is a reply there, and not when its message has replies', () => {
    const { message, container } = blockActions();
    const [ts, parent] = [message.ts, '1763197100.000001'];
    expect(click({ message: { ...message, thread_ts: parent } }).threadTs).toBe(parent);
    expect(click({ message: { ...message, thread_ts: ts } }).threadTs).toBeNull();
    const seen = { ...container, is_ephemeral: true, thread_ts: parent };
    expect(click({ message: undefined, container: seen }).threadTs).toBe(parent);
  });

  it.each([
    'https://hooks.slack.com.evil.example/actions/1',
    'https://hooks.slack.com:8443/actions/1',
    'http://hooks.slack.com/actions/1',
    'https://user@hooks.slack.com/actions/1',
    'https://169.254.169.254/latest',
    'file:///etc/passwd',
    'not an address',
    '',
  ])('does not carry a response_url that points to %j', (response_url) => {
    expect(click({ response_url }).responseUrl).toBeNull();
  });

  it('carries a response_url of a stand-in only where that was handed in', () => {
    const response_url = 'http://127.0.0.1:4030/respond/1';
    const local = createInteractionReader({ teamIds: [TEAM], responseOrigins: ['http://127.0.0.1:4030'] });
    expect(click({ response_url }, local).responseUrl).toBe(response_url);
    expect(click({}, local).responseUrl).toBeNull();
  });

  it('with more than one action is refused, since one of them would be lost', () => {
    const [action] = blockActions().actions;
    for (const actions of [[], [action, action]]) {
      expect(read(interactionOf({ ...blockActions(), actions }))).toMatchObject({ status: 400 });
    }
  });
});

describe('a submission', () => {
  it('is read with its view and what was put into it', () => {
    expect(submission().view).toEqual({
      id: 'V0VIEW0001',
      callbackId: 'verdict-form',
      privateMetadata: '{"d":"acme"}',
      hash: '1763197260.abc',
      values: viewSubmission().view.state.values,
    });
  });
});

describe('the workspace', () => {
  const other = 'T0OTHER001';
  const user = { ...blockActions().user, team_id: other };

  it.each(PLACED)('has to be ours for %s', (kind) => {
    expect(read(KINDS[kind]?.('x', other) as Unsigned)).toMatchObject({ ok: false, status: 401 });
  });

  it('has to be said', () => {
    const { team: _, ...homeless } = blockActions();
    expect(read(interactionOf({ ...homeless, user: { id: 'U1' } }))).toMatchObject({ status: 401 });
    expect(read(interactionOf({ ...homeless, team: null, user: { id: 'U1' } }))).toMatchObject({
      status: 401,
    });
  });

  it('is said of a person who belongs to another one, also where none is configured', () => {
    expect(click({ user }).user.isForeign).toBe(true);
    expect(click({ user }, createInteractionReader()).user.isForeign).toBe(true);
    expect(click({}, createInteractionReader())).toMatchObject({ teamId: TEAM, user: { isForeign: false } });
    expect(click({ user: { id: 'U1' } }).user.isForeign).toBe(false);
  });

  it('can be one of several', () => {
    const both = createInteractionReader({ teamIds: [other, TEAM] });
    expect(click({}, both)).toMatchObject({ teamId: TEAM, user: { isForeign: false } });
    expect(click({ team: { id: other }, user }, both).user.isForeign).toBe(false);
    expect(read(interactionOf({ ...blockActions(), team: { id: 'T0THIRD001' } }), both).ok).toBe(false);
  });
});

describe('in an organization', () => {
  const configured = { workspace: [TEAM], organization: [ORG], both: [ORG, TEAM] };
  const readIn = (payload: object, teamIds: readonly string[] | undefined) =>
    read(interactionOf(payload), createInteractionReader({ teamIds }));

  it.each(GENUINE)('$name is taken', ({ installed, payload, foreign }) => {
    for (const teamIds of [configured[installed], configured.both, undefined]) {
      const answer = readIn(payload, teamIds);
      expect(answer).toMatchObject({ ok: true, interaction: { user: { isForeign: foreign === true } } });
    }
  });

  it('a press in any of its workspaces is taken where it installed the app and its id is configured', () => {
    const origin = { team: SIBLING, org: ORG, orgWide: true, user: SIBLING };
    expect(readIn(press(origin), [ORG]).ok).toBe(true);
    expect(readIn(press(origin), [TEAM]).ok).toBe(false);
  });

  it('what one of its workspaces installed needs the id of that workspace, for presses as for forms', () => {
    const origins = [
      press({ team: TEAM, org: ORG, user: SIBLING }),
      form({ team: TEAM, org: ORG, user: TEAM, installedIn: TEAM }),
      form({ team: SIBLING, org: ORG, user: SIBLING, installedIn: TEAM }),
    ];
    for (const payload of origins) {
      expect(readIn(payload, [ORG])).toMatchObject({
        status: 401,
        reason: expect.stringContaining('slack.teamId names only its organization'),
      });
      expect(readIn(payload, [ORG, TEAM]).ok).toBe(true);
    }
  });

  it.each(Object.entries(FOREIGN))('%s is refused, whatever is configured', (_, payload) => {
    for (const teamIds of Object.values(configured)) {
      expect(readIn(payload, teamIds)).toMatchObject({ ok: false, status: 401 });
    }
  });

  it('an installation of the whole organization needs its id, and the log says so', () => {
    const answer = readIn(press({ team: null, org: ORG, orgWide: true, user: TEAM }), [TEAM]);
    expect(answer).toMatchObject({ status: 401, reason: expect.stringContaining('slack.teamId') });
  });

  it.each([
    { team: TEAM },
    { team: [TEAM] },
    { team: { id: [TEAM] } },
    { team: null, enterprise: ORG, is_enterprise_install: true },
    { team: null, enterprise: { id: ORG }, is_enterprise_install: 1 },
    { team: null, team_id: TEAM, enterprise_id: [ORG] },
    { view: { app_installed_team_id: [TEAM] } },
    { team_id: 'T0OTHER001' },
    { enterprise: { id: ORG }, enterprise_id: 'E0OTHER001' },
  ])('what Slack never sends is refused: %j', (change) => {
    for (const teamIds of [...Object.values(configured), undefined]) {
      expect(readIn({ ...blockActions(), ...change }, teamIds)).toMatchObject({ ok: false, status: 401 });
    }
  });
});

describe('what cannot be read', () => {
  const bytes = (body: string | Buffer, contentType = FORM): Unsigned => ({
    body: Buffer.from(body as string),
    contentType,
  });
  const payload = (text: string) => formOf({ payload: text });
  const deep = (levels: number) => `{"type":"shortcut","a":${'['.repeat(levels)}${']'.repeat(levels)}}`;

  it.each<[string, Unsigned]>([
    ['two payloads', bytes('payload=%7B%7D&payload=%7B%7D')],
    ['two payloads, one of them in other letters', bytes('payload=%7B%7D&%70ayload=%7B%7D')],
    ['bytes that are not UTF-8', bytes(Buffer.from([0x70, 0x3d, 0xff]))],
    ['percent-encoding that is not UTF-8', bytes('payload=%FF')],
    ['broken percent-encoding', bytes('payload=%7')],
    ['broken JSON', payload('{"type":')],
    ['JSON behind a byte-order mark', payload('\ufeff{}')],
    ['a list', payload('[]')],
    ['null', payload('null')],
    ['no payload at all in JSON', bytes('', JSON_TYPE)],
    ['another content type', bytes('payload=%7B%7D', 'multipart/form-data')],
    ['no content type', bytes('payload=%7B%7D', '')],
    ['JSON nested deeper than anybody means', payload(deep(101))],
    ['a megabyte of brackets', payload(deep(250_000))],
    ['a click by nobody', interactionOf({ ...blockActions(), user: { team_id: TEAM } })],
    ['a click with a list for a name', interactionOf({ ...blockActions(), user: { id: ['U1'] } })],
    ['a view without an id', interactionOf({ ...viewSubmission(), view: {} })],
  ])('%s is refused with 400', (_, request) => {
    expect(read(request)).toMatchObject({ ok: false, status: 400 });
  });

  it('is described without what it said', () => {
    const answer = read(interactionOf({ ...blockActions(), actions: 'xoxb-secret' }));
    expect(answer).toMatchObject({ reason: 'actions: expected array, got string' });
  });

  it('changes nothing for others', () => {
    const hostile = JSON.stringify(viewSubmission()).replace(
      '"comment":',
      '"__proto__":{"polluted":{"type":"x"}},"constructor":{"prototype":{"value":"x"}},"comment":',
    );
    const values = (readOk(payload(hostile)) as ViewSubmission).view.values as Record<string, unknown>;
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
    expect(values.comment).toEqual({ text: { type: 'plain_text_input', value: 'Zoë' } });
    expect(values.polluted).toBeUndefined();
    expect(readOk(bytes('__proto__=1&constructor=2'))).toEqual({ kind: 'unknown', type: 'form' });
  });
});

describe('a command', () => {
  const command = (fields: Record<string, string> = {}) => {
    const sent = new URLSearchParams(KINDS.command?.('cases closed').body.toString() ?? '');
    return formOf({ ...Object.fromEntries(sent), ...fields });
  };
  it('says who typed what, where, and where they are answered', () => {
    expect(read(command())).toEqual({
      ok: true,
      interaction: {
        kind: 'command',
        teamId: TEAM,
        user: { id: 'U0ANALYST1', name: 'mira', isForeign: false },
        text: 'cases closed',
        channelId: 'C0SOC00001',
        triggerId: '1.2.3',
        responseUrl: 'https://hooks.slack.com/commands/T0ACME0001/2/abc',
      },
    });
  });
  it('is answered nowhere but at Slack', () => {
    const elsewhere = read(command({ response_url: 'https://evil.example/commands/1' }));
    expect(elsewhere).toMatchObject({ interaction: { responseUrl: null } });
  });
  it('without a person or a place is broken', () => {
    expect(read(command({ user_id: '' }))).toMatchObject({ ok: false, status: 400 });
    expect(read(command({ channel_id: '' }))).toMatchObject({ ok: false, status: 400 });
  });
});

describe('what is genuine and unknown', () => {
  it.each<[string, Unsigned, object]>([
    [
      'a shortcut',
      interactionOf({ type: 'shortcut', team: { id: TEAM } }),
      { kind: 'unknown', type: 'shortcut' },
    ],
    [
      'an event without a place',
      jsonOf({ type: 'app_rate_limited' }),
      { kind: 'unknown', type: 'app_rate_limited' },
    ],
    ['something without a type', jsonOf({ hello: 1 }), { kind: 'unknown', type: 'without a name' }],
    ['a type that nobody should log', jsonOf({ type: 'a\nb' }), { kind: 'unknown', type: 'without a name' }],
    [
      'a check of the certificate',
      formOf({ ssl_check: '1', token: 'x' }),
      { kind: 'unknown', type: 'ssl_check' },
    ],
    ['an event', KINDS.event?.() as Unsigned, { kind: 'unknown', type: 'event_callback' }],
    ['a closed form', KINDS['view-closed']?.() as Unsigned, { kind: 'unknown', type: 'view_closed' }],
    [
      'a check of the address',
      jsonOf({ type: 'url_verification', challenge: 'abc' }),
      { kind: 'url-verification', challenge: 'abc' },
    ],
  ])('%s is an answer, not an error', (_, request, interaction) => {
    expect(read(request)).toEqual({ ok: true, interaction });
  });
});

describe('the id of a click', () => {
  it('is the same when it is delivered again, whatever else Slack renewed', () => {
    const again = click({
      trigger_id: 'another',
      response_url: 'https://hooks.slack.com/actions/2',
      token: 'y',
    });
    expect(clickIdOf(again)).toBe(clickIdOf(click()));
    expect(clickIdOf(click())).toMatch(/^[0-9a-f]{32}$/);
    expect(clickIdOf(submission({ trigger_id: 'another' }))).toBe(clickIdOf(submission()));
  });

  it('is another for another click, person, message or button', () => {
    const [action] = blockActions().actions;
    const others = [
      click(),
      click({ actions: [{ ...action, action_ts: '1763197261.000000' }] }),
      click({ actions: [{ ...action, action_id: 'verdict:SAFE' }] }),
      click({ user: { id: 'U0OTHER001', team_id: TEAM } }),
      click({ channel: { id: 'C0OTHER001' } }),
      click({ message: { ...blockActions().message, ts: '1763197200.000101' } }),
      submission(),
      submission({ view: { ...viewSubmission().view, id: 'V2' } }),
      submission({ view: { ...viewSubmission().view, hash: '2' } }),
    ];
    expect(new Set(others.map(clickIdOf)).size).toBe(others.length);
  });
});
