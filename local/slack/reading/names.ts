/** Who and what exists here, so that a bare name can be told from a word. */
export type Names = {
  userName(userId: string): string | undefined;
  channelName(channelId: string): string | undefined;
  /** By `@name` or `@handle`. */
  findPerson(name: string): { readonly kind: 'user' | 'group'; readonly id: string } | undefined;
  /** By `#name`. */
  findChannel(name: string): string | undefined;
};
