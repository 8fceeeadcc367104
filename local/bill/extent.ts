/** How much `npm run bill` counts before it scales up. */
export const MEASURED = { idleMinutes: 15, rounds: 10, perRound: 10 };
/** As much as a test counts: the same in less time, since every minute is alike. */
export const TESTED = { idleMinutes: 3, rounds: 2, perRound: 10 };
