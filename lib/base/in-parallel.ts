/**
 * Runs over all inputs, a limited number at a time; the results are in the order of the inputs. After a failure it begins
 * nothing new, and throws only when everything begun has ended: no call outlives its caller.
 */
export async function inParallel<T, R>(
  inputs: readonly T[],
  limit: number,
  run: (input: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = inputs.entries();
  let failed = false;

  async function work() {
    for (const [index, input] of waiting) {
      try {
        results[index] = await run(input, index);
      } catch (error) {
        failed = true;
        throw error;
      }
      if (failed) return;
    }
  }

  const workers = Array.from({ length: Math.min(limit, inputs.length) }, work);
  for (const outcome of await Promise.allSettled(workers)) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
  return results;
}

/** Consecutive parts, none longer than `size` or heavier than `maxWeight` (unless a single element is). */
export function chunk<T>(
  all: readonly T[],
  size: number,
  maxWeight = Number.POSITIVE_INFINITY,
  weigh: (one: T) => number = () => 0,
): T[][] {
  const chunks: T[][] = [];
  let weight = 0;
  for (const one of all) {
    const last = chunks.at(-1);
    const added = weigh(one);
    if (last && last.length < size && weight + added <= maxWeight) {
      last.push(one);
      weight += added;
    } else {
      chunks.push([one]);
      weight = added;
    }
  }
  return chunks;
}
