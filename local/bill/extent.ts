/** How much `npm run bill` counts before it scales up. */
export const MEASURED = { idleMinutes: 15, rounds: 10, perRound: 10 };
/** How much a test counts: less, because all minutes are alike. */
export const TESTED = { idleMinutes: 3, rounds: 2, perRound: 10 };
