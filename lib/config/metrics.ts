import type { Clock } from '../platform/clock.ts';
import { embedMetrics, type Unit } from '../platform/embedded-metrics.ts';
import { print } from '../platform/terminal.ts';

export const METRIC_NAMESPACE = 'PostureBridge';

interface SubjectMetrics {
  readonly dimensions: readonly string[];
  readonly units: Readonly<Record<string, Unit>>;
}

/** Every metric, by what it is about. The functions write no other, and alarms and charts watch no other. */
export const METRICS = {
  feed: {
    dimensions: ['Domain', 'Feed'],
    units: {
      PollSucceeded: 'Count',
      PollFailed: 'Count',
      Unauthorized: 'Count',
      FeedResting: 'Count',
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

/** Measures about one subject at one time: `metrics('surface', { Surface: 'slack' }, { MessagesPosted: 1 })`. */
export type Metrics = <Subject extends MetricSubject>(
  subject: Subject,
  dimensions: DimensionsOf<Subject>,
  values: Readonly<Partial<Record<MetricOf<Subject>, number>>>,
) => void;

/**
 * Functions write and alarms watch with these. The name of the bridge is in all of them: without it, the polls of a
 * staging bridge would keep the alarms of a dead production quiet.
 */
export const allDimensions = (
  bridge: string,
  own: Readonly<Record<string, string>>,
): Record<string, string> => ({ Bridge: bridge, ...own });

export const createMetrics =
  (bridge: string, clock: Clock, write: (line: string) => void = print): Metrics =>
  (subject, own, values) => {
    const dimensions = allDimensions(bridge, own);
    const { units } = METRICS[subject];
    write(embedMetrics({ namespace: METRIC_NAMESPACE, dimensions, units, values }, clock));
  };
