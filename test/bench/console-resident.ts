import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Of the process itself, without the functions that it runs. Null where there is no /proc. */
export function residentMb({ pid }: ChildProcess): number | null {
  try {
    const [, kb = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kb) / 1_000;
  } catch {
    return null;
  }
}
