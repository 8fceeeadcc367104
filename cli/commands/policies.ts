import { accountOf, type EndpointPolicy, endpointPolicies } from '../../lib/config/endpoint-policies.ts';
import { defineCommand } from '../frame/definition.ts';
import { CommandError } from '../frame/errors.ts';

export default defineCommand({
  name: 'policies',
  group: 'Deploy',
  page: 'own-queues.md',
  summary: 'What the owners of your own queues, keys and event buses have to allow.',
  about:
    'Those in the account of the bridge need nothing, but for a key whose policy does not leave it to IAM.',
  flags: {},
  needsBridge: true,
  needsConfig: true,
  examples: [
    { line: 'policies', words: 'A statement for each policy.' },
    { line: 'policies --json', words: 'The same for a program.' },
  ],
  async run({ bridge, config }) {
    const settings = await config();
    const { outputs, where } = await bridge();
    const roleArn = (await outputs()).EndpointsRoleArn;
    const policies = endpointPolicies(settings, roleArn ?? '');
    if (policies.length === 0)
      return { value: { policies }, lines: ['The configuration has no queue and no event bus of your own.'] };
    if (roleArn === undefined) {
      throw new CommandError(
        `${where} was deployed without a queue or an event bus of your own, so it has no role for them yet. Deploy this configuration first.`,
      );
    }
    return {
      value: { roleArn, policies },
      lines: policies.flatMap((one) => linesOf(one, accountOf(roleArn))),
    };
  },
});

const PLACES = {
  queue: 'the access policy of the queue',
  key: 'the policy of the key',
  bus: 'the policy of the event bus',
} as const;

function linesOf({ destination, of, arn, account, statement }: EndpointPolicy, own: string): string[] {
  if (account === own && of !== 'key')
    return [`${destination}: ${arn} is in the account of the bridge and needs nothing.`, ''];
  const when = account === own ? ', unless it leaves this to IAM' : ` of account ${account}`;
  return [
    `${destination}: add this to ${PLACES[of]} ${arn}${when}:`,
    ...JSON.stringify(statement, null, 2).split('\n'),
    '',
  ];
}
