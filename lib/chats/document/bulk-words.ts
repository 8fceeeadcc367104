export const BULK = {
  button: 'Decide several…',
  title: 'Decide several cases',
  looking: 'Looking up the cases…',
  cases: 'Cases',
  submit: 'Decide',
  chooseCases: 'Choose the cases.',
  none: 'None of these cases can be decided here now.',
  altered: 'The bridge did not write this list, or wrote it for somebody else. Nothing was recorded.',
  changed: 'The list changed meanwhile. Nothing was recorded: please open it again.',
} as const;

/** `Decide 26 to 50…`, where one button cannot carry them all. */
export const bulkLabel = (lists: readonly { readonly length: number }[], index: number): string => {
  if (lists.length === 1) return BULK.button;
  const before = lists.slice(0, index).reduce((sum, { length }) => sum + length, 0);
  return `Decide ${before + 1} to ${before + (lists[index]?.length ?? 0)}…`;
};
