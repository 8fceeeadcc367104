import { writeFileSync } from 'node:fs';
import { ask, canAsk } from '../../lib/base/ask-person.ts';
import { createHttpTransport } from '../../lib/base/http/http-transport.ts';
import { readSecretName } from '../../lib/base/secret-name.ts';
import { createSsmSecrets } from '../../lib/base/secrets.ts';
import { printAside } from '../../lib/base/terminal.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { runCanary } from '../canary/run-canary.ts';
import { createAskApi } from '../certify/ask-api.ts';
import { type CertifyParts, subjectOf } from '../certify/belief.ts';
import { BELIEFS } from '../certify/beliefs.ts';
import { type AskPerson, certify } from '../certify/certify.ts';
import { certifyReport } from '../certify/certify-report.ts';
import { defineCommand } from '../frame/definition.ts';
import { checkOut, explainWrite } from '../frame/out-file.ts';
import { pickPlaces } from './canary.ts';
import { tellFindings } from './doctor.ts';

export default defineCommand({
  name: 'certify',
  group: 'Look',
  page: 'operations.md#what-we-only-believe',
  summary:
    'Says which of our beliefs about AWS, the chats and the API are not so, in a report that you can send us.',
  about:
    'Looks at what no emulator can prove, on a bridge that runs: it reads, and changes nothing. What takes a person it asks at a terminal, where Enter is "I do not know"; elsewhere it is listed as not known. The report names no person, account, address or secret. Ends with 1 if something is not as believed.',
  flags: {
    canary: { type: 'boolean', words: 'also sends a test by the whole way of a case, to the channel of ops' },
    out: {
      type: 'string',
      value: 'FILE',
      default: 'posture-bridge-certify.md',
      words: 'where the report goes; posture-bridge-certify.md unless given',
    },
  },
  needsBridge: true,
  needsConfig: true,
  examples: [
    { line: 'certify --canary', words: 'All of it, some days after the first deployment.' },
    { line: 'certify --json', words: 'For a program, and without a file.' },
    { line: 'certify --local', words: 'The bridge that npm start runs, where it has to pass.' },
  ],
  async run({ flags, json, bridge, config: read }) {
    if (!json) checkOut(flags.out);
    const config = await read();
    const opened = await bridge();
    const fromSsm = createSsmSecrets(opened.ssm);
    const secret: CertifyParts['secret'] = async (text) => {
      const where = readSecretName(text);
      return where.in === 'ssm' ? fromSsm(where.name).catch(() => null) : null;
    };
    const ways: CertifyParts['ways'][number][] = [];
    if (flags.canary)
      for (const place of pickPlaces(config, [])) ways.push(await runCanary(opened, config, place));
    const transport = createHttpTransport();
    const apis = opened.isLocal ? new Map() : await openApis(config, secret, transport);
    const parts: CertifyParts = {
      config,
      configFile: flags.config,
      bridge: opened,
      isBefore: false,
      secret,
      apis,
      ways,
    };
    const person = !json && canAsk() ? askAtTerminal : null;
    const certified = await certify(BELIEFS, parts, person).finally(() => transport.close());
    const findings = certified.map(({ belief, is, sentence }) => ({ about: belief.id, is, sentence }));
    const isWell = certified.every(({ is }) => is !== 'wrong');
    if (json) return { value: { well: isWell, findings }, lines: [], well: isWell };
    const day = new Date(opened.clock.now()).toISOString().slice(0, 10);
    writeFileSync(flags.out, certifyReport({ day, isLocal: opened.isLocal }, certified));
    return {
      value: { well: isWell, findings },
      lines: [...tellFindings(findings), `The report is ${flags.out}. Read it, and send it to us.`],
      well: isWell,
    };
  },
  explain: explainWrite,
});

async function openApis(
  config: BridgeConfig,
  secret: CertifyParts['secret'],
  transport: ReturnType<typeof createHttpTransport>,
): Promise<CertifyParts['apis']> {
  const apis = new Map<string, ReturnType<typeof createAskApi>>();
  for (const [name, domain] of Object.entries(config.domains)) {
    const apiKey = await secret(domain.apiKey);
    if (apiKey !== null) apis.set(name, createAskApi(domain, apiKey, transport));
  }
  return apis;
}

const askAtTerminal: AskPerson = async (belief) => {
  printAside('', `${subjectOf(belief)}: ${belief.believed}`, belief.see);
  const answer = (await ask('Is it as believed? yes, no, or Enter: ')).trim();
  return /^y(es)?$/i.test(answer) ? true : /^no?$/i.test(answer) ? false : null;
};
