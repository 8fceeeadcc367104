import { randomBytes } from 'node:crypto';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { startPostureApi } from '../posture-api/server.ts';
import type { Notebook } from '../stand-in-kit/notebook.ts';
import { type Part, realPart } from './parts.ts';
import type { RealApi } from './real-systems.ts';

/** Slow enough to read one and decide it before the next. */
const ARRIVE_EVERY_SECONDS = 15;

/** The real API, for the first domain of the configuration. Its key is shown nowhere. */
export function realPostureApi({ domains }: BridgeConfig, { baseUrl, key }: RealApi): Part {
  const [name = '', settings] = Object.entries(domains)[0] ?? [];
  const part = {
    id: 'postureApi',
    name: 'Security Posture API, the real one',
    address: baseUrl,
    more: () => [['polled', `for the domain ${name}, with the key of POSTURE_API_KEY`]] as const,
    secrets: settings ? { [settings.apiKey]: key } : {},
    place: (config: BridgeConfig) => withBaseUrl(config, [name], baseUrl),
  };
  return realPart(part, { url: baseUrl, domains: [name] });
}

export interface ReferenceOptions {
  readonly config: BridgeConfig;
  /** The domains whose API it replaces. */
  readonly names: readonly string[];
  readonly port: number;
  /** With the world of an earlier run, if there was one. */
  readonly notebook?: Notebook | undefined;
}

/** The reference server. Everyone on this machine may use the key that it generates. */
export async function startReferenceApi(options: ReferenceOptions): Promise<Part> {
  const { config, names, port, notebook } = options;
  const keys = names.map((domain) => ({ domain, key: `local-${randomBytes(12).toString('hex')}` }));
  const server = await startPostureApi({
    port,
    cases: 40,
    threats: 1_200,
    keys,
    control: true,
    arriveEverySeconds: ARRIVE_EVERY_SECONDS,
    notebook,
    // A bridge with stored data may have seen the usual world, and would rightly not announce the same ids twice.
    ...(notebook && { seed: randomBytes(4).readUInt32LE() >>> 1 }),
  });
  const docs = new URL('/docs', server.url).href;
  const keyOf = Object.fromEntries(keys.map(({ domain, key }) => [domain, key]));
  return {
    id: names[0] === Object.keys(config.domains)[0] ? 'postureApi' : 'referenceApi',
    name: 'Security Posture API, reference server',
    address: server.url,
    more: () => [
      ['documentation', docs],
      ...keys.map(({ domain, key }) => [`X-API-Key of ${domain}`, key] as const),
      ['a new case', `every ${ARRIVE_EVERY_SECONDS} seconds, all invented`],
    ],
    json: {
      real: false,
      url: server.url,
      key: keys[0]?.key,
      keys: keyOf,
      domains: names,
      controlUrl: server.controlUrl,
      docsUrl: docs,
    },
    secrets: Object.fromEntries(names.map((name) => [config.domains[name]?.apiKey ?? '', keyOf[name] ?? ''])),
    place: (placed) => withBaseUrl(placed, names, server.url),
    meet: () => {},
    begin: () => openFirstCase(server.controlUrl, names),
    standIns: { postureApi: { controlUrl: server.controlUrl, docsUrl: docs, domains: names } },
    stop: () => server.close(),
  };
}

/** One at once: nobody who opens the console should wait for the first to arrive on its own. */
async function openFirstCase(controlUrl: string, domains: readonly string[]): Promise<void> {
  for (const domain of domains) {
    await fetch(`${controlUrl}/cases`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ domain, event_count: 2 }),
    });
  }
}

const withBaseUrl = (config: BridgeConfig, names: readonly string[], baseUrl: string): BridgeConfig => ({
  ...config,
  domains: Object.fromEntries(
    Object.entries(config.domains).map(([name, domain]) => [
      name,
      names.includes(name) ? { ...domain, baseUrl } : domain,
    ]),
  ),
});
