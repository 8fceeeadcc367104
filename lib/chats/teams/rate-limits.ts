/**
 * How often Teams lets the bot post. It counts everything that is done in a channel: 7 in a second, 8 in two, 60 in thirty, 1,800 in
 * an hour. The last is the narrowest in the long run. Five at once, because a decision is an update and some replies.
 */
export function teamsRateLimits(channel: string) {
  const limit = { name: `teams#${channel}`, gapMs: 2_050, burst: 5 };
  // Looking is asked of Graph, which counts by itself.
  return { post: limit, update: limit, read: { name: `teams#read#${channel}`, gapMs: 1_000 } };
}
