import { NotPossible } from '../../../local/stand-in-kit/not-possible.ts';

interface Clicked {
  readonly outcome: { readonly kind: string; readonly status?: number };
}

const MOST_TRIES = 20;

/**
 * On a busy machine AWS may be too slow for the function, which then says so, or the function itself too slow for the
 * API. The chat tells who clicked, and they press again.
 */
export async function untilTaken<R extends Clicked>(
  click: () => Promise<R>,
  isNotTaken: (result: R) => boolean,
): Promise<R> {
  let last: R | null = null;
  for (let tries = 1; ; tries++) {
    const result: R = await click().catch((error: unknown) => {
      // It was taken after all: what was pressed has gone from the message.
      if (last && error instanceof NotPossible) return last;
      throw error;
    });
    if (result === last) return result;
    last = result;
    const again = (result.outcome.status ?? 0) >= 500 || isNotTaken(result);
    if (!again || tries === MOST_TRIES) return result;
  }
}
