import { defineCommand } from '../frame/definition.ts';
import { expectationsBeside, readExpectations } from '../routes/read-expectations.ts';
import { tellTested, testRoutes } from '../routes/test-routes.ts';

export default defineCommand({
  name: 'routes test',
  group: 'Set up',
  page: 'configuration.md#trying-routes',
  summary: 'Tries the routes on the items of bridge.routes.ts, and says which do not go where they should.',
  about:
    'Needs no bridge and no credentials: for the CI of a configuration. Ends with 1 if an expectation does not hold. doctor runs it too, if the file is there.',
  flags: {
    expect: {
      type: 'string',
      value: 'FILE',
      words:
        'the expectations; bridge.routes.ts beside the configuration unless given (.json beside a .json)',
    },
  },
  needsConfig: true,
  examples: [
    { line: 'routes test', words: 'bridge.routes.ts against bridge.config.ts.' },
    {
      line: 'routes test --config new.config.ts --expect bridge.routes.ts --json',
      words: 'Another configuration.',
    },
  ],
  async run({ flags, config: read }) {
    const config = await read();
    const file = flags.expect ?? expectationsBeside(flags.config);
    const tested = testRoutes(config, await readExpectations(file, config));
    const isWell = tested.every(({ holds }) => holds);
    return { value: { well: isWell, expectations: tested }, lines: tellTested(tested), well: isWell };
  },
});
