/** The address, when it is on one of these origins and nowhere else; else null. */
export function allowedResponseUrl(text: string, origins: readonly string[]): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.username || url.password) return null;
  return origins.includes(url.origin) ? url : null;
}
