import type { Ids } from './ids.ts';

export type Person = {
  /** Known to this bot only; `aadObjectId` is the same everywhere. */
  readonly id: string;
  readonly aadObjectId: string;
  readonly name: string;
  readonly email: string;
  readonly locale: string;
  /** For guests: they have a name of another company in this one. */
  readonly userRole: 'user' | 'guest' | 'anonymous';
  /** For people from another company; otherwise undefined. */
  readonly tenantId?: string | undefined;
};

/** A group of Entra, by the object ids of its members: people, and other groups. */
export type Group = { readonly id: string; readonly name: string; members: readonly string[] };
export type NewGroup = { readonly id?: string; readonly name: string; readonly members?: readonly string[] };

export type Channel = {
  readonly id: string;
  readonly name: string;
  readonly teamId: string;
  /** The app has to be added to private and shared channels individually; only some people are in them. */
  readonly type: 'standard' | 'private' | 'shared';
  /** People and bots can no longer write in it. */
  isArchived: boolean;
  /** Whether the bot was added to it, if that is not done for the whole team. */
  hasBot: boolean;
};

export type Team = {
  /** Equal to the id of its General channel. */
  readonly id: string;
  readonly name: string;
  readonly aadGroupId: string;
  /** Whether the bot is in it. */
  installed: boolean;
  /** What its owner allowed the app when it was added. */
  readonly consents: Set<string>;
  readonly members: Set<string>;
};

export type NewPerson = Partial<Person> & { readonly name: string };
export type NewChannel = {
  readonly name: string;
  readonly id?: string | undefined;
  readonly isArchived?: boolean | undefined;
  readonly type?: Channel['type'] | undefined;
};
export type NewTeam = {
  readonly name: string;
  readonly id?: string | undefined;
  readonly aadGroupId?: string | undefined;
  /** True if absent. */
  readonly installed?: boolean | undefined;
  /** None if absent. */
  readonly consents?: readonly string[] | undefined;
  /** Everybody, if absent. */
  readonly members?: readonly string[] | undefined;
  /** Besides General, which every team has. */
  readonly channels?: readonly NewChannel[] | undefined;
};

/** People, teams and channels of the one tenant. */
export const createDirectory = (ids: Ids) => {
  const people = new Map<string, Person>();
  const teams = new Map<string, Team>();
  const channels = new Map<string, Channel>();
  const groups = new Map<string, Group>();
  /** Each person's chat with the bot, by the id of the person; and the chats in which somebody has written. */
  const chats = new Map<string, string>();
  const opened = new Map<string, Person>();
  const chatOf = ({ id }: Person): string => {
    const chat = chats.get(id) ?? ids.chat();
    chats.set(id, chat);
    return chat;
  };

  const addChannel = (
    teamId: string,
    { id, name, isArchived = false, type = 'standard' }: NewChannel,
  ): Channel => {
    const channel = { id: id ?? ids.channel(), name, teamId, type, isArchived, hasBot: type === 'standard' };
    channels.set(channel.id, channel);
    return channel;
  };

  return {
    people,
    teams,
    channels,
    groups,
    addChannel,
    addGroup: ({ id, name, members = [] }: NewGroup): Group => {
      const group = { id: (id ?? ids.guid('9409')).toLowerCase(), name, members };
      groups.set(group.id, group);
      return group;
    },
    addPerson: (fields: NewPerson): Person => {
      const { name } = fields;
      const person: Person = {
        id: fields.id ?? ids.user(),
        aadObjectId: fields.aadObjectId ?? ids.guid('aad'),
        name,
        email: fields.email ?? `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.')}@acme.example`,
        locale: fields.locale ?? 'en-GB',
        userRole: fields.userRole ?? 'user',
        ...(fields.tenantId !== undefined && { tenantId: fields.tenantId }),
      };
      people.set(person.id, person);
      return person;
    },
    addTeam: (fields: NewTeam): Team => {
      const { id, name, aadGroupId, installed = true, consents = [], members, channels: more = [] } = fields;
      const general = id ?? ids.channel();
      const team: Team = {
        id: general,
        name,
        aadGroupId: aadGroupId ?? ids.guid('9a09'),
        installed,
        consents: new Set(consents),
        members: new Set(members ?? people.keys()),
      };
      teams.set(team.id, team);
      addChannel(team.id, { id: general, name: 'General' });
      for (const channel of more) addChannel(team.id, channel);
      return team;
    },
    /** The chat of a person with the bot. */
    chatOf,
    /** A person's first message opens it: before that, the bot cannot speak there. */
    openChat: (person: Person): string => {
      const chat = chatOf(person);
      opened.set(chat, person);
      return chat;
    },
    inChat: (chat: string): Person | undefined => opened.get(chat),
    teamOf: (channel: Channel): Team => teams.get(channel.teamId) as Team,
    hasBot: (channel: Channel): boolean => channel.hasBot && teams.get(channel.teamId)?.installed === true,
    channelsOf: (teamId: string): Channel[] =>
      [...channels.values()].filter((channel) => channel.teamId === teamId),
    /** By either of their ids. */
    findPerson: (id: string): Person | undefined =>
      people.get(id) ?? [...people.values()].find(({ aadObjectId }) => aadObjectId === id),
  };
};

export type Directory = ReturnType<typeof createDirectory>;
