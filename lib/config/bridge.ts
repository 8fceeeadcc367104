import * as z from 'zod/mini';
import { SEVERITIES } from '../posture/severity.ts';
import { Archive } from './archive-settings.ts';
import { Canary } from './canary.ts';
import { Changes } from './changes.ts';
import { chatApps } from './chat-schemas.ts';
import { Connector } from './connector-settings.ts';
import { Destination } from './destinations.ts';
import { Domain } from './domains.ts';
import { Poll } from './poll-settings.ts';
import { Encryption, Network } from './protection.ts';
import { Requests } from './requests.ts';
import { Retention } from './retention.ts';
import { Routes } from './routes.ts';
import { choice, strict, wholeNumber } from './schema/strict.ts';
import { KnownPerson, Verdicts } from './verdicts.ts';

const atLeastOne = (what: string) =>
  z.refine<object>((record) => Object.keys(record).length > 0, `is empty: at least one ${what} is needed`);

/** The shape of a configuration. The cross-checks compare its parts with each other. */
export const Bridge = strict({
  /** One per API key. */
  domains: z.record(z.string(), Domain).check(atLeastOne('domain')),
  /** How often and how far back to look. */
  poll: z.prefault(Poll, {}),
  /** Which connector of the platform brings which sources, by its connector type. */
  connectors: z._default(z.record(z.string(), Connector), {}),
  /** Where cases and threats can go. */
  destinations: z.record(z.string(), Destination).check(atLeastOne('destination')),
  /** The app or bot of each chat; needed with a destination in that chat. */
  ...chatApps,
  /** What goes where. All routes that match apply, unless one of them is final. */
  routes: Routes,
  /** People known in several chats, by a name of your choice: as one person they cannot approve their own decision. */
  people: z._default(z.record(z.string(), KnownPerson), {}),
  /** Who may decide cases, and how; required where people can. */
  verdicts: z.optional(Verdicts),
  storm: z.prefault(
    strict({
      /** More new items than this for one channel in a minute become a digest. */
      threshold: z._default(wholeNumber(1, 10_000), 20),
      /** Cases of this severity or worse always get their own message, never a digest. */
      severe: z._default(choice([...SEVERITIES, 'none']), 'high'),
    }),
    {},
  ),
  /** How the bridge follows open cases in the platform. */
  changes: z.prefault(Changes, {}),
  /** For which cases the thread shows what the platform knows about the person. `severe`: by `storm.severe`. */
  personas: z._default(choice(['all', 'severe', 'none']), 'all'),
  /** How long the ledger keeps data that names people. */
  retention: z.prefault(Retention, {}),
  /** Where the bridge reports its own problems. */
  ops: z.optional(strict({ to: z.string() })),
  /** A regular test of the whole path; off unless given. */
  canary: z.optional(Canary),
  /** The addresses at which chats call the bridge. */
  requests: z.prefault(Requests, {}),
  /** Your own key for all stored data. */
  encryption: z.optional(Encryption),
  /** Your own VPC for the functions. */
  network: z.optional(Network),
  /** A copy of the audit trail that nobody can change. */
  archive: z.optional(Archive),
  /**
   * What CloudWatch gets. `lean`: one metric that says whether the bridge is healthy, and one alarm on it. `full`: all
   * metrics, an alarm for each thing that can go wrong, and a dashboard. `none`: nothing.
   */
  monitoring: z._default(choice(['lean', 'full', 'none']), 'lean'),
});
