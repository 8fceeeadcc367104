import { z } from 'zod';
import { name } from '../../stand-in-kit/fields.ts';
import type { Names } from '../reading/names.ts';
import type { Ids } from './ids.ts';

export type Person = {
  readonly id: string;
  readonly name: string;
  readonly realName: string;
  readonly displayName: string;
  readonly email: string;
  readonly tz: string;
  readonly isBot: boolean;
  /** For a guest: in how many channels they may be. */
  guest?: 'multi-channel' | 'single-channel' | undefined;
  /** For a person from another workspace: of the organization, or of a company that shares a channel. */
  readonly teamId?: string | undefined;
  /** For a person from another company: its organization, if it has one. */
  readonly enterpriseId?: string | undefined;
  deleted: boolean;
};

export type Group = {
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  users: string[];
};

export type Channel = {
  readonly id: string;
  readonly name: string;
  readonly isPrivate: boolean;
  isArchived: boolean;
  members: Set<string>;
};

export const NewPerson = z.strictObject({
  name,
  id: name.optional(),
  realName: name.optional(),
  displayName: name.optional(),
  email: z.email().optional(),
  tz: name.optional(),
  guest: z.enum(['multi-channel', 'single-channel']).optional(),
  teamId: z
    .string()
    .regex(/^[TE][A-Z0-9]+$/)
    .optional(),
  enterpriseId: z
    .string()
    .regex(/^E[A-Z0-9]+$/)
    .optional(),
});
export type NewPerson = z.infer<typeof NewPerson>;

export const NewGroup = z.strictObject({
  handle: name,
  id: name.optional(),
  name: name.optional(),
  users: z.array(name).readonly().optional(),
});
export type NewGroup = z.infer<typeof NewGroup>;

export const NewChannel = z.strictObject({
  name,
  id: name.optional(),
  isPrivate: z.boolean().optional(),
  isArchived: z.boolean().optional(),
  /** Everybody, if absent. */
  members: z.array(name).readonly().optional(),
  /** True if absent. */
  bot: z.boolean().optional(),
});
export type NewChannel = z.infer<typeof NewChannel>;

/** People, groups and channels of the one workspace. */
export const createDirectory = (ids: Ids, botUserId: string, botName: string) => {
  const people = new Map<string, Person>();
  const groups = new Map<string, Group>();
  const channels = new Map<string, Channel>();

  const addPerson = (fields: NewPerson, isBot = false): Person => {
    const { name } = fields;
    const realName = fields.realName ?? name;
    const person: Person = {
      id: fields.id ?? ids.next('U'),
      name,
      realName,
      displayName: fields.displayName ?? realName,
      email: fields.email ?? `${name}@example.com`,
      tz: fields.tz ?? 'Europe/Berlin',
      isBot,
      guest: fields.guest,
      teamId: fields.teamId,
      enterpriseId: fields.enterpriseId,
      deleted: false,
    };
    people.set(person.id, person);
    return person;
  };
  addPerson({ id: botUserId, name: botName }, true);

  const names: Names = {
    userName: (userId) => people.get(userId)?.displayName,
    channelName: (channelId) => channels.get(channelId)?.name,
    findPerson: (name) => {
      for (const person of people.values())
        if (person.name.toLowerCase() === name) return { kind: 'user', id: person.id };
      for (const group of groups.values())
        if (group.handle.toLowerCase() === name) return { kind: 'group', id: group.id };
      return undefined;
    },
    findChannel: (name) => [...channels.values()].find((channel) => channel.name === name)?.id,
  };

  return {
    people,
    groups,
    channels,
    names,
    addPerson: (fields: NewPerson): Person => addPerson(fields),
    addGroup: ({ handle, id, name, users }: NewGroup): Group => {
      const group = { id: id ?? ids.next('S'), handle, name: name ?? handle, users: [...(users ?? [])] };
      groups.set(group.id, group);
      return group;
    },
    addChannel: (fields: NewChannel): Channel => {
      const everybody = [...people.values()].filter(({ isBot }) => !isBot).map(({ id }) => id);
      const members = new Set(fields.members ?? everybody);
      if (fields.bot ?? true) members.add(botUserId);
      const channel = {
        id: fields.id ?? ids.next('C'),
        name: fields.name,
        isPrivate: fields.isPrivate ?? false,
        isArchived: fields.isArchived ?? false,
        members,
      };
      channels.set(channel.id, channel);
      return channel;
    },
  };
};

export type Directory = ReturnType<typeof createDirectory>;
