import type { BridgeInput } from '../../lib/config/define-bridge.ts';
import { BRIDGE_VERSION } from '../../lib/config/version.ts';
import type { WrittenFile } from './chat-setup.ts';
import { source } from './write-config.ts';

/** The versions of CDK that this package was tested with; the latest major of its command line cannot read its output. */
const CDK = { 'aws-cdk': '^2.1147.0', 'aws-cdk-lib': '^2.276.0', constructs: '^10.8.1' };

/** A repository of the user's own around a configuration: what installs, checks and deploys it. */
export const repositoryFiles = ({ routes }: BridgeInput): WrittenFile[] => [
  {
    name: 'package.json',
    for: 'installs posture-bridge and the AWS CDK: npm install',
    content: `${JSON.stringify(
      {
        name: 'our-posture-bridge',
        private: true,
        type: 'module',
        scripts: {
          check: 'posture-bridge config check && posture-bridge synth',
          deploy: 'posture-bridge deploy',
        },
        devDependencies: { ...CDK, 'posture-bridge': `^${BRIDGE_VERSION}` },
      },
      null,
      2,
    )}\n`,
  },
  {
    name: 'bridge.routes.ts',
    for: 'what must stay true of the routes; npm run check tries it',
    content: expectations(routes?.[0]?.to),
  },
  { name: '.github/workflows/bridge.yml', for: 'checks every change, and deploys main', content: WORKFLOW },
  { name: '.gitignore', for: 'what is generated', content: 'node_modules/\ncdk.out/\n.env\n' },
  { name: 'README.md', for: 'what this repository is', content: README },
];

const expectations = (to: string | readonly string[] | undefined): string =>
  `import type { RouteExpectation } from 'posture-bridge';

/** Items, and where the routes must send them. A change of the routes that breaks one of these fails the check. */
export default [
  { name: 'a critical case reaches the analysts', item: { severity: 'critical' }, to: ${source(to ?? [])} },
] satisfies RouteExpectation[];
`;

const WORKFLOW = `name: bridge

on:
  pull_request:
  push:
    branches: [main]

permissions:
  contents: read
  # To become the role in AWS, without a key that is stored anywhere.
  id-token: write

jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
      - uses: actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0
        with: { node-version: 24 }
      - run: npm ci
      - run: npm run check

  # Deploys once the repository has the variables AWS_ROLE_ARN and AWS_REGION.
  deploy:
    if: github.ref == 'refs/heads/main' && github.event_name == 'push' && vars.AWS_ROLE_ARN != ''
    needs: check
    runs-on: ubuntu-latest
    concurrency: deploy
    steps:
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
      - uses: actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0
        with: { node-version: 24 }
      - uses: aws-actions/configure-aws-credentials@v5
        with:
          role-to-assume: \${{ vars.AWS_ROLE_ARN }}
          aws-region: \${{ vars.AWS_REGION }}
      - run: npm ci
      - run: npx posture-bridge deploy --require-approval never
`;

const README = `# Our posture-bridge

Brings the cases of the Security Posture API to our chat, and our verdicts back.

| file | what it is |
|---|---|
| \`bridge.config.ts\` | what the bridge does; \`node_modules/posture-bridge/docs/configuration.md\` explains it |
| \`bridge.routes.ts\` | what must stay true of the routes |
| \`.github/workflows/bridge.yml\` | checks every change, and deploys \`main\` |

\`\`\`sh
npm install
npm run check                       # the routes, and the template of CloudFormation
npx posture-bridge doctor --before  # the account, the secrets, the API and the chats
npx posture-bridge deploy
npx posture-bridge doctor           # whether it runs
npx posture-bridge upgrade          # a newer version
\`\`\`
`;
