import { randomUUID } from 'node:crypto';

export interface PutEvent {
  readonly id: string;
  readonly source: string;
  readonly detailType: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly time: number | null;
}

interface Refusal {
  readonly refused: string;
  readonly message: string;
}
type Entry = Readonly<Record<string, unknown>>;

const KEPT = 1_000;
const MOST_ENTRIES = 10;
/** For all entries of a call: source, type, detail, resources, and 14 for a time. */
const MOST_BYTES = 262_144;
const FIELDS = ['EventBusName', 'Source', 'DetailType', 'Detail', 'Time', 'Resources', 'TraceHeader'];
const MOST_TYPE_CHARACTERS = 128;

/** Event buses outside the stack. They keep the latest events; on one machine, nothing goes further. */
export function createBuses() {
  const buses = new Map<string, PutEvent[]>();

  /** Like AWS: a bus that does not exist accepts events and drops them. */
  function put(entry: Entry): object {
    const problem = problemOf(entry);
    if (problem) return problem;
    const id = randomUUID();
    const kept = buses.get(String(entry.EventBusName));
    kept?.push({
      id,
      source: String(entry.Source),
      detailType: String(entry.DetailType),
      detail: JSON.parse(String(entry.Detail)),
      time: typeof entry.Time === 'number' ? entry.Time : null,
    });
    if (kept && kept.length > KEPT) kept.shift();
    return { EventId: id };
  }

  return {
    create: (arn: string): void => void (buses.has(arn) || buses.set(arn, [])),
    /** With everything on it. */
    delete: (arn: string): void => void buses.delete(arn),
    /** What was put there, oldest first. */
    on: (arn: string): readonly PutEvent[] => buses.get(arn) ?? [],
    answer(operation: string, input: Entry): object | Refusal {
      if (operation === 'DescribeEventBus') {
        const arn = String(input.Name);
        return buses.has(arn)
          ? { Arn: arn, Name: arn.replace(/^.*\//, '') }
          : { refused: 'ResourceNotFoundException', message: `Event bus ${arn} does not exist.` };
      }
      const entries = entriesIn(input);
      if (entries.length < 1 || entries.length > MOST_ENTRIES)
        return { refused: 'ValidationException', message: `Entries must be 1 to ${MOST_ENTRIES}.` };
      if (sum(entries.map(bytesOf)) > MOST_BYTES) {
        const message = 'Total size of the entries in the request is over the limit.';
        return { refused: 'ValidationException', message };
      }
      const Entries = entries.map(put);
      return { FailedEntryCount: Entries.filter((one) => 'ErrorCode' in one).length, Entries };
    },
  };
}

export type LocalBuses = ReturnType<typeof createBuses>;

export const entriesIn = ({ Entries }: Entry): readonly Entry[] => (Array.isArray(Entries) ? Entries : []);

function problemOf(entry: Entry): object | null {
  const missing = ['Source', 'DetailType', 'Detail'].find(
    (name) => typeof entry[name] !== 'string' || entry[name] === '',
  );
  if (missing) return failed('InvalidArgument', `Parameter ${missing} is not valid.`);
  const unknown = Object.keys(entry).find((name) => !FIELDS.includes(name));
  if (unknown) return failed('InvalidArgument', `Parameter ${unknown} is not known.`);
  if (String(entry.DetailType).length > MOST_TYPE_CHARACTERS)
    return failed('InvalidArgument', 'Parameter DetailType is too long.');
  if (String(entry.Source).startsWith('aws.'))
    return failed('NotAuthorizedForSourceException', 'Not authorized for the source.');
  return isObjectText(String(entry.Detail)) ? null : failed('MalformedDetail', 'Detail is malformed.');
}

const failed = (ErrorCode: string, ErrorMessage: string) => ({ ErrorCode, ErrorMessage });

function isObjectText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

const bytesOf = ({ Source, DetailType, Detail, Time, Resources }: Entry): number =>
  sum([Source, DetailType, Detail, ...(Array.isArray(Resources) ? Resources : [])].map(textBytes)) +
  (Time === undefined ? 0 : 14);
const textBytes = (value: unknown): number => (typeof value === 'string' ? Buffer.byteLength(value) : 0);
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
