export function shownDigest(): string;
export const noteFile: string;
export function describeStale(digest: string, noted: string, isCi: boolean): string | null;
export function staleNow(isCi: boolean): string | null;
