import { describe, expect, it } from 'vitest';
import { slackConfig } from '../../../../lib/chats/slack/chat-config.ts';
import { CLOUDS, cloudOf } from '../../../../lib/chats/slack/clouds.ts';
import { createInteractionReader } from '../../../../lib/chats/slack/interaction-reader.ts';
import { createResponder } from '../../../../lib/chats/slack/respond.ts';
import { defineBridge } from '../../../../lib/config/define-bridge.ts';
import { blockActions, FORM, interactionOf, TEAM } from '../../../support/slack-requests.ts';
import { complaints, sample } from '../../config/sample.ts';

const URLS = { public: 'https://hooks.slack.com/actions/1', usgov: 'https://hooks.slack-gov.com/actions/1' };
const CASES = [
  ['public', 'usgov'],
  ['usgov', 'public'],
] as const;

const configWith = (slack: object) => defineBridge({ ...sample, slack: { ...sample.slack, ...slack } });

describe.each(CASES)('in the cloud %s', (cloud, other) => {
  const { responseOrigins } = slackConfig(configWith({ cloud })).cloud;

  it(`an answer goes to its own addresses, and not to those of ${other}`, async () => {
    const sent: string[] = [];
    const transport = {
      async send({ url }: { url: URL }) {
        sent.push(url.origin);
        return { status: 200, headers: {}, body: 'ok' };
      },
      close: () => undefined,
    };
    const responder = createResponder({ allowedOrigins: responseOrigins, transport });
    expect(await responder.tell(URLS[cloud], { text: 'x' })).toMatchObject({ is: 'ok' });
    expect(await responder.tell(URLS[other], { text: 'x' })).toMatchObject({
      is: 'refused',
      code: 'response_url_not_allowed',
    });
    expect(sent).toEqual([new URL(URLS[cloud]).origin]);
  });

  it(`a click does not carry an address of ${other}`, () => {
    const read = createInteractionReader({ teamIds: [TEAM], responseOrigins });
    const urlOf = (response_url: string) =>
      read(interactionOf({ ...blockActions(), response_url }).body, FORM);
    expect(urlOf(URLS[cloud])).toMatchObject({ interaction: { responseUrl: URLS[cloud] } });
    expect(urlOf(URLS[other])).toMatchObject({ interaction: { responseUrl: null } });
  });

  it('everything has the same domain, and nothing that of the other', () => {
    const { apiUrl, responseOrigins: origins, appsUrl } = CLOUDS[cloud];
    const domains = [apiUrl, ...origins, appsUrl].map((url) =>
      new URL(url).hostname.split('.').slice(-2).join('.'),
    );
    expect(new Set(domains)).toEqual(new Set([cloud === 'public' ? 'slack.com' : 'slack-gov.com']));
  });
});

it('a stand-in has its own addresses, whatever the cloud', () => {
  const apiUrl = 'http://127.0.0.1:4030/api/';
  for (const cloud of ['public', 'usgov'] as const)
    expect(cloudOf({ cloud, apiUrl })).toMatchObject({ apiUrl, responseOrigins: ['http://127.0.0.1:4030'] });
});

describe('in the configuration', () => {
  const slackWith = (change: object) => complaints({ slack: { ...sample.slack, ...change } });

  it('the public cloud is the default, and a workspace is a list of one', () => {
    expect(configWith({ teamId: 'T0123ABCD' }).slack).toMatchObject({
      cloud: 'public',
      teamId: ['T0123ABCD'],
    });
    expect(configWith({ teamId: ['E0123ABCD', 'T0123ABCD'] }).slack?.teamId).toEqual([
      'E0123ABCD',
      'T0123ABCD',
    ]);
  });

  it.each([
    ['a name', 'acme'],
    ['a channel', 'C0123ABCD'],
    ['nothing', []],
    ['a list with a name in it', ['T0123ABCD', 'acme']],
    ['a number', 5],
  ])('%s is no workspace', (_, teamId) => {
    expect(slackWith({ teamId })).toEqual([expect.stringMatching(/^slack\.teamId(\[1\])?: /)]);
  });

  it('says what a workspace looks like, and what clouds there are', () => {
    expect(slackWith({ teamId: 'acme' })[0]).toContain('like T0123ABCD');
    expect(slackWith({ cloud: 'gov' })[0]).toContain('one of public, usgov');
  });
});
