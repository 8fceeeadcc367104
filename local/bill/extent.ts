/** How much `npm run bill` counts before it scales up. */
export const MEASURED = { idleMinutes: 30, rounds: 20, perRound: 10 };
/** As much as a test counts: the same in less time, since every minute is alike. */
export const TESTED = { idleMinutes: 5, rounds: 3, perRound: 10 };
