import { subscribeLine } from '../deploy/next-steps.ts';
import { type Check, type Finding, unknown, well, wrong } from './check.ts';

export function judgeAlarms(
  topic: string | undefined,
  subscribers: { readonly confirmed: number; readonly pending: number } | null,
): Finding {
  if (topic === undefined)
    return unknown('alarms', 'the configuration wants none (monitoring): only ops says what is wrong');
  if (subscribers === null)
    return unknown('alarms', 'AWS did not say who is subscribed to the topic (sns:ListSubscriptionsByTopic)');
  if (subscribers.confirmed > 0) return well('alarms', `${subscribers.confirmed} subscribed to the topic`);
  return wrong(
    'alarms',
    subscribers.pending > 0
      ? 'nobody has confirmed the subscription yet: follow the link in the mail of AWS'
      : `nobody is subscribed, so nobody hears of them: ${subscribeLine(topic)}`,
  );
}

export const checkAlarms: Check = {
  about: 'alarms',
  when: 'after',
  async look({ bridge }) {
    const { AlarmTopicArn: topic } = await bridge.outputs();
    return [
      judgeAlarms(topic, topic === undefined ? null : await bridge.subscribers(topic).catch(() => null)),
    ];
  },
};
