import type { IncomingHttpHeaders } from 'node:http';

/** What is checked on a request before anything else. Tests leave one out, and see what gets through. */
export type PortCheck = 'host' | 'origin' | 'site';

export interface PortGuardOptions {
  /** Paths that a page elsewhere may link to. They must be harmless to open, and contain no secret. */
  readonly pages?: readonly string[];
  /**
   * Meant to be called from elsewhere too, through a tunnel: any Host is accepted. Requests there are signed, and no
   * browser belongs there.
   */
  readonly isPublic?: boolean;
  readonly unchecked?: readonly PortCheck[];
}

export interface Knock {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** This machine by a name that no DNS answer can redirect, with any port: it may be forwarded. */
export const isLocalHost = (host: string): boolean =>
  /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i.test(host);

/**
 * Keeps web pages out of a port on this machine, on every path: no request under a name that was pointed at this machine
 * (Host), and none from a page of another origin (Origin, and Sec-Fetch-Site if a browser sends no Origin). Returns the
 * sentence to refuse it with, or undefined.
 */
export function createPortGuard({ pages = [], isPublic = false, unchecked = [] }: PortGuardOptions = {}) {
  const checks = (check: PortCheck) => !unchecked.includes(check);
  return function guard({ method, path, headers }: Knock): string | undefined {
    const host = headers.host ?? '';
    const origin = headers.origin?.toLowerCase();
    const site = headers['sec-fetch-site'];
    if (checks('host') && !isPublic && !isLocalHost(host))
      return 'This port answers to 127.0.0.1, localhost and [::1] only: use one of these names.';
    const isOwnOrigin = origin === `http://${host.toLowerCase()}` && !isPublic;
    if (checks('origin') && origin !== undefined && !isOwnOrigin)
      return 'This port does not answer pages of another origin.';
    const isFromElsewhere = site !== undefined && site !== 'same-origin' && site !== 'none';
    const isLink = method === 'GET' && pages.includes(path) && headers['sec-fetch-dest'] === 'document';
    if (checks('site') && isFromElsewhere && !isLink)
      return 'This port does not answer pages of another site.';
    return undefined;
  };
}

export type PortGuard = ReturnType<typeof createPortGuard>;
