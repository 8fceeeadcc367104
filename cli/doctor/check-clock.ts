import { createHttpTransport, type Transport } from '../../lib/base/http/http-transport.ts';
import { type Check, type Finding, unknown, well, wrong } from './check.ts';

/** AWS refuses requests signed more than five minutes ago. Chats and webhooks have similar limits. */
const MOST_MS = 60_000;

/** `aheadMs`: how far this machine is ahead; null if the other side did not state its time. */
export function judgeClock(whose: string, aheadMs: number | null): Finding {
  const about = `clock, by ${whose}`;
  if (aheadMs === null) return unknown(about, 'it did not say what time it is');
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  if (Math.abs(aheadMs) <= MOST_MS) return well(about, `within ${Math.max(1, seconds)} s`);
  return wrong(
    about,
    `the clock of this machine is ${seconds} s ${aheadMs > 0 ? 'ahead' : 'behind'}: set it by NTP, or signatures are refused. Where it is right, that of ${whose} is wrong`,
  );
}

/** From the Date header of any answer: in whole seconds, and written somewhere between request and answer. */
export async function aheadOf(
  transport: Pick<Transport, 'send'>,
  url: URL,
  now: () => number,
): Promise<number | null> {
  const askedMs = now();
  const request = { method: 'GET', url, headers: {}, timeoutMs: 10_000, mostBytes: 64 * 1024 } as const;
  const answer = await transport.send(request).catch(() => null);
  const said = Date.parse(String(answer?.headers.date ?? ''));
  return Number.isNaN(said) ? null : Math.round((askedMs + now()) / 2) - said;
}

export const checkClock: Check = {
  about: 'clock',
  when: 'before',
  isOutside: true,
  async look({ config, bridge: { region, clock } }) {
    const transport = createHttpTransport();
    const ofAws = `https://sts.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}/`;
    const asked = [
      ['AWS', ofAws] as const,
      ...Object.entries(config.domains).map(
        ([name, { baseUrl }]) => [`the API of ${name}`, new URL(baseUrl).origin] as const,
      ),
    ];
    try {
      return await Promise.all(
        asked.map(async ([whose, url]) =>
          judgeClock(whose, await aheadOf(transport, new URL(url), () => clock.now())),
        ),
      );
    } finally {
      transport.close();
    }
  },
};
