/** Whether all of it runs (`npm run test:full`), or what `npm test` has time for. */
export const IS_FULL = process.env.TEST_EXTENT === 'full';

/** Of so many examples or histories, those that `npm test` plays: the first ones of the same seed. */
export const shareOf = (all: number, part = 10): number => (IS_FULL ? all : Math.ceil(all / part));
