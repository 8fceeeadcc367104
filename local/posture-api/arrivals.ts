import type { Domain } from './domain.ts';
import type { Service } from './service.ts';

/** Makes a new case with its threats appear in every domain at an interval. */
export const startArrivals = ({ tenants }: Service, everySeconds: number): (() => void) => {
  if (everySeconds <= 0) return () => undefined;
  let arrived = 0;
  const timer = setInterval(() => {
    arrived += 1;
    for (const { changes, domain } of tenants.values()) {
      const events = Array.from({ length: 1 + (arrived % 3) }, (_, at) =>
        at === 1 ? byService(domain, arrived) : {},
      );
      changes.openCases(1, { events });
    }
  }, everySeconds * 1000);
  timer.unref();
  return () => clearInterval(timer);
};

/** A second event is often something that a service identity did for the person. */
const byService = ({ fleet }: Domain, arrived: number) =>
  fleet.size === 0 ? {} : { user_name: fleet.at(arrived % fleet.size).item.display_name, user_email: '' };
