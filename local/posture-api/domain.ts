import type { Clock } from './clock.ts';
import { createFeed } from './feed/feed.ts';
import { createFixedListing } from './feed/fixed-listing.ts';
import type { ListOrderName } from './feed/list-order.ts';
import { createReadiness } from './readiness.ts';
import { type CaseFile, createCases } from './world/cases.ts';
import { SCENARIOS } from './world/catalog.ts';
import { createConnectors } from './world/connectors.ts';
import { createDriftEvents } from './world/drift.ts';
import { CASE_CLASSES, caseClass, createLayout } from './world/layout.ts';
import { createFleet } from './world/nhi.ts';
import { createNhiPersonas } from './world/nhi-personas.ts';
import { createPeople } from './world/people.ts';
import { createPersonas } from './world/personas.ts';
import { hashText, mix } from './world/random.ts';
import { createSignals, type Signal } from './world/signals.ts';

export type DomainOptions = {
  readonly name: string;
  readonly seed: number;
  readonly cases: number;
  readonly threats: number;
  readonly users: number;
  readonly nhi: number;
  readonly drift: number;
  readonly order: ListOrderName;
  readonly clock: Clock;
};

/** One customer: everything that a key of this domain can see, generated from the seed and the domain's name. */
export const createDomain = (options: DomainOptions) => {
  const { name, order, clock } = options;
  const key = mix(options.seed, hashText(name));
  const startMs = clock.now();
  const people = createPeople({ domain: name, key, size: options.users, startMs });
  const layout = createLayout({ key, people, cases: options.cases, threats: options.threats, startMs });
  const signals = createSignals({ key, seedbed: layout.threatSeeds, people });
  const files = createCases({ key, layout, people, startMs, signalAt: signals.at });

  const threats = createFeed<Signal>(
    {
      seedbed: layout.threatSeeds,
      traits: {
        owners: people.size,
        classes: SCENARIOS.length,
        ownerAt: layout.personOfThreat,
        classAt: layout.scenarioOfThreat,
      },
      itemAt: signals.at,
      idOf: ({ threat }) => threat.event_id,
      createdMsOf: ({ threat }) => Date.parse(threat.created_at),
    },
    order,
    clock.elapsedMs,
  );
  const cases = createFeed<CaseFile>(
    {
      seedbed: layout.caseSeeds,
      traits: {
        owners: people.size,
        classes: CASE_CLASSES,
        ownerAt: layout.personOfCase,
        classAt: (number) => caseClass(layout.stateOfCase(number), layout.typeOfCase(number)),
      },
      itemAt: files.fileAt,
      idOf: ({ body }) => body.case_id,
      createdMsOf: ({ body }) => Date.parse(body.created_at),
    },
    order,
    clock.elapsedMs,
  );
  const fleet = createFleet({ key, size: options.nhi, people, startMs });
  const users = createFixedListing(people, order);
  const identities = createFixedListing(fleet, order);

  return {
    name,
    key,
    clock,
    people,
    users,
    threats,
    cases,
    fleet,
    identities,
    threatIdAt: layout.threatSeeds.ids.idAt,
    sizes: { cases: options.cases, threats: options.threats },
    personas: createPersonas({ key, people, startMs }),
    nhiPersonas: createNhiPersonas({ key, fleet, people, startMs }),
    drift: createDriftEvents({ key, size: options.drift, people, startMs }),
    connectors: createConnectors({ key, startMs, now: clock.now }),
    readiness: createReadiness(clock),
    setOrder: (next: ListOrderName): void => {
      for (const listing of [threats, cases, users, identities]) listing.setOrder(next);
    },
  };
};

export type Domain = ReturnType<typeof createDomain>;
