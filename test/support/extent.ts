/** Whether all of it runs (`npm run test:full`), or what `npm test` has time for. */
export const IS_FULL = process.env.TEST_EXTENT === 'full';
