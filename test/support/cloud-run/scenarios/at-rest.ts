import { type Change, onAll } from '../raw-template.ts';

/** What is in a queue stays there, for the scenario to count. */
export const noConsumers: Change = onAll('AWS::Lambda::EventSourceMapping', { Enabled: false });

/** Nothing runs but what the scenario asks for. */
export const nothingByItself: Change = (template) => {
  noConsumers(template);
  onAll('AWS::Scheduler::Schedule', { State: 'DISABLED' })(template);
};
