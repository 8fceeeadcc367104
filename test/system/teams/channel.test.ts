import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Forging } from '../../../local/teams/server.ts';
import { atRest, closeAtRest, deadLetters } from '../../support/bridge/at-rest.ts';
import { eventually, found } from '../../support/bridge/eventually.ts';
import { personOf } from '../../support/bridge/lanes.ts';
import { parkedIn, trailOf, trailShowing } from '../../support/bridge/ledger-view.ts';
import { recorded, verdictsAt } from '../../support/bridge/platform-view.ts';
import { says } from '../../support/bridge/posted-case.ts';
import { createRegionalTeams, regionOf, sentFrom } from '../../support/bridge/regional-teams.ts';
import { answerTo, decideInTeams } from '../../support/bridge/teams-analyst.ts';
import {
  cardOf,
  cardSaying,
  cardsOf,
  openInTeams,
  postInTeams,
  repliesTo,
  replySaying,
  verbsOf,
} from '../../support/bridge/teams-card.ts';
import {
  CLEO,
  startTeamsWorld,
  type TeamsWorld,
  teamOf,
  teamsChannelOf,
} from '../../support/bridge/teams-world.ts';
import { holdBackThreats, raiseThreat } from '../../support/bridge/threats.ts';

const THRESHOLD = 6;
const LANES = ['anyone', 'other', 'pace', 'storm', 'joined', 'alone', 'grown', 'flow', 'forged'];
const ELSEWHERE = ['far', 'asked'];

