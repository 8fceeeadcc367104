/**
 * How often Slack lets the bridge call. It takes one post a second for each channel; the gap is a little longer, since two posts
 * may arrive closer together than they were sent. Slack counts updates and reads for the whole app, and says when it is too much.
 */
export const slackRateLimits = (channel: string) => ({
  post: { name: `slack#post#${channel}`, gapMs: 1_100 },
  update: { name: 'slack#update', gapMs: 0 },
  read: { name: 'slack#read', gapMs: 0 },
});
