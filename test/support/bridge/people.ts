export const ANNA = 'U0ANNA0000';
export const BEN = 'U0BEN00000';
export const CARA = 'U0CARA0000';
export const DORA = 'U0DORA0000';
export const EMIL = 'U0EMIL0000';
/** In no list of those who may decide. */
export const EVE = 'U0EVE00000';

export const SLACK_PEOPLE = [
  [ANNA, 'anna', 'Anna Berg'],
  [BEN, 'ben', 'Ben Okoro'],
  [CARA, 'cara', 'Cara Lind'],
  [DORA, 'dora', 'Dora Kim'],
  [EMIL, 'emil', 'Emil Roth'],
  [EVE, 'eve', 'Eve Stone'],
].map(([id = '', name = '', realName = '']) => ({ id, name, realName, email: `${name}@acme.example` }));

/** A user group of Slack. */
export const DUTY = 'S0DUTY0000';
export const IN_DUTY = { id: DUTY, handle: 'duty', users: [CARA] };

/** By their Entra object ids. */
export const ADA = 'aad00000-0000-4000-8000-00000000ada0';
export const BO = 'aad00000-0000-4000-8000-0000000000b0';
/** In no list of those who may decide. */
export const CLEO = 'aad00000-0000-4000-8000-00000000c1e0';

export const TEAMS_PEOPLE = [
  { name: 'Ada Winter', aadObjectId: ADA },
  { name: 'Bo Larsen', aadObjectId: BO },
  { name: 'Cleo Marsh', aadObjectId: CLEO },
];
