export type TokenState = 'active' | 'revoked' | 'inactive';

/** What our app asks for when it is installed, and reading back besides. */
export const DEFAULT_SCOPES = [
  'channels:history',
  'chat:write',
  'chat:write.public',
  'commands',
  'groups:history',
  'usergroups:read',
  'users:read',
  'users:read.email',
];

export const createBotToken = (token: string, firstScopes: readonly string[]) => {
  let state: TokenState = 'active';
  let scopes = new Set(firstScopes);
  return {
    token,
    state: () => state,
    setState: (next: TokenState): void => {
      state = next;
    },
    scopes: () => [...scopes],
    holds: (scope: string): boolean => scopes.has(scope),
    setScopes: (next: readonly string[]): void => {
      scopes = new Set(next);
    },
    /** Undefined when the token opens the door. */
    refuse: (given: string | undefined): string | undefined => {
      if (given === undefined || given === '') return 'not_authed';
      if (given !== token) return 'invalid_auth';
      if (state === 'revoked') return 'token_revoked';
      return state === 'inactive' ? 'account_inactive' : undefined;
    },
  };
};
