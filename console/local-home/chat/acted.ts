import { NotPossible } from '../../../local/stand-in-kit/not-possible.ts';
import type { Acted } from '../../wire.ts';

/** What is wrong with a form. */
const errorsIn = (detail: string): string => Object.values(JSON.parse(detail) as object).join(' ');

/** What a stand-in says that the person saw. */
export interface Saw {
  readonly seen: readonly { readonly what: string; readonly detail: string }[];
}

/** What the person saw at once. Changes in a channel or a form arrive through the events; this is the rest. */
export async function acted(
  what: () => Promise<Saw>,
  { isFormShown = false }: { readonly isFormShown?: boolean } = {},
): Promise<Acted> {
  try {
    const { seen } = await what();
    return {
      told: seen.flatMap(({ what: kind, detail }): Acted['told'] => {
        if (kind === 'error') return [{ kind, text: detail }];
        if (kind === 'toast') return [{ kind: 'message', text: detail }];
        // A form that the page shows says so next to its fields.
        return kind === 'view-errors' && !isFormShown ? [{ kind: 'message', text: errorsIn(detail) }] : [];
      }),
    };
  } catch (error) {
    // The page may be behind by more than the chats remember, or the pressed message was deleted.
    if (error instanceof NotPossible) return { told: [{ kind: 'error', text: error.message }] };
    throw error;
  }
}
