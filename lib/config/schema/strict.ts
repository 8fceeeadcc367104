import * as z from 'zod/mini';

type Shape = Record<string, z.core.$ZodType>;

/**
 * An object in which every unknown key is its own problem. zod's strict object names the unknown keys but not the known
 * ones, so it could suggest nothing.
 */
export const strict = <S extends Shape>(shape: S): z.ZodMiniObject<S, z.core.$strict> => {
  const unknownKey = z.custom(() => false, { params: { knownKeys: Object.keys(shape) } });
  // From outside it is a strict object: the catch-all only ever rejects.
  return z.catchall(z.object(shape), unknownKey) as unknown as z.ZodMiniObject<S, z.core.$strict>;
};

/** A text under a rule that returns what is wrong with it, or null. */
export const textThat = (judge: (text: string) => Judgement): z.ZodMiniString<string> =>
  z.string(wantedBy(judge(''))).check((payload) => {
    const judgement = judge(payload.value);
    if (judgement === null) return;
    const { message, suggestion } =
      typeof judgement === 'string' ? { message: judgement, suggestion: undefined } : judgement;
    payload.issues.push({
      code: 'custom',
      message,
      path: [],
      input: payload.value,
      params: { suggestion },
    });
  });

/** What a rule says about an empty text describes what it wants, if it begins that way. */
const wantedBy = (judgement: Judgement): string | undefined =>
  typeof judgement === 'string' && judgement.startsWith('must be ') ? judgement : undefined;

type Judgement = null | string | { readonly message: string; readonly suggestion: string };

/** A closed choice. `wanted` names the alternatives if the choice is only one of the possible forms. */
export const choice = <const V extends readonly string[]>(
  values: V,
  wanted = `one of ${values.join(', ')}`,
) => z.enum(values, `must be ${wanted}`);

export const wholeNumber = (atLeast: number, atMost: number, example = Math.max(atLeast, 10)) => {
  const wanted = `must be a whole number from ${atLeast} to ${atMost}`;
  return z
    .number(`${wanted}, like ${example}`)
    .check(z.refine((value) => Number.isInteger(value) && value >= atLeast && value <= atMost, wanted));
};

/** One text or a list of them, always a list afterwards. */
export const oneOrMany = <T extends string>(
  schema: z.ZodMiniType<T, T>,
  wanted = 'must be a text or a list of texts',
): z.ZodMiniType<T[], T | T[]> =>
  z.pipe(
    z.union([schema, z.array(schema).check(z.minLength(1, 'is empty'))], wanted),
    z.transform((value: T | T[]) => (Array.isArray(value) ? value : [value])),
  ) as z.ZodMiniType<T[], T | T[]>;
