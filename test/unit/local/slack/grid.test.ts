import { describe, expect, it } from 'vitest';
import { createInteractionReader } from '../../../../lib/chats/slack/interaction-reader.ts';
import { FORM } from '../../../support/slack-requests.ts';
import { button, createWired, modal, plain } from './harness.ts';

const ORG = 'E0ACME0001';
const SIBLING = 'T0ACME0002';
const USERS = [
  { id: 'U0000000ADA', name: 'ada' },
  { id: 'W0000000SIB', name: 'sib', teamId: SIBLING },
  { id: 'U00000OTHER', name: 'otto', teamId: 'T0OTHER001', enterpriseId: 'E0OTHER001' },
  { id: 'U00000ALONE', name: 'alma', teamId: 'T0ALONE001' },
];
const PEOPLE = USERS.map(({ id }) => id);

const start = (organization?: { id: string; workspaces: string[]; orgWide: boolean }) => {
  const wired = createWired({ users: USERS, ...(organization && { organization }) });
  const { slack, app } = wired;
  const click = async (userId: string) => {
    const { ts } = await slack.post({ text: 'x', blocks: [{ type: 'actions', elements: [button('a')] }] });
    await slack.click({ userId, channel: slack.channel, ts, actionId: 'a' });
    return app.payload();
  };
  const submit = async (userId: string) => {
    await click(userId);
    const view = modal({ title: plain('Form') });
    await slack.call('views.open', { trigger_id: app.payload().trigger_id, view });
    await slack.submit({ userId, viewId: slack.viewOf(userId)?.id ?? '' });
    return app.payload();
  };
  return { ...wired, click, submit };
};

const inOrg = (orgWide: boolean) => start({ id: ORG, workspaces: [SIBLING], orgWide });

describe('without an organization', () => {
  it('a click names the workspace of the app, and a form that of the person', async () => {
    const { slack, click, submit } = start();
    const { teamId } = slack.service.identity;
    expect(await click('U00000ALONE')).toMatchObject({
      team: { id: teamId },
      enterprise: null,
      user: { team_id: 'T0ALONE001' },
    });
    expect(await submit('U00000ALONE')).toMatchObject({
      team: { id: 'T0ALONE001' },
      enterprise: null,
      view: { team_id: 'T0ALONE001', app_installed_team_id: teamId },
    });
    expect(await submit('U00000OTHER')).toMatchObject({
      team: { id: 'T0OTHER001', enterprise_id: 'E0OTHER001' },
      enterprise: { id: 'E0OTHER001' },
      view: { app_installed_team_id: teamId },
    });
  });
});

describe('in an organization', () => {
  it('whose workspace installed the app, clicks name both, and forms the workspace of the person', async () => {
    const { slack, click, submit } = inOrg(false);
    const { teamId } = slack.service.identity;
    expect(await click('W0000000SIB')).toMatchObject({
      team: { id: teamId, enterprise_id: ORG },
      enterprise: { id: ORG },
      is_enterprise_install: false,
      user: { team_id: SIBLING },
    });
    expect(await submit('W0000000SIB')).toMatchObject({
      team: { id: SIBLING, enterprise_id: ORG },
      view: { app_installed_team_id: teamId },
    });
    expect(await slack.ask('auth.test')).toMatchObject({ team_id: teamId, enterprise_id: ORG });
  });

  it('that installed the app itself, clicks and forms name no workspace', async () => {
    const { slack, click, submit } = inOrg(true);
    const { teamId } = slack.service.identity;
    const orgWide = { team: null, enterprise: { id: ORG }, is_enterprise_install: true };
    expect(await click('W0000000SIB')).toMatchObject({ ...orgWide, user: { team_id: SIBLING } });
    expect(await submit('W0000000SIB')).toMatchObject({
      ...orgWide,
      view: { team_id: SIBLING, app_installed_team_id: teamId },
    });
    expect(await slack.ask('auth.test')).toMatchObject({ enterprise_id: ORG, is_enterprise_install: true });
  });

  it('of its own installation, a group is found in the workspace that has it, and needs to be told which', async () => {
    const { slack } = inOrg(true);
    const { id } = slack.addGroup({ handle: 'soc', users: ['U0000000ADA'] });
    const { teamId } = slack.service.identity;
    const list = (args: Record<string, string>) =>
      slack.ask('usergroups.users.list', { usergroup: id, ...args });
    expect(await list({})).toMatchObject({ ok: false, error: 'invalid_arguments' });
    expect(await list({ team_id: SIBLING })).toMatchObject({ error: 'no_such_subteam' });
    expect(await list({ team_id: teamId })).toMatchObject({ ok: true, users: ['U0000000ADA'] });
  });

  it('people of its other workspaces are members of it', async () => {
    const { slack } = inOrg(false);
    const { user } = await slack.ask('users.info', { user: 'W0000000SIB' });
    expect(user).toMatchObject({
      team_id: SIBLING,
      is_restricted: false,
      enterprise_user: { enterprise_id: ORG },
    });
    const { user: other } = await slack.ask('users.info', { user: 'U00000OTHER' });
    expect(other).toMatchObject({ team_id: 'T0OTHER001', enterprise_user: { enterprise_id: 'E0OTHER001' } });
    expect(other).not.toHaveProperty('is_restricted');
  });
});

describe('the bridge takes every click and form of them', () => {
  it.each(['no organization', 'a workspace of one', 'an organization'])(
    'with the app in %s',
    async (where) => {
      const { slack, app, click, submit } =
        where === 'no organization' ? start() : inOrg(where === 'an organization');
      const { identity } = slack.service;
      const teamIds = where === 'an organization' ? [ORG, identity.teamId] : [identity.teamId];
      const read = createInteractionReader({ teamIds });
      for (const person of PEOPLE) {
        for (const act of [click, submit]) {
          await act(person);
          const body = Buffer.from(app.received.at(-1)?.body ?? '');
          expect(read(body, FORM)).toMatchObject({ ok: true, interaction: { user: { id: person } } });
        }
      }
    },
  );
});
