import { authorityAttempts, genuineClicks } from './authority.ts';
import { AUTHORITY_CHECKS } from './authority-checks.ts';
import type { AttackGroup } from './group.ts';

export const people: AttackGroup = {
  name: 'people who may not decide',
  attacks:
    'authority: strangers, guests, other companies, other scopes, the same person twice, what was true before',
  share: 0,
  checks: AUTHORITY_CHECKS,
  async control() {
    for (const { name, run } of genuineClicks) if ((await run()) === null) return `refused: ${name}`;
    return null;
  },
  tries: () => authorityAttempts,
};
