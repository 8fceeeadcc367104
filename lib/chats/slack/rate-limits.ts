/**
 * How often Slack lets us. It takes a post a second for each channel; a little more is left, since two that were sent so
 * far apart may arrive closer together. Updates and reads it counts for the whole app, and says when it is too much.
 */
export const slackRateLimits = (channel: string) => ({
  post: { name: `slack#post#${channel}`, gapMs: 1_100 },
  update: { name: 'slack#update', gapMs: 0 },
  read: { name: 'slack#read', gapMs: 0 },
});
