import * as z from 'zod';

const Polled = z.object({
  event: z.literal('polled'),
  domain: z.string(),
  feed: z.string(),
  at: z.iso.datetime(),
  outcome: z.string(),
  lagMs: z.number(),
});

/** All that the verdict function says of a case begins so. */
const OfCase = z.object({ event: z.string().startsWith('verdict.'), domain: z.string(), caseId: z.string() });

export type Heard =
  | {
      readonly kind: 'polled';
      readonly domain: string;
      readonly feed: string;
      readonly atMs: number;
      readonly outcome: string;
      readonly lagMs: number;
    }
  | { readonly kind: 'verdict'; readonly domain: string; readonly caseId: string };

/** What a line of a function means to the console; nothing, mostly. */
export function hear(line: string): Heard | undefined {
  if (!/^\{"event":"(?:polled|verdict\.)/.test(line)) return undefined;
  const said = parse(line);
  const polled = Polled.safeParse(said);
  if (polled.success) {
    const { domain, feed, at, outcome, lagMs } = polled.data;
    return { kind: 'polled', domain, feed, atMs: Date.parse(at), outcome, lagMs };
  }
  const ofCase = OfCase.safeParse(said);
  if (!ofCase.success) return undefined;
  return { kind: 'verdict', domain: ofCase.data.domain, caseId: ofCase.data.caseId };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
