/** The one table, defined for the stack, the ledger and the tests. */
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
      /** Sparse too: rows that need action from a certain moment on, like an item that a queue did not take. */
      name: 'due',
      partitionKey: { name: 'due', type: 'S' },
      sortKey: { name: 'dueAtMs', type: 'N' },
      projection: 'KEYS_ONLY',
    },
  ],
  timeToLiveAttribute: 'expiresAtSeconds',
} as const;
