import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { floodedLink } from '../attack/live/flooded-links.ts';
import { decide, press, privateWord } from '../support/bridge/analyst.ts';
import { type BridgeWorld, startBridgeWorld, WEBHOOK_SECRET } from '../support/bridge/bridge-world.ts';
import { ANNA, BEN } from '../support/bridge/people.ts';
import { recorded, verdictsAt } from '../support/bridge/platform-view.ts';
import { messageOf, postCase, says } from '../support/bridge/posted-case.ts';
import { createSystemSender } from '../support/system-sender.ts';
import { found, waitFor } from '../support/wait-for.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const SIEM_SECRET = '/test/siem/secret';

describe('verdicts of a system on the local cloud', () => {
  let receiver: WebhookReceiver;
  let watching: WebhookReceiver;
  let world: BridgeWorld;
  let keys = 0;
  const newKey = () => `ticket-${keys++}`;
  const urlOf = (name: string) => `${world.cloud.outputs.VerdictsUrl}/${name}`;
  const soar = () => createSystemSender(urlOf('soar'), receiver.secret);
  const siem = () => createSystemSender(urlOf('siem'), watching.secret);

  beforeAll(async () => {
    [receiver, watching] = await Promise.all([startWebhookReceiver(), startWebhookReceiver(8)]);
    const local = { type: 'webhook', local: true } as const;
    world = await startBridgeWorld(
      { slack: ['soc'] },
      {
        config: {
          verdicts: {
            allow: { slackUsers: [ANNA, BEN], webhooks: ['siem'] },
            undoSeconds: 0,
            outcomes: { ESCALATED: { approval: true }, DUPLICATE: { comment: 'required' } },
          },
        },
        webhooks: {
          secret: receiver.secret,
          secrets: { [SIEM_SECRET]: watching.secret },
          destinations: {
            soar: {
              ...local,
              url: `${receiver.url}/soar`,
              secret: WEBHOOK_SECRET,
              verdicts: { allow: { webhooks: ['soar'] } },
              links: true,
            },
            // Named by default, and not where it counts.
            siem: {
              ...local,
              url: `${watching.url}/siem`,
              secret: SIEM_SECRET,
              verdicts: { allow: { slackUsers: [ANNA] } },
            },
          },
        },
      },
    );
  });
  afterAll(async () => {
    await world?.close();
    await Promise.all([receiver.close(), watching.close()]);
  });

  const told = (caseId: string, type: string, by = receiver) =>
    by.received
      .filter(({ event }) => event.type === type && JSON.stringify(event.data).includes(caseId))
      .map(({ event }) => event.data);
  /** A case that both systems were told of. */
  async function sentCase() {
    const posted = await postCase(world, 'soc');
    await waitFor(() => {
      for (const by of [receiver, watching]) expect(told(posted.id, 'case.created', by)).toHaveLength(1);
    });
    return posted;
  }
  const bodyOf = (caseId: string, more: object = {}) => ({
    domain: 'acme',
    case_id: caseId,
    outcome: 'FALSE_POSITIVE',
    ...more,
  });
  const shows = async (posted: Awaited<ReturnType<typeof sentCase>>, words: string) =>
    waitFor(async () => expect(says(await messageOf(world, posted))).toContain(words));
  const state = async (key: string) => (await soar().ask(key)).body.state;

  it('records what a system decided, shows it in the chat, and tells the system', async () => {
    const posted = await sentCase();
    const key = newKey();
    const body = bodyOf(posted.id, { comment: 'A planned migration.', by: 'Ada Winter' });
    const accepted = await soar().post(key, body);
    expect(accepted).toMatchObject({
      status: 202,
      body: { id: key, domain: 'acme', case_id: posted.id, outcome: 'FALSE_POSITIVE', final: false },
    });
    await waitFor(() => expect(told(posted.id, 'verdict.recorded')).toHaveLength(1));
    const [event] = told(posted.id, 'verdict.recorded');
    expect(event).toMatchObject({
      decision_id: accepted.body.decision_id,
      decided_by: { name: 'soar (for “Ada Winter”)', chat: 'webhook', id: 'soar' },
    });
    const asked = await soar().ask(key);
    expect(asked).toMatchObject({ status: 200, body: { state: 'recorded', final: true } });
    expect(asked.body.decision).toEqual(event);
    await shows(posted, 'soar (for “Ada Winter”): false positive, recorded');
    expect(await recorded(world, posted)).toEqual([
      expect.objectContaining({
        outcome: 'FALSE_POSITIVE',
        comment: 'A planned migration.\nDecided by the system soar (for “Ada Winter”)',
      }),
    ]);

    // The same again is the same, and another body under the same key is refused.
    expect(await soar().post(key, body)).toMatchObject({ status: 202, body: { state: 'recorded' } });
    const other = await soar().post(key, { ...body, outcome: 'SAFE' });
    expect(other).toMatchObject({ status: 409, type: 'application/problem+json' });
    expect(await verdictsAt(world, posted)).toHaveLength(1);
  });

  it('takes nothing from who may not, of what was never sent, or without what is needed', async () => {
    const posted = await sentCase();
    const denied = await siem().post(newKey(), bodyOf(posted.id));
    expect(denied).toMatchObject({ status: 403, type: 'application/problem+json' });
    expect(denied.body.detail).toContain('destinations.siem.verdicts');
    await waitFor(() => expect(world.lines.join()).toContain('"event":"verdict.denied"'));
    const unsent = await soar().post(newKey(), bodyOf('00000000-0000-4000-8000-000000000000'));
    expect(unsent.status).toBe(404);
    expect((await soar().post(newKey(), bodyOf(posted.id, { domain: 'zeta' }))).status).toBe(404);
    expect((await soar().post(newKey(), bodyOf(posted.id, { outcome: 'DUPLICATE' }))).status).toBe(422);
    expect((await soar().post(newKey(), bodyOf(posted.id, { extra: 1 }))).status).toBe(400);
    expect((await soar().ask(newKey())).status).toBe(404);
    const strangers = createSystemSender(urlOf('soar'), watching.secret);
    const refused = await strangers.post(newKey(), bodyOf(posted.id));
    expect(refused).toMatchObject({ status: 401, body: { title: 'Not signed' } });
    expect(await verdictsAt(world, posted)).toEqual([]);
  });

  it('needs two people of a chat where an outcome needs a second person, whoever the system says it acted for', async () => {
    const posted = await sentCase();
    const key = newKey();
    await soar().post(key, bodyOf(posted.id, { outcome: 'ESCALATED', by: 'anna' }));
    await shows(posted, 'Needs two approvers in Slack');
    expect(await state(key)).toBe('awaiting_approval');
    // The first of the two takes it over, and is not the second as well.
    await press(world, posted, 'decision:approve', ANNA);
    await shows(posted, 'Anna Berg wants to escalate. Needs a second approver');
    await press(world, posted, 'decision:approve', ANNA);
    await press(world, posted, 'decision:approve', BEN);
    await shows(posted, 'approved by Ben Okoro, recorded');
    expect(await state(key)).toBe('recorded');
    expect(await recorded(world, posted)).toHaveLength(1);
  });

  it('lets a person in a chat take it back, and says so to the system', async () => {
    const posted = await sentCase();
    const key = newKey();
    await soar().post(key, bodyOf(posted.id, { outcome: 'ESCALATED' }));
    await shows(posted, 'Needs two approvers');
    await press(world, posted, 'decision:undo', BEN);
    await shows(posted, 'undone by Ben Okoro');
    expect((await soar().ask(key)).body).toMatchObject({ state: 'undone', final: true });
    // Sent again, it is still what was taken back.
    const again = await soar().post(key, bodyOf(posted.id, { outcome: 'ESCALATED' }));
    expect(again.body).toMatchObject({ state: 'undone' });
    expect(await verdictsAt(world, posted)).toEqual([]);
  });

  it('lets one win of an analyst and a system that decide at once, and tells both the truth', async () => {
    const posted = await sentCase();
    const key = newKey();
    await Promise.all([
      decide(world, posted, 'TRUE_POSITIVE', ANNA),
      soar().post(key, bodyOf(posted.id, { comment: 'as a machine' })),
    ]);
    const [verdict] = await recorded(world, posted);
    const answer = await found(async () => {
      const { body } = await soar().ask(key);
      return body.final ? body : undefined;
    }, 'the end');
    if (verdict?.outcome === 'FALSE_POSITIVE') {
      expect(answer).toMatchObject({ state: 'recorded' });
      await privateWord(world, posted, ANNA, 'soar: false positive');
    } else {
      expect(answer).toMatchObject({
        state: 'refused',
        because: 'conflict',
        decision: { outcome: 'TRUE_POSITIVE', decided_by: { id: ANNA } },
      });
      await shows(posted, 'Anna Berg: true positive, recorded');
    }
    await waitFor(() => expect(told(posted.id, 'verdict.recorded')).toHaveLength(1));
  });

  it('decides by a link once its button is pressed, and never by looking at it', async () => {
    const posted = await sentCase();
    const [event] = told(posted.id, 'case.created');
    const links = event?.verdict_links as { outcome: string; url: string }[];
    const url = new URL(links.find(({ outcome }) => outcome === 'DUPLICATE')?.url ?? '');
    for (const method of ['GET', 'GET', 'HEAD', 'OPTIONS', 'PUT']) await fetch(url, { method });
    const page = await fetch(url);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    const html = await page.text();
    expect(html).toContain(posted.id);
    expect(html).not.toMatch(/<script|javascript:/i);
    const [token = ''] = /(?<=name="t" value=")[^"]+/.exec(html) ?? [];
    expect(token).toBe(url.searchParams.get('t'));
    const send = (fields: Record<string, string>) =>
      fetch(`${url.origin}${url.pathname}`, { method: 'POST', body: new URLSearchParams(fields) });
    // The address alone does not decide, and a comment is needed.
    expect((await fetch(url, { method: 'POST' })).status).toBe(404);
    expect((await send({ t: token })).status).toBe(422);
    expect(await verdictsAt(world, posted)).toEqual([]);
    expect((await send({ t: token, comment: 'As INC-1.', by: 'Bo <b>' })).status).toBe(202);
    await shows(posted, 'soar (for “Bo <b>”): duplicate, recorded');
    const again = await send({ t: token, comment: 'Once more.' });
    expect(again.status).toBe(200);
    const stands = await (await fetch(url)).text();
    for (const one of [await again.text(), stands])
      expect(one).toContain('soar (for “Bo &lt;b&gt;”): duplicate');
    expect(await recorded(world, posted)).toHaveLength(1);
    expect(told(posted.id, 'case.created', watching)[0]).not.toHaveProperty('verdict_links');
  });

  it('has a link that opens while strangers use up every address of links that can be guessed', async () => {
    const posted = await sentCase();
    const [event] = told(posted.id, 'case.created');
    const links = event?.verdict_links as { url: string }[];
    const url = links[0]?.url ?? '';
    expect(await floodedLink(new URL(url), world.cloud.outputs.SlackRequestUrl ?? '')).toBeNull();
  });

  it('gets links with a change of a case for as long as there is something to decide', async () => {
    const posted = await sentCase();
    const changed = async (count: number) => {
      await world.api.control('POST', `/cases/${posted.id}/events`, { title: `The event number ${count}` });
      await waitFor(() => expect(told(posted.id, 'case.changed')).toHaveLength(count));
      return told(posted.id, 'case.changed').at(-1) as object;
    };
    expect(await changed(1)).toHaveProperty('verdict_links');
    await soar().post(newKey(), bodyOf(posted.id, { outcome: 'TRUE_POSITIVE' }));
    await waitFor(() => expect(told(posted.id, 'verdict.recorded')).toHaveLength(1));
    expect(await changed(2)).not.toHaveProperty('verdict_links');
  });

  it('asks AWS for nothing that it may not', () => {
    expect(world.lines.filter((line) => /AccessDenied|not authorized|not understood/.test(line))).toEqual([]);
    expect([...receiver.refused, ...watching.refused]).toEqual([]);
  });
});
