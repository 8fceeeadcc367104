/** Who and what exists here, to tell a bare name from a word. */
export type Names = {
  userName(userId: string): string | undefined;
  channelName(channelId: string): string | undefined;
  /** By `@name` or `@handle`. */
  findPerson(name: string): { readonly kind: 'user' | 'group'; readonly id: string } | undefined;
  /** By `#name`. */
  findChannel(name: string): string | undefined;
};
