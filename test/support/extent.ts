/** `quick` is `npm test`, `full` is `npm run test:full`, and `whole` leaves out nothing of what stands in a list. */
const EXTENT = process.env.TEST_EXTENT ?? 'quick';

/** Whether everything runs that `npm test` has no time for. */
export const IS_FULL = EXTENT !== 'quick';

/** Of so many examples or histories, those that `npm test` plays: the first ones of the same seed. */
export const shareOf = (all: number, part = 10): number => (IS_FULL ? all : Math.ceil(all / part));

/** Of a list of mistakes that are planted one by one, those that are planted: every so-manieth, unless the whole is asked for. */
export function someOf<One>(
  all: readonly One[],
  every: { readonly quick: number; readonly full: number },
): One[] {
  const step = EXTENT === 'whole' ? 1 : IS_FULL ? every.full : every.quick;
  return all.filter((_, index) => index % step === 0);
}
