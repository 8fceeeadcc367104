interface Clicked {
  readonly outcome: { readonly kind: string; readonly status?: number };
}

const MOST_TRIES = 5;

/**
 * On a busy machine AWS may be too slow for the function, which then says so, or the function itself too slow for the
 * API. Whoever clicked is told, and presses again.
 */
export async function untilTaken<R extends Clicked>(
  click: () => Promise<R>,
  isNotTaken: (result: R) => boolean,
): Promise<R> {
  for (let tries = 1; ; tries++) {
    const result = await click();
    const again = result.outcome.status === 503 || isNotTaken(result);
    if (!again || tries === MOST_TRIES) return result;
  }
}
