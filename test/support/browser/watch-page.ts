import type { Page } from 'playwright-core';

/** What a page does that nobody sees. */
export interface Watched {
  /** How many requests it made. */
  requests: number;
  /** Requests that went anywhere but to its own server. */
  readonly strays: string[];
  /** Errors and warnings of its console, and exceptions that nobody caught. */
  readonly complaints: string[];
}

export function watchPage(page: Page, url: string): Watched {
  const { origin } = new URL(url);
  const watched: Watched = { requests: 0, strays: [], complaints: [] };
  page.on('request', (request) => {
    watched.requests += 1;
    if (new URL(request.url()).origin !== origin) watched.strays.push(request.url());
  });
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) watched.complaints.push(message.text());
  });
  page.on('pageerror', (error) => watched.complaints.push(error.stack ?? error.message));
  return watched;
}
