import { describe, expect, it } from 'vitest';
import { isChat, sectionOf } from '../../../lib/config/chats.ts';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import { createReauthorizeClick } from '../../../lib/verdict/reauthorize-click.ts';
import type { ClickedMessage, MessageOf } from '../../../lib/verdict/verdict-message.ts';
import { clickMessage, decideMessage } from './examples.ts';

const config = defineBridge({
  domains: { acme: { baseUrl: 'https://a.example/v1', apiKey: '/a' } },
  slack: { signingSecret: '/s', botToken: '/t' },
  destinations: {
    soc: { type: 'slack', channel: 'C0SOC00001' },
    open: { type: 'slack', channel: 'C0OPEN0001', verdicts: { allow: 'anyone-in-channel' } },
  },
  routes: [{ to: ['soc', 'open'] }],
  verdicts: { allow: { slackUsers: ['U0ANN00001'], slackGroups: ['S0DUTY0001'] } },
  ops: { to: 'soc' },
});

function judge(message: ClickedMessage) {
  const said: unknown[] = [];
  const whyDenied = createReauthorizeClick({
    config,
    namedInOf: (chat) => (isChat(chat) ? sectionOf(chat).namedIn : undefined),
    routesOf: () => Promise.reject(new Error('the ledger is down')),
    log: (_, more) => said.push(more?.because),
  });
  return whyDenied(message).then((why) => ({ why, said }));
}

const by = (id: string, surface = 'slack') => ({ surface, id, name: id });
const MEMBER = { groups: ['S0DUTY0001'], outsider: false };
const undo = (more: Partial<MessageOf<'undo'>>) => clickMessage('undo', { by: by('U0BOB00001'), ...more });

describe('a click that was accepted is judged again', () => {
  it.each<[string, ClickedMessage, string | null]>([
    ['somebody named', decideMessage({ by: by('U0ANN00001') }), null],
    ['a member of the group', undo({ found: MEMBER }), null],
    ['of no group', undo({ found: { groups: [], outsider: false } }), "You can't decide cases here."],
    [
      'of another group',
      undo({ found: { groups: ['S0OTHER001'], outsider: false } }),
      "You can't decide cases",
    ],
    [
      'a guest',
      undo({ found: { ...MEMBER, outsider: true } }),
      'Guests in Slack and people from other organizations',
    ],
    [
      'in another channel',
      undo({ place: 'open', channelId: 'C0SOC00001', found: MEMBER }),
      'You can decide a case only in the channel it was sent to.',
    ],
    ['in its channel', undo({ place: 'open', channelId: 'C0OPEN0001', found: MEMBER }), null],
  ])('%s', async (_, message, words) => {
    const { why, said } = await judge(message);
    if (words === null) expect(why).toBeNull();
    else expect(why).toContain(words);
    expect(said).toEqual([]);
  });

  it.each<[string, ClickedMessage, string]>([
    ['of a version that does not say what it found', undo({}), 'group-unknown'],
    ['that nobody asked about guests', undo({ found: { ...MEMBER, outsider: null } }), 'guest-unknown'],
    ['of a version that does not say where', undo({ place: 'open' }), 'channel-unknown'],
    ['of a destination that is not configured here', undo({ place: 'new' }), 'not-configured-here'],
    ['of a domain that is not configured here', { ...undo({}), domain: 'new' }, 'not-configured-here'],
    ['of a domain that every object has', { ...undo({}), domain: 'toString' }, 'not-configured-here'],
    ['of a chat that is not configured here', undo({ by: by('x', 'small') }), 'not-configured-here'],
  ])('and counts where it cannot be: %s', async (_, message, because) => {
    expect(await judge(message)).toEqual({ why: null, said: [because] });
  });
});
