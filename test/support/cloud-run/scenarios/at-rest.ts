import type { LocalCloud } from '../../../../local/cloud/local-cloud.ts';
import { type Change, onAll } from '../raw-template.ts';

/** What is in a queue stays there, for the scenario to count. */
export const noConsumers: Change = onAll('AWS::Lambda::EventSourceMapping', { Enabled: false });

/** Only these schedules run, by their logical ids; and what is in a queue stays there. */
export const onlySchedules =
  (ours: RegExp): Change =>
  (template) => {
    noConsumers(template);
    for (const [logicalId, { Type, Properties }] of Object.entries(template.Resources)) {
      if (Type === 'AWS::Scheduler::Schedule' && !ours.test(logicalId)) Properties.State = 'DISABLED';
    }
  };

/** Nothing runs but what the scenario asks for, and what that has put into the queue of ticks. */
export const onlyTicks: Change = (template) => {
  nothingByItself(template);
  for (const [logicalId, { Type, Properties }] of Object.entries(template.Resources)) {
    if (Type === 'AWS::Lambda::EventSourceMapping' && /Ticks/.test(logicalId)) Properties.Enabled = true;
  }
};

/** How often a function was started, by what its name has in it. */
export const runsOf = ({ functions }: LocalCloud, name: string): number =>
  functions.find(({ settings }) => settings.name.includes(name))?.counts.invocations ?? 0;

/** Nothing runs but what the scenario asks for. */
export const nothingByItself: Change = (template) => {
  noConsumers(template);
  onAll('AWS::Scheduler::Schedule', { State: 'DISABLED' })(template);
};
