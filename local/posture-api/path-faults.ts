import { validateHeaderName, validateHeaderValue } from 'node:http';
import { z } from '@hono/zod-openapi';
import { createFaultBook, LONGEST_DELAY_MS } from '../stand-in-kit/fault-book.ts';
import { fraction, mix } from './world/random.ts';

const isLegal = (check: () => void): boolean => {
  try {
    check();
    return true;
  } catch {
    return false;
  }
};

/** Checked when planned: later they could only break the answer that should carry them. */
const FaultHeaders = z.record(z.string(), z.string()).superRefine((headers, context) => {
  const report = (message: string) => context.addIssue({ code: 'custom', message });
  for (const [name, value] of Object.entries(headers)) {
    if (!isLegal(() => validateHeaderName(name)))
      report(`${JSON.stringify(name)} is not a legal header name`);
    else if (!isLegal(() => validateHeaderValue(name, value))) report(`the value of ${name} is not legal`);
    else if (name.toLowerCase() === 'trailer') report('an answer that is sent whole has no Trailer');
  }
});

export const Fault = z
  .strictObject({
    path: z.string().startsWith('/'),
    method: z
      .string()
      .transform((method) => method.toUpperCase())
      .optional(),
    kind: z.enum(['status', 'delay', 'drop', 'drop-after', 'cut', 'malformed']),
    status: z.int().min(200).max(599).optional(),
    body: z.unknown().optional(),
    headers: FaultHeaders.optional(),
    delay_ms: z.int().min(0).max(LONGEST_DELAY_MS, `a delay lasts at most ${LONGEST_DELAY_MS} ms`).optional(),
    times: z.int().min(1).optional(),
    probability: z.number().min(0).max(1).optional(),
  })
  .refine((fault) => fault.times === undefined || fault.probability === undefined, {
    message: 'a fault has either times or a probability',
  })
  .refine((fault) => fault.kind !== 'status' || fault.status !== undefined, {
    message: 'a fault of kind status needs a status',
  })
  .refine((fault) => fault.kind !== 'delay' || fault.delay_ms !== undefined, {
    message: 'a fault of kind delay needs delay_ms',
  });
export type Fault = z.infer<typeof Fault>;

type Call = { readonly method: string; readonly path: string };

const PREFIX = '/api/v1/external';
const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');

/** `*` stands for part of one segment, `**` for anything; without either, the path is a prefix. */
const matcherOf = (pattern: string): ((path: string) => boolean) => {
  if (!pattern.includes('*')) return (path) => path.startsWith(pattern);
  const source = pattern
    .split('**')
    .map((part) => part.split('*').map(escaped).join('[^/]*'))
    .join('.*');
  const shape = new RegExp(`^${source}$`);
  return (path) => shape.test(path);
};

/** Faults by path, with or without the API's prefix; `probability` uses dice with this seed. */
export const createPathFaults = (seed: number) => {
  let throws = 0;
  const strikes = ({ method, path, probability }: Fault, call: Call): boolean => {
    const matches = matcherOf(path);
    if (method !== undefined && method !== call.method) return false;
    if (!matches(call.path.slice(PREFIX.length)) && !matches(call.path)) return false;
    if (probability === undefined) return true;
    throws += 1;
    return fraction(mix(seed, throws, 141)) < probability;
  };
  return createFaultBook(Fault, strikes);
};

export type PathFaults = ReturnType<typeof createPathFaults>;
