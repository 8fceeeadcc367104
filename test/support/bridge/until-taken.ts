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
  for (let tries = 1; ; tries++) {
    const result = await click();
    const again = (result.outcome.status ?? 0) >= 500 || isNotTaken(result);
    if (!again || tries === MOST_TRIES) return result;
  }
}
