/** The lists of `verdicts.allow`. */
export type NamedLists = Readonly<Record<string, readonly string[] | undefined>>;

/** Who is named for one chat in `verdicts.allow`. */
export interface NamedPeople {
  readonly users: readonly string[];
  readonly groups: readonly string[];
}

/** What the functions and the stack know about one chat. Its name is the key in the list of chats. */
export interface ChatSection<
  App = unknown,
  Destination extends { readonly type: string } = { readonly type: string },
> {
  /** As people write it: `Slack`. */
  readonly label: string;
  /** How a command is typed: `/posture cases` for `cases`. */
  typed(command: string): string;
  namedIn(allow: NamedLists): NamedPeople;
  /** The bot posts before there is a destination: its first post says what the configuration needs to know. */
  readonly postsFirst: boolean;

  /** A click names its person by the handle alone: the chat has to be asked for the real name. */
  readonly bringsHandles: boolean;

  /** Whom a message can mention: the form of such an id, also in words, and whether the chat needs a name with it. */
  readonly mentioned: {
    readonly id: RegExp;
    readonly wanted: string;
    readonly needsName: boolean;
    /** Ids that mention everybody in the channel, which has no effect in a thread. */
    readonly everybody?: RegExp | undefined;
    /** The most mentions in one message. */
    readonly most: number;
  };

  /** Names of the secrets that the notifier needs. */
  secretsToPost(destinations: readonly Destination[], app: App | undefined): readonly string[];
  /** Names of the secrets that the action function needs. */
  secretsToAnswer(app: App): readonly string[];
  /** Names of the secrets needed to ask the chat about people: who is in a group, and who is a guest. */
  secretsToAsk(app: App): readonly string[];
  /** The right that each of these questions requires, in the operators' words. */
  readonly rightsToAsk: { readonly groups: string; readonly guests: string };

  /** Where the chat sends clicks. */
  readonly requests: {
    readonly path: string;
    /** Why the address needs no other authorization. */
    readonly proof: string;
    /** Why a genuine request may be refused. */
    readonly wrong: string;
    readonly waitsMs: number;
    /** The chat also sends events about its channels, which go to the chat's own queue. */
    readonly newsOfChannels: boolean;
    readonly output: { readonly id: string; readonly description: string };
  };
}
