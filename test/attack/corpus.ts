import { alteredButtons } from './altered-buttons.ts';
import { alteredLists } from './altered-lists.ts';
import { bombs } from './bombs.ts';
import { forgedLinks } from './forged-links.ts';
import { forgedMessages } from './forged-messages.ts';
import { slackForgeries, teamsForgeries } from './forged-requests.ts';
import { forgedVerdicts } from './forged-verdicts.ts';
import { forgottenPeople } from './forgotten-people.ts';
import type { AttackGroup } from './group.ts';
import { hostileChat } from './hostile-chat.ts';
import { hostileOutput } from './hostile-output.ts';
import { loneMutes } from './lone-mutes.ts';
import { otherInstallations } from './other-installations.ts';
import { otherPlaces } from './other-places.ts';
import { people } from './people.ts';
import { sideDoors } from './side-doors.ts';
import { strangers } from './strangers.ts';
import { trail } from './trail.ts';
import { truncatedTrail } from './truncated-trail.ts';

export interface Registered {
  readonly group: AttackGroup;
  /** Where it is exported from, to be bundled with a check taken away. */
  readonly file: string;
}

const from = (file: string, ...groups: readonly AttackGroup[]): Registered[] =>
  groups.map((group) => ({ group, file: `test/attack/${file}` }));

/** Everything that is tried in process. */
export const CORPUS: readonly Registered[] = [
  ...from('forged-requests.ts', slackForgeries, teamsForgeries),
  ...from('other-installations.ts', otherInstallations),
  ...from('altered-buttons.ts', alteredButtons),
  ...from('altered-lists.ts', alteredLists),
  ...from('other-places.ts', otherPlaces),
  ...from('forged-messages.ts', forgedMessages),
  ...from('people.ts', people),
  ...from('trail.ts', trail),
  ...from('truncated-trail.ts', truncatedTrail),
  ...from('forgotten-people.ts', forgottenPeople),
  ...from('hostile-chat.ts', hostileChat),
  ...from('hostile-output.ts', hostileOutput),
  ...from('bombs.ts', bombs),
  ...from('strangers.ts', strangers),
  ...from('forged-verdicts.ts', forgedVerdicts),
  ...from('forged-links.ts', forgedLinks),
  ...from('side-doors.ts', sideDoors),
  ...from('lone-mutes.ts', loneMutes),
];
