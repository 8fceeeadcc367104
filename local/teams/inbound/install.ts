import { z } from 'zod';
import type { Outcome } from '../../stand-in-kit/deliver.ts';
import { type Fields, name } from '../../stand-in-kit/fields.ts';
import { NotPossible } from '../../stand-in-kit/not-possible.ts';
import { overlay } from '../json.ts';
import type { Service } from '../service.ts';
import type { Forged } from '../settings.ts';
import type { Person } from '../state/directory.ts';
import { channelOf, envelopeOf, personOf, teamOf } from './envelope.ts';
import { sendActivity } from './send-activity.ts';

export const Installation = z.strictObject({
  teamId: name,
  /** The first member of the team, if absent. */
  userId: name.optional(),
  /** Where the bot was set up; the General channel if absent. */
  channel: name.optional(),
});
export type Installation = z.infer<typeof Installation> & Forged;

export type Installed = { readonly outcomes: readonly Outcome[]; readonly activities: readonly Fields[] };

const installerOf = (service: Service, { teamId, userId }: Installation): Person => {
  const [first] = teamOf(service, teamId).members;
  if (userId === undefined && first === undefined)
    throw new NotPossible(`The team ${teamId} has no members.`);
  return personOf(service, userId ?? first ?? '');
};

const change = async (
  service: Service,
  installation: Installation,
  installed: boolean,
): Promise<Installed> => {
  const { identity, changes } = service;
  const team = teamOf(service, installation.teamId);
  const channel = channelOf(service, installation.channel ?? team.id);
  if (channel.teamId !== team.id) throw new NotPossible(`${channel.id} is not in ${team.id}.`);
  const person = installerOf(service, installation);
  team.installed = installed;
  changes.tell(installed ? 'bot.installed' : 'bot.uninstalled', { team: team.id });
  const envelope = (type: string) => envelopeOf(service, { type, person, team, conversation: team.id });
  const eventType = installed ? 'teamMemberAdded' : 'teamMemberRemoved';
  const bot = [{ id: identity.botId }];
  const activities = [
    overlay(envelope('conversationUpdate'), {
      ...(installed ? { membersAdded: bot } : { membersRemoved: bot }),
      channelData: { eventType },
    }),
    overlay(envelope('installationUpdate'), {
      action: installed ? 'add' : 'remove',
      channelData: { settings: { selectedChannel: { id: channel.id } } },
    }),
  ];
  const outcomes: Outcome[] = [];
  for (const activity of activities)
    outcomes.push(await sendActivity(service, activity, installation.forging));
  return { outcomes, activities };
};

/** A person adds the bot to a team, and Teams tells the bot each time. */
export const installBot = (service: Service, installation: Installation): Promise<Installed> =>
  change(service, installation, true);

export const uninstallBot = (service: Service, installation: Installation): Promise<Installed> =>
  change(service, installation, false);
