/** One message for many items begins with how many: `152 new threats`, `3 earlier cases and 9 earlier threats`. */
export const isDigest = (summary: string): boolean =>
  /^\W*\d[\d,]* (new|earlier) (case|threat|item)s?\b/.test(summary);
