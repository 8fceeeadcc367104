import type { Service } from './service.ts';

/** Lets a new case with its threats appear in every domain every so often. */
export const startArrivals = ({ tenants }: Service, everySeconds: number): (() => void) => {
  if (everySeconds <= 0) return () => undefined;
  let arrived = 0;
  const timer = setInterval(() => {
    arrived += 1;
    for (const { changes } of tenants.values()) {
      changes.openCases(1, { events: Array.from({ length: 1 + (arrived % 3) }, () => ({})) });
    }
  }, everySeconds * 1000);
  timer.unref();
  return () => clearInterval(timer);
};
