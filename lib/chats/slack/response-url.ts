/** Where Slack's own `response_url`s are. The composition root hands in others, as those of a stand-in. */
export const SLACK_RESPONSE_ORIGINS: readonly string[] = ['https://hooks.slack.com'];

/** The address, when it is on one of these origins and nowhere else; else null. */
export function allowedResponseUrl(text: string, origins: readonly string[]): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.username || url.password) return null;
  return origins.includes(url.origin) ? url : null;
}
