type Outputs = Readonly<Record<string, string>>;

/** The URLs of the stack's queues, by their purpose. */
export interface QueueUrls {
  /** `slack deliveries`, as in the alarms. */
  readonly queue: string;
  readonly url: string | null;
  readonly deadLettersUrl: string | null;
}

/** From the outputs of the stack: `VerdictsQueue` and `VerdictsDeadLetters`. */
export function queuesIn(outputs: Outputs): QueueUrls[] {
  const found = new Map<string, QueueUrls>();
  for (const [id, url] of Object.entries(outputs)) {
    const [, name, kind] = /^(\w+?)(Queue|DeadLetters)$/.exec(id) ?? [];
    if (name === undefined) continue;
    const queue = inWords(name, ' ');
    const before = found.get(queue) ?? { queue, url: null, deadLettersUrl: null };
    found.set(queue, kind === 'Queue' ? { ...before, url } : { ...before, deadLettersUrl: url });
  }
  return [...found.values()];
}

/** The names of functions in AWS, mapped to ours: `NotifySlackFunctionName` belongs to `notify-slack`. */
export const functionIds = (outputs: Outputs): Map<string, string> =>
  new Map(
    Object.entries(outputs).flatMap(([output, functionName]) => {
      const [, name] = /^(.+)FunctionName$/.exec(output) ?? [];
      return name === undefined ? [] : [[functionName, inWords(name, '-')] as const];
    }),
  );

const inWords = (name: string, between: string): string =>
  name.replace(/\B[A-Z]/g, (letter) => `${between}${letter}`).toLowerCase();
