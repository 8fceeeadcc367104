/** The one table, in words that the stack, the ledger and the tests all read. */
export const tableDefinition = {
  partitionKey: { name: 'pk', type: 'S' },
  sortKey: { name: 'sk', type: 'S' },
  indexes: [
    {
      /** Sparse: a row is in it only while it has the attribute `todo`, the name of a list. */
      name: 'todo',
      partitionKey: { name: 'todo', type: 'S' },
      sortKey: { name: 'todoAt', type: 'S' },
      projection: 'KEYS_ONLY',
    },
    {
      /** Of items that a queue did not take, and of all that earlier versions left unfinished. */
      name: 'unfinished',
      partitionKey: { name: 'unfinished', type: 'S' },
      sortKey: { name: 'unfinishedSince', type: 'N' },
      projection: 'ALL',
    },
  ],
  timeToLiveAttribute: 'expiresAtSeconds',
} as const;