describe('a channel of Teams', { timeout: 180_000 }, () => {
  const region = createRegionalTeams();
  let world: TeamsWorld;
  beforeAll(async () => {
    world = await startTeamsWorld(LANES, {
      start: region.start,
      threatLanes: ['joined', 'alone'],
      workflowLanes: ['flow'],
      config: {
        poll: { every: '5s', feeds: ['cases', 'threats'] },
        verdicts: { allow: 'anyone-in-channel', undoSeconds: 0 },
        storm: { threshold: THRESHOLD },
      },
      teams: { rates: true, elsewhere: ELSEWHERE },
    });
  }, 120_000);
  afterAll(() => closeAtRest(world), 120_000);

  const hellosIn = (channel: string) =>
    world.teams.messages(channel).filter((one) => says(one).includes('Posture Bridge can post here'));

  describe.concurrent('with many items', () => {
    it('turns a storm into one digest, with every case and its buttons in its thread', async () => {
      const count = 2 * THRESHOLD;
      const body = { user_email: personOf('storm'), count };
      const { case_ids } = await world.api.control<{ case_ids: string[] }>('POST', '/cases', body);
      const channel = teamsChannelOf('storm');
      const cases = case_ids.map((id) => ({ id, lane: 'storm', channel }));
      const digest = await found(
        () =>
          world.teams.messages(channel).find((one) => says(one).includes(`${THRESHOLD} new items at once`)),
        'the digest',
      );
      await Promise.all(cases.map((one) => cardOf(world, one)));

      expect(world.teams.messages(channel)).toHaveLength(THRESHOLD + 1);
      expect(says(digest)).toContain(`${THRESHOLD} cases to decide`);
      const thread = world.teams.thread(channel, digest.id);
      expect(thread).toHaveLength(THRESHOLD);
      for (const message of thread) expect(verbsOf(message)).toContain('verdict:TRUE_POSITIVE');

      const swept = cases.find((one) => cardsOf(world, one).length === 0);
      if (!swept) throw new Error('no case was swept away');
      await decideInTeams(world, swept, 'FALSE_POSITIVE', CLEO);
      expect(await recorded(world, swept)).toMatchObject([{ outcome: 'FALSE_POSITIVE' }]);
      await cardSaying(world, swept, 'Cleo Marsh: false positive, recorded');
    });

    it('brings many posts and updates there, no faster than Teams takes them', async () => {
      const body = { user_email: personOf('pace'), count: THRESHOLD };
      const { case_ids } = await world.api.control<{ case_ids: string[] }>('POST', '/cases', body);
      const cases = case_ids.map((id) => ({ id, lane: 'pace', channel: teamsChannelOf('pace') }));
      for (const posted of cases) {
        await cardOf(world, posted);
        await decideInTeams(world, posted, 'SAFE', CLEO);
      }
      for (const posted of cases) await cardSaying(world, posted, 'Cleo Marsh: safe, recorded');
    });

    it('lets anyone decide who is in it, where that was chosen, and only what was sent to it', async () => {
      const [posted, other] = await Promise.all([postInTeams(world, 'anyone'), postInTeams(world, 'other')]);
      // A client can send any case: that of another channel counts only there.
      const target = targetOn(await cardOf(world, other));
      const astray = await decideInTeams(world, posted, 'TRUE_POSITIVE', CLEO, {
        forging: { activity: { value: { action: { data: { target } } } } },
      });
      expect(answerTo(world, astray)).toContain('only in the channel they were sent to');
      await trailShowing(world, other, ['denied']);
      expect(await verdictsAt(world, other)).toEqual([]);

      await decideInTeams(world, posted, 'TRUE_POSITIVE', CLEO);
      expect(await recorded(world, posted)).toMatchObject([{ comment: expect.stringContaining(CLEO) }]);
      await cardSaying(world, posted, 'Cleo Marsh: true positive, recorded');
    });

    it('shows a threat of a posted case in its thread and nowhere else', async () => {
      const posted = await openInTeams(world, 'joined');
      const [eventId] = await holdBackThreats(world, posted.id);
      await cardOf(world, posted);
      await raiseThreat(world, 'joined', { event_id: eventId, title: 'Came after its case' });
      await replySaying(world, posted, 'Came after its case');
      expect(world.teams.messages(posted.channel)).toHaveLength(1);
    });

    it('shows a threat of its own with the queries that find it', async () => {
      await raiseThreat(world, 'alone', { title: 'Nobody made a case of it' });
      const message = await found(() => world.teams.messages(teamsChannelOf('alone'))[0], 'the threat');
      expect(says(message)).toContain('Nobody made a case of it');
      expect(says(message)).toContain('To find it in the logs');
      expect(verbsOf(message)).toEqual([]);
    });

    it('brings a card up to date when its case grows', async () => {
      const posted = await postInTeams(world, 'grown', { event_count: 2 });
      const { id } = await cardOf(world, posted);
      await world.api.control('POST', `/cases/${posted.id}/events`, { title: 'One more of them' });
      const grown = await cardSaying(world, posted, '3 events');
      expect(grown.id).toBe(id);
      await replySaying(world, posted, 'One more of them');
    });
  });

  it('is seldom told to slow down', () => {
    const sent = world.teams.requests().filter(({ operation }) => /Conversation|Activity/.test(operation));
    const refused = sent.filter(({ ok }) => !ok);
    expect(refused.filter(({ status }) => status !== 429)).toEqual([]);
    expect(refused.length).toBeLessThan(sent.length / 10);
  });

  describe.concurrent('that the bot is added to', () => {
    it('is greeted once with its id, at the address that Teams said, and posted to there', async () => {
      const channel = teamsChannelOf('far');
      const forging = sentFrom(regionOf(world.teams));
      const install = () => world.teams.install({ teamId: teamOf('far'), channel, forging });
      for (const { outcomes } of [await install(), await install()])
        expect(outcomes).toMatchObject([{ status: 200 }, { status: 200 }]);
      const [hello] = await eventually(() => {
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
      await eventually(() => expect(world.lines.join('\n')).toContain('"place forgotten"'));
      await install();
      await eventually(() => expect(hellosIn(channel)).toHaveLength(2));
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
    const card = await cardOf(world, posted);
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
    expect((await cardOf(world, posted)).edits).toBe(0);
    expect(world.teams.messages(posted.channel)).toHaveLength(2);
    expect(await repliesTo(world, posted)).toEqual([]);
    expect(await deadLetters(world)).toEqual({});

    const { id, url } = world.workflowOf('flow');
    world.teams.removeWorkflow(id);
    await openInTeams(world, 'flow');
    await eventually(async () => expect(Object.values(await deadLetters(world))).toEqual([1]));
    const [parked] = await parkedIn(world, /Teams/);
    expect(parked?.reason).toBe('the Workflow was answered with 404');
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
    await eventually(async () => {
      const { outcome } = await decideInTeams(world, posted, 'SAFE', CLEO);
      expect(outcome).toMatchObject({ status: 200 });
    });
    await cardSaying(world, posted, 'Cleo Marsh: safe, recorded');
  });

  it('asked for nothing it may not have', () => expect(world.cloud.denied).toEqual([]));
});

/** The case that the buttons of a card are about, as they carry it. */
function targetOn({ cards }: { readonly cards: readonly object[] }): string {
  const [, target = '""'] = /"target":("(?:[^"\\]|\\.)*")/.exec(JSON.stringify(cards)) ?? [];
  return JSON.parse(target) as string;
}
