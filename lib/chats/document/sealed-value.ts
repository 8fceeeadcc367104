import * as z from 'zod/mini';
import { parseJson } from '../../base/http/parse-json.ts';
import type { Seal, SealOf } from '../../base/seal.ts';

/** Whether the bridge wrote a value. A value without a seal counts as altered. */
export type Origin = 'genuine' | 'altered';

/**
 * What a button or a form carries as text, until a chat sends it back. `kind` is part of what is sealed, so that a value
 * of one kind never counts as one of another kind.
 */
export const sealedValue = <Shape extends z.core.$ZodShape>(kind: string, longest: number, shape: Shape) => {
  // The parsed fields come in the order of the shape. Writers name them in that order too: equal fields give equal texts.
  const Written = z.object({ ...shape, s: z.optional(z.string()) });
  type Fields = z.output<z.ZodMiniObject<Shape>>;
  const sealedText = (fields: object): string => `${kind} ${asciiJson(fields)}`;
  return {
    /** Null when the text is longer than the chat takes it. */
    write(fields: Fields, sealOf?: SealOf): string | null {
      const value = asciiJson(sealOf ? { ...fields, s: sealOf(sealedText(fields)) } : fields);
      return value.length <= longest ? value : null;
    },

    /** Null for what cannot be read: a client may send anything. */
    read(
      value: unknown,
      seal: Pick<Seal, 'isGenuine'> | null,
    ): { readonly fields: Fields; readonly origin: Origin } | null {
      const json = typeof value === 'string' && value.length <= longest ? parseJson(value) : null;
      const { data } = Written.safeParse(json);
      if (!data) return null;
      const { s = '', ...fields } = data as { s?: string };
      const origin = seal?.isGenuine(sealedText(fields), s) ? 'genuine' : 'altered';
      return { fields: fields as Fields, origin };
    },
  };
};

/** ASCII without `& < >`, which some chats hand back as entities. */
export const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[&<>\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
