import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Forging } from '../../local/teams/server.ts';
import { decide } from '../support/bridge/analyst.ts';
import { atRest, closeAtRest, deadLetters } from '../support/bridge/at-rest.ts';
import { type BridgeWorld, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { sendSigned } from '../support/bridge/forged.ts';
import { CHATS, lanesOfEach } from '../support/bridge/hands.ts';
import { trailOf, trailShowing } from '../support/bridge/ledger-view.ts';
import { CLEO, EVE } from '../support/bridge/people.ts';
import { OPS_CHANNEL, personOf, teamOf, teamsChannelOf } from '../support/bridge/places.ts';
import { recorded, verdictsAt } from '../support/bridge/platform-view.ts';
import {
  caseIn,
  messageOf,
  messageSaying,
  messagesOf,
  openInTeams,
  postCase,
  postInTeams,
  replySaying,
  says,
  threadOf,
  verbsOf,
} from '../support/bridge/posted-case.ts';
import { createRegionalTeams, regionOf, sentFrom } from '../support/bridge/regional-teams.ts';
import { answerTo, decideInTeams } from '../support/bridge/teams-analyst.ts';
import { holdBackThreats, raiseThreat } from '../support/bridge/threats.ts';
import { found, waitFor } from '../support/wait-for.ts';

const THRESHOLD = 6;
const IN_EACH = lanesOfEach(['pace', 'storm', 'joined', 'alone']);
const THREATS = lanesOfEach(['joined', 'alone']);

describe('a channel', () => {
  const region = createRegionalTeams();
  let world: BridgeWorld;
  beforeAll(async () => {
    world = await startBridgeWorld(
      {
        slack: [...IN_EACH.slack, 'sanyone', 'signed'],
        teams: [...IN_EACH.teams, 'anyone', 'other', 'grown', 'flow', 'forged'],
        threats: [...THREATS.slack, ...THREATS.teams],
        workflows: ['flow'],
        elsewhere: ['far', 'asked'],
      },
      {
        startTeams: region.start,
        config: {
          poll: { every: '5s', feeds: ['cases', 'threats'] },
          verdicts: { allow: 'anyone-in-channel', undoSeconds: 0 },
          storm: { threshold: THRESHOLD },
        },
        slack: { rates: true },
        teams: { rates: true },
      },
    );
  });
  afterAll(() => closeAtRest(world));

  const openMany = async (lane: string, count: number): Promise<string[]> => {
    // Without events: then they are not severe, and no threats come with them.
    const body = { user_email: personOf(lane), count, event_count: 0 };
    const { case_ids } = await world.api.control<{ case_ids: string[] }>('POST', '/cases', body);
    return case_ids;
  };

  describe.concurrent.each(CHATS)('of $name with many items', (chat) => {
    const { stranger, view, lane } = chat;
    const shownIn = (name: string) => view.messages(world, view.channelOf(lane(name)));

    it('turns a storm into one digest, with every case and its buttons in its thread', async () => {
      const ids = await openMany(lane('storm'), 2 * THRESHOLD);
      const cases = ids.map((id) => caseIn(view, lane('storm'), id));
      const digest = await found(
        () => shownIn('storm').find((one) => says(one).includes('new cases')),
        'the digest',
      );
      await Promise.all(cases.map((one) => messageOf(world, one)));

      // As many as were shown before it was known to be a storm.
      const alone = shownIn('storm').length - 1;
      expect(alone).toBeLessThanOrEqual(THRESHOLD);
      await waitFor(() => {
        const words =
          shownIn('storm')
            .map(says)
            .find((text) => text.includes('new cases')) ?? '';
        expect(words).toContain(`${2 * THRESHOLD} new cases`);
        expect(words).toContain(`${2 * THRESHOLD} cases to decide`);
      });
      const thread = view.under(world, digest);
      expect(thread).toHaveLength(2 * THRESHOLD - alone);
      for (const message of thread) expect(chat.actionsOn(message)).toContain('verdict:TRUE_POSITIVE');

      const swept = cases.find((one) => messagesOf(world, one).length === 0);
      if (!swept) throw new Error('no case was swept away');
      await chat.decide(world, swept, 'FALSE_POSITIVE', stranger);
      expect(await recorded(world, swept)).toMatchObject([{ outcome: 'FALSE_POSITIVE' }]);
      await messageSaying(world, swept, `${stranger.name}: false positive, recorded`);
    });

    it('brings many posts and updates there, no faster than the chat takes them', async () => {
      const cases = (await openMany(lane('pace'), THRESHOLD)).map((id) => caseIn(view, lane('pace'), id));
      for (const posted of cases) {
        await messageOf(world, posted);
        await chat.decide(world, posted, 'SAFE', stranger);
      }
      for (const posted of cases) await messageSaying(world, posted, `${stranger.name}: safe, recorded`);
    });

    it('posts no threat that its case tells', async () => {
      const id = await world.newCase({ user_email: personOf(lane('joined')) });
      const [eventId] = await holdBackThreats(world, id);
      const posted = caseIn(view, lane('joined'), id);
      await messageOf(world, posted);
      await raiseThreat(world, lane('joined'), { event_id: eventId, title: 'Came after its case' });
      await raiseThreat(world, lane('joined'), { title: 'Of no case' });
      await found(
        () => shownIn('joined').find((one) => says(one).includes('Of no case')),
        'the other threat',
      );
      expect(shownIn('joined')).toHaveLength(2);
      expect((await threadOf(world, posted)).join()).not.toContain('Came after its case');
    });

    it('shows a threat of its own with the queries that find it', async () => {
      await raiseThreat(world, lane('alone'), { title: 'Nobody made a case of it' });
      const message = await found(() => shownIn('alone')[0], 'the threat');
      expect(says(message)).toContain('Nobody made a case of it');
      expect(says(message)).toContain('Find it in the logs');
      expect(chat.actionsOn(message)).toEqual([]);
    });
  });

  describe.concurrent('where anyone may decide', () => {
    it('lets anyone decide in Slack who is in it', async () => {
      const posted = await postCase(world, 'sanyone');
      await decide(world, posted, 'TRUE_POSITIVE', EVE);
      expect(await recorded(world, posted)).toMatchObject([{ comment: expect.stringContaining(EVE) }]);
      await messageSaying(world, posted, 'Eve Stone: true positive, recorded');
    });

    it('lets anyone decide in Teams who is in it, and only what was sent to it', async () => {
      const [posted, other] = await Promise.all([postInTeams(world, 'anyone'), postInTeams(world, 'other')]);
      // A client can send any case: that of another channel counts only there.
      const target = targetOn(await messageOf(world, other));
      const astray = await decideInTeams(world, posted, 'TRUE_POSITIVE', CLEO, {
        forging: { activity: { value: { action: { data: { target } } } } },
      });
      expect(answerTo(world, astray)).toContain('only in the channel it was sent to');
      await trailShowing(world, other, ['denied']);
      expect(await verdictsAt(world, other)).toEqual([]);

      await decideInTeams(world, posted, 'TRUE_POSITIVE', CLEO);
      expect(await recorded(world, posted)).toMatchObject([{ comment: expect.stringContaining(CLEO) }]);
      await messageSaying(world, posted, 'Cleo Marsh: true positive, recorded');
    });

    it('brings a card up to date when its case grows', async () => {
      const posted = await postInTeams(world, 'grown', { event_count: 2 });
      const { id } = await messageOf(world, posted);
      await world.api.control('POST', `/cases/${posted.id}/events`, { title: 'One more of them' });
      const grown = await messageSaying(world, posted, '3 events');
      expect(grown.id).toBe(id);
      await replySaying(world, posted, 'One more of them');
    });
  });

  it('of Slack is seldom told to slow down, and then waits as long as it was told', () => {
    const posts = world.slack.requests().filter(({ method }) => method === 'chat.postMessage');
    const refused = posts.filter(({ ok }) => !ok);
    expect(refused.filter(({ error }) => error !== 'ratelimited')).toEqual([]);
    // Not never: two posts that leave a second apart arrive closer together on a loaded machine.
    expect(refused.length).toBeLessThan(posts.length / 4);
    for (const { channel, at } of refused) {
      const next = posts.find((post) => post.channel === channel && post.at > at);
      expect((next?.at ?? Number.POSITIVE_INFINITY) - at).toBeGreaterThanOrEqual(1_000);
    }
  });

  it('of Teams is seldom told to slow down', () => {
    const sent = world.teams.requests().filter(({ operation }) => /Conversation|Activity/.test(operation));
    const refused = sent.filter(({ ok }) => !ok);
    expect(refused.filter(({ status }) => status !== 429)).toEqual([]);
    expect(refused.length).toBeLessThan(sent.length / 10);
  });

  const refusedSignature = async (lane: string, signing: { wrongSecret: boolean; skewSeconds: number }) => {
    const posted = await postCase(world, lane);
    world.slack.set({ signing });
    const { outcome } = await decide(world, posted, 'TRUE_POSITIVE', EVE);
    world.slack.set({ signing: { wrongSecret: false, skewSeconds: 0 } });
    expect(outcome).toMatchObject({ status: 401 });
    return posted;
  };

  it('takes no click that Slack did not sign, or not now, or not for this workspace', async () => {
    const posted = await refusedSignature('signed', { wrongSecret: true, skewSeconds: 0 });
    const stale = await refusedSignature('signed', { wrongSecret: false, skewSeconds: -600 });
    const future = await refusedSignature('signed', { wrongSecret: false, skewSeconds: 600 });
    const { payload } = await decide(world, posted, 'SAFE', EVE);
    await messageSaying(world, posted, 'Eve Stone: safe, recorded');
    const elsewhere = JSON.parse(JSON.stringify(payload).replaceAll(world.slack.teamId, 'T0ELSEWHERE'));
    expect((await sendSigned(world, elsewhere)).status).toBe(401);

    await atRest(world);
    for (const one of [stale, future]) {
      expect(await verdictsAt(world, one)).toEqual([]);
      expect(await trailOf(world, one)).toEqual([]);
    }
    expect(await verdictsAt(world, posted)).toHaveLength(1);
  });

  it('answers what it does not know, as long as it is genuine', async () => {
    const team = { id: world.slack.teamId };
    expect((await sendSigned(world, { type: 'something_new', team })).status).toBe(200);
  });

  const hellosIn = (channel: string) =>
    world.teams.messages(channel).filter((one) => says(one).includes('Posture Bridge posts here'));

  describe.concurrent('that the bot is added to', () => {
    it('is greeted once with its id, at the address that Teams said, and posted to there', async () => {
      const channel = teamsChannelOf('far');
      const forging = sentFrom(regionOf(world.teams));
      const install = () => world.teams.install({ teamId: teamOf('far'), channel, forging });
      for (const { outcomes } of [await install(), await install()])
        expect(outcomes).toMatchObject([{ status: 200 }, { status: 200 }]);
      const [hello] = await waitFor(() => {
        const hellos = hellosIn(channel);
        expect(hellos).not.toEqual([]);
        return hellos;
      });
      expect(says(hello ?? { shown: [] })).toContain(`channel: '${channel}'`);
      await postInTeams(world, 'far');
      await atRest(world);
      expect(hellosIn(channel)).toHaveLength(1);
      expect(hellosIn(teamOf('far'))).toEqual([]);
      const posts = region.asked.filter((path) => path.endsWith('/v3/conversations'));
      expect(posts).toHaveLength(2);

      await world.teams.uninstall({ teamId: teamOf('far'), channel, forging });
      await waitFor(() => expect(world.lines.join('\n')).toContain('"channel forgotten"'));
      await install();
      await waitFor(() => expect(hellosIn(channel)).toHaveLength(2));
    });

    it('answers whoever mentions it, in their thread', async () => {
      await world.teams.install({ teamId: teamOf('asked') });
      const channel = teamsChannelOf('asked');
      await world.teams.say({ channel, userId: CLEO, text: 'which id has this channel?' });
      const answer = await found(() => {
        const [question] = world.teams.messages(channel);
        return world.teams.thread(channel, question?.id ?? '')[0];
      }, 'the answer');
      expect(says(answer)).toContain(`channel: '${channel}'`);
      expect(world.teams.messages(channel)).toHaveLength(1);
    });
  });

  it('never sends its token to an address that is not one of Teams', async () => {
    const asked: unknown[] = [];
    const stranger = createServer((request, response) => {
      asked.push(request.headers);
      response.end();
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const { port } = stranger.address() as AddressInfo;
    const forging = sentFrom(`http://127.0.0.1:${port}/teams/`);
    const channel = teamsChannelOf('other');
    const { outcome } = await world.teams.say({ channel, userId: CLEO, text: 'hello', forging });
    expect(outcome).toMatchObject({ status: 200 });
    await postInTeams(world, 'other');
    await atRest(world);
    expect(asked).toEqual([]);
    stranger.closeAllConnections();
    await new Promise((resolve) => stranger.close(resolve));
  });

  it('with a Workflow is told once, with a link and no buttons, whatever becomes of it', async () => {
    const posted = await openInTeams(world, 'flow', { event_count: 5 });
    const card = await messageOf(world, posted);
    expect(card.from).toBe('workflow');
    expect(verbsOf(card)).toEqual([]);
    expect(card.links).toMatchObject([{ url: 'https://console.acme.example/' }]);
    await world.api.control('POST', `/cases/${posted.id}/events`, { title: 'One more of them' });

    world.teams.plan({ kind: 'ratelimited', operation: 'workflow', retry_after: 1, times: 1 });
    await postInTeams(world, 'flow');
    expect(
      world.teams.requests().filter(({ status, operation }) => operation === 'workflow' && status === 429),
    ).toHaveLength(1);
    await atRest(world);
    expect((await messageOf(world, posted)).edits).toBe(0);
    expect(world.teams.messages(posted.channel)).toHaveLength(2);
    expect(await threadOf(world, posted)).toEqual([]);
    expect(await deadLetters(world)).toEqual({});

    const { id, url } = world.workflowOf('flow');
    world.teams.removeWorkflow(id);
    await openInTeams(world, 'flow');
    await waitFor(() => {
      const told = world.slack.messages(OPS_CHANNEL).map(says);
      expect(told).toContainEqual(expect.stringMatching(/flow.*the Workflow was answered with 404/s));
      expect(told.join()).not.toContain(url);
    });
    expect(await deadLetters(world)).toEqual({});
    expect(world.lines.join('\n')).not.toContain(url);
  });

  it('takes no click with a wrong token, and a new key once it is shown', async () => {
    const posted = await postInTeams(world, 'forged');
    const now = Math.floor(Date.now() / 1000);
    const wrong: Record<string, Forging> = {
      'no signature': { token: { signature: 'none' } },
      'HMAC with the public key': { token: { signature: 'hs256-public-key' } },
      'a key of nobody': { token: { otherKey: true } },
      'another bot': { token: { claims: { aud: 'b0700000-0000-4000-8000-000000000000' } } },
      'another issuer': { token: { claims: { iss: 'https://api.botframework.us' } } },
      expired: { token: { claims: { nbf: now - 7_200, exp: now - 3_600 } } },
      'of tomorrow': { token: { claims: { nbf: now + 86_400, exp: now + 90_000 } } },
      'another service address': {
        token: { claims: { serviceurl: 'https://smba.trafficmanager.net/teams/' } },
      },
      'another tenant': {
        activity: { channelData: { tenant: { id: 'e0000000-0000-4000-8000-000000000000' } } },
      },
      'no token': { authorization: null },
    };
    for (const [name, forging] of Object.entries(wrong)) {
      const { outcome } = await decideInTeams(world, posted, 'TRUE_POSITIVE', CLEO, { forging });
      expect([name, outcome]).toMatchObject([name, { status: 401 }]);
    }

    // Names of keys that nobody has: whoever sends them cannot make us ask for keys each time.
    world.teams.clearRequests();
    const storm = Array.from({ length: 40 }, (_, index) =>
      decideInTeams(world, posted, 'TRUE_POSITIVE', CLEO, {
        forging: { token: { header: { kid: `k${index}` } } },
      }),
    );
    for (const { outcome } of await Promise.all(storm)) expect(outcome).toMatchObject({ status: 401 });
    const action = world.cloud.functions.find(({ settings }) => settings.name.includes('Action'));
    // Each process reads them as it starts, and that is all.
    expect(world.teams.countRequests('keys')).toBeLessThanOrEqual(action?.pids.length ?? 0);

    await atRest(world);
    expect(await verdictsAt(world, posted)).toEqual([]);
    expect(await trailOf(world, posted)).toEqual([]);

    world.teams.rotateKeys();
    // Keys that were read a moment ago are not asked for again so soon. A new process has to.
    for (const pid of action?.pids ?? []) process.kill(pid, 'SIGKILL');
    await waitFor(async () => {
      const { outcome } = await decideInTeams(world, posted, 'SAFE', CLEO);
      expect(outcome).toMatchObject({ status: 200 });
    });
    await messageSaying(world, posted, 'Cleo Marsh: safe, recorded');
  });

  it('asked for nothing it may not have', () => expect(world.cloud.denied).toEqual([]));
});

/** The case that the buttons of a card are about, as they carry it. */
function targetOn({ cards }: { readonly cards: readonly object[] }): string {
  const [, target = '""'] = /"target":("(?:[^"\\]|\\.)*")/.exec(JSON.stringify(cards)) ?? [];
  return JSON.parse(target) as string;
}
