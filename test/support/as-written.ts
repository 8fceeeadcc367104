import { formatPath, valueAt } from '../../lib/base/describe-issues.ts';
import { Bridge } from '../../lib/config/bridge.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { formatDuration } from '../../lib/config/schema/duration.ts';
import { findUnitless } from '../../lib/config/schema/find-unitless.ts';

/** A finished configuration as people would write it, for a file: its durations have units. */
export function asWritten(config: BridgeConfig): object {
  const written = structuredClone(config) as object;
  for (const { path } of findUnitless(Bridge, written)) {
    const inside = valueAt(written, path.slice(0, -1)) as Record<PropertyKey, unknown>;
    const ms = inside[path.at(-1) ?? ''];
    if (typeof ms !== 'number') throw new Error(`${formatPath(path)} is no duration`);
    inside[path.at(-1) ?? ''] = formatDuration(ms);
  }
  return written;
}
