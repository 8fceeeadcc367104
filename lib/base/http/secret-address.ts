const THIS_MACHINE = /^(127\.0\.0\.1|\[::1\]|localhost)$/;

/** The address if a secret may be sent there: https, or plain http to this machine itself; otherwise null. */
export function secretAddress(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.username || url.password) return null;
  const isHere = url.protocol === 'http:' && THIS_MACHINE.test(url.hostname);
  return isHere || url.protocol === 'https:' ? url : null;
}
