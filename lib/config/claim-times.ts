import * as z from 'zod/mini';
import { SEVERITIES, type Severity } from '../posture/severity.ts';
import { type Duration, duration } from './schema/duration.ts';
import { strict } from './schema/strict.ts';

/** The reconciler looks once a minute. */
const holds = duration({ atLeast: '5m', atMost: '30d' });
const UNLESS_GIVEN: Readonly<Record<Severity, Duration>> = {
  critical: '1h',
  high: '4h',
  medium: '24h',
  low: '24h',
};
const times = Object.fromEntries(
  SEVERITIES.map((severity) => [severity, z.prefault(holds, UNLESS_GIVEN[severity])]),
);

/** How long a claim holds. After that, the case waits for an answer again. */
export const ClaimTimes = z.prefault(strict(times as Record<Severity, z.ZodMiniPrefault<typeof holds>>), {});
