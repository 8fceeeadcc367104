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
  namedIn(allow: NamedLists): NamedPeople;
  /** The bot posts before there is a destination: it says in its first post what the configuration needs to know. */
  readonly postsFirst: boolean;

  /** Whom a message can call there: how such an id looks, in words too, and whether the chat has to be told how to show it. */
  readonly mentioned: {
    readonly id: RegExp;
    readonly wanted: string;
    readonly needsName: boolean;
    /** Those that stand for everybody in the channel, whom a reply in a thread does not call. */
    readonly everybody?: RegExp | undefined;
    /** One message calls no more than these. */
    readonly most: number;
  };

  /** Names of the secrets that the notifier needs. */
  secretsToPost(destinations: readonly Destination[], app: App | undefined): readonly string[];
  /** Names of the secrets that the action function needs. */
  secretsToAnswer(app: App): readonly string[];
  /** Names of the secrets that it takes to ask the chat about people: who is in a group, and who is a guest. */
  secretsToAsk(app: App): readonly string[];
  /** The right that each of these questions takes, as operators call it. */
  readonly rightsToAsk: { readonly groups: string; readonly guests: string };

  /** Where the chat sends clicks. */
  readonly requests: {
    readonly path: string;
    /** Why the address needs no other authorization. */
    readonly proof: string;
    /** Why genuine requests may be refused. */
    readonly wrong: string;
    readonly waitsMs: number;
    /** The chat also sends news about its channels, which go to the chat's own queue. */
    readonly newsOfChannels: boolean;
    readonly output: { readonly id: string; readonly description: string };
  };
}
