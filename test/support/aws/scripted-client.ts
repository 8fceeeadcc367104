interface Command {
  readonly constructor: { readonly name: string };
  readonly input: unknown;
}

export interface ScriptedClient<Input> {
  /** Fits wherever the client of an AWS service is asked for, since all of them are used through `send`. */
  readonly client: { readonly send: never };
  readonly calls: ReadonlyArray<{ readonly name: string; readonly input: Input }>;
}

/** An SDK client whose answers come from a function. What it throws is what the SDK would throw. */
export function scriptClient<Input>(
  answer: (input: Input, call: number, name: string) => unknown,
): ScriptedClient<Input> {
  const calls: { name: string; input: Input }[] = [];
  const send = async ({ constructor: { name }, input }: Command): Promise<unknown> => {
    calls.push({ name, input: input as Input });
    return answer(input as Input, calls.length, name);
  };
  return { calls, client: { send: send as never } };
}

/** An error as the SDK throws it. */
export function awsFault(name: string, httpStatusCode = 400, message = name): Error {
  return Object.assign(new Error(message), { name, $metadata: { httpStatusCode, attempts: 1 } });
}
