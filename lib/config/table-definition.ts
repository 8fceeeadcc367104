/** The one table, in words that the stack, the ledger and the tests all read. */
export const tableDefinition = {
  partitionKey: { name: 'pk', type: 'S' },
  sortKey: { name: 'sk', type: 'S' },
  indexes: [
    {
      /** Sparse: a row is in it only while it has the attribute `unfinished`. All attributes are projected. */
      name: 'unfinished',
      partitionKey: { name: 'unfinished', type: 'S' },
      sortKey: { name: 'unfinishedSince', type: 'N' },
    },
  ],
  timeToLiveAttribute: 'expiresAtSeconds',
} as const;
