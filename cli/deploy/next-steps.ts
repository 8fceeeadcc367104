import type { Stack } from '../aws/stack.ts';
import { CHAT_SETUPS } from '../chat-setups.ts';

/** What a person does after the first deployment, in the order in which it is done. `flags`: which bridge it is. */
export function nextSteps({ outputs }: Stack, flags: readonly string[]): string[] {
  const command = (words: string): string => ['npx posture-bridge', words, ...flags].join(' ');
  const { AlarmTopicArn } = outputs;
  const steps = [
    ...CHAT_SETUPS.map(({ address }) => address(outputs, command)).filter(({ length }) => length > 0),
    ...(AlarmTopicArn ? [['Have somebody told by the alarms:', subscribeLine(AlarmTopicArn, flags)]] : []),
    ['See whether everything is well:', command('doctor')],
  ];
  return [
    'The bridge is deployed. What to do next:',
    ...steps.flatMap(([what, line], at) => [`  ${at + 1}. ${what}`, `     ${line}`]),
  ];
}

/** In the region of the topic, which need not be that of the shell. */
export function subscribeLine(topicArn: string, flags: readonly string[] = []): string {
  const region = topicArn.split(':')[3];
  const profile = flags.indexOf('--profile');
  return [
    'aws sns subscribe --protocol email --notification-endpoint YOU@EXAMPLE.COM',
    `--topic-arn ${topicArn}${region ? ` --region ${region}` : ''}`,
    ...(profile === -1 ? [] : flags.slice(profile, profile + 2)),
  ].join(' ');
}

/** What a person does after every other one. */
export const lookAgain = (flags: readonly string[]): string[] => [
  `The bridge is deployed. See whether it runs: ${['npx posture-bridge doctor', ...flags].join(' ')}`,
];
