export type TokenState = 'active' | 'revoked' | 'inactive';

/** The most that our app's manifest ever asks for. */
export const DEFAULT_SCOPES = [
  'channels:history',
  'chat:write',
  'commands',
  'groups:history',
  'usergroups:read',
  'users:read',
];

export const createBotToken = (first: string, firstScopes: readonly string[]) => {
  let token = first;
  let state: TokenState = 'active';
  const replaced = new Set<string>();
  let scopes = new Set(firstScopes);
  return {
    get token(): string {
      return token;
    },
    /** As if the app were installed again: the earlier token no longer works. */
    replace: (next: string): void => {
      replaced.add(token);
      token = next;
      state = 'active';
    },
    state: () => state,
    setState: (next: TokenState): void => {
      state = next;
    },
    scopes: () => [...scopes],
    holds: (scope: string): boolean => scopes.has(scope),
    setScopes: (next: readonly string[]): void => {
      scopes = new Set(next);
    },
    /** Undefined if the token is accepted. */
    refuse: (given: string | undefined): string | undefined => {
      if (given === undefined || given === '') return 'not_authed';
      if (replaced.has(given)) return 'token_revoked';
      if (given !== token) return 'invalid_auth';
      if (state === 'revoked') return 'token_revoked';
      return state === 'inactive' ? 'account_inactive' : undefined;
    },
  };
};
