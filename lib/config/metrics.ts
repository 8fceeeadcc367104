import type { Clock } from '../base/clock.ts';
import { embedMetrics, type Unit } from '../base/embedded-metrics.ts';
import { print } from '../base/terminal.ts';

export const METRIC_NAMESPACE = 'PostureBridge';

interface SubjectMetrics {
  readonly dimensions: readonly string[];
  readonly units: Readonly<Record<string, Unit>>;
}

/** Every metric, by its subject. Functions write no others, and alarms and charts watch no others. */
export const METRICS = {
  feed: {
    dimensions: ['Domain', 'Feed'],
    units: {
      PollSucceeded: 'Count',
      PollFailed: 'Count',
      Unauthorized: 'Count',
      FeedUnreadable: 'Count',
      FeedLag: 'Seconds',
      ClockDifference: 'Seconds',
      ItemsAnnounced: 'Count',
      ItemsUnreadable: 'Count',
      ItemsNotTaken: 'Count',
      ApiRequests: 'Count',
    },
  },
  domain: {
    dimensions: ['Domain'],
    units: {
      ItemsShadowed: 'Count',
      ItemsUnrouted: 'Count',
      VerdictRecorded: 'Count',
      VerdictFailed: 'Count',
      VerdictDenied: 'Count',
      TimeToVerdict: 'Milliseconds',
    },
  },
  surface: {
    dimensions: ['Surface'],
    units: {
      MessagesPosted: 'Count',
      MessagesUpdated: 'Count',
      MessagesParked: 'Count',
      PossibleRepeats: 'Count',
      TimeToPost: 'Milliseconds',
      RequestsRefused: 'Count',
      RequestsDisputed: 'Count',
      RequestsTaken: 'Count',
      ClicksLost: 'Count',
    },
  },
  requeued: {
    dimensions: ['What'],
    units: { Requeued: 'Count' },
  },
  bridge: {
    dimensions: [],
    units: {
      /** 1 if nothing is wrong, 0 if something is. */
      Healthy: 'Count',
      ReconcilerRan: 'Count',
      DestinationsClosed: 'Count',
      TrailArchived: 'Count',
      TrailChanged: 'Count',
    },
  },
} as const satisfies Record<string, SubjectMetrics>;

type Table = typeof METRICS;
export type MetricSubject = keyof Table;
export type MetricOf<Subject extends MetricSubject> = keyof Table[Subject]['units'];
export type DimensionsOf<Subject extends MetricSubject> = Readonly<
  Record<Table[Subject]['dimensions'][number], string>
>;

export type MetricName = { [Subject in MetricSubject]: MetricOf<Subject> }[MetricSubject];
export type SubjectOf<Name extends MetricName> = {
  [Subject in MetricSubject]: Name extends MetricOf<Subject> ? Subject : never;
}[MetricSubject];

/** Measurements of one subject at one time: `metrics('surface', { Surface: 'slack' }, { MessagesPosted: 1 })`. */
export type Metrics = <Subject extends MetricSubject>(
  subject: Subject,
  dimensions: DimensionsOf<Subject>,
  values: Readonly<Partial<Record<MetricOf<Subject>, number>>>,
) => void;

/**
 * Functions write and alarms watch with these. All contain the name of the bridge: without it, the polls of a staging
 * bridge would keep the alarms of a dead production bridge quiet.
 */
export const allDimensions = (
  bridge: string,
  own: Readonly<Record<string, string>>,
): Record<string, string> => ({ Bridge: bridge, ...own });

/** How much CloudWatch gets, as configured. Each metric that is written costs money. */
export type Monitoring = 'lean' | 'full' | 'none';
const isWritten: Readonly<Record<Monitoring, (name: string) => boolean>> = {
  full: () => true,
  lean: (name) => name === 'Healthy',
  none: () => false,
};

export interface MetricsParts {
  readonly bridge: string;
  readonly monitoring: Monitoring;
  readonly clock: Clock;
  readonly write?: (line: string) => void;
}

export const createMetrics =
  ({ bridge, monitoring, clock, write = print }: MetricsParts): Metrics =>
  (subject, own, values) => {
    const told = Object.entries<number | undefined>(values).filter(([name]) => isWritten[monitoring](name));
    if (told.length === 0) return;
    const dimensions = allDimensions(bridge, own);
    const { units } = METRICS[subject];
    const some = Object.fromEntries(told);
    write(embedMetrics({ namespace: METRIC_NAMESPACE, dimensions, units, values: some }, clock));
  };
