import { readFileSync } from 'node:fs';

/** Of the kernel's clock, a second. */
const TICKS = 100;

export interface ProcessFigures {
  readonly cpuMs: number;
  readonly residentMb: number;
  /** The most that it ever had. */
  readonly peakMb: number;
}

/** What a process took so far, by /proc: for Linux only. Null when it has ended. */
export function readProcess(pid: number): ProcessFigures | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const mb = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1_024;
    const cpuMs = ((Number(fields[11]) + Number(fields[12])) / TICKS) * 1_000;
    return { cpuMs, residentMb: mb('VmRSS'), peakMb: mb('VmHWM') };
  } catch {
    return null;
  }
}
