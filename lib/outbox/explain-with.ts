/** What a chat answers, what that means to people, and what they can do: the first that fits counts. */
export type Explanations = readonly (readonly [reason: RegExp, sentences: string])[];

export const explainWith =
  (explanations: Explanations) =>
  (reason: string): string | undefined =>
    explanations.find(([pattern]) => pattern.test(reason))?.[1];
