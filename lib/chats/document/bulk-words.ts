export const BULK = {
  button: 'Decide several…',
  title: 'Decide several cases',
  looking: 'Looking up the cases…',
  cases: 'Cases',
  submit: 'Decide',
  chooseCases: 'Choose the cases.',
  none: 'None of these cases can be decided here right now.',
  altered: 'This list is out of date, or was made for somebody else. Nothing was recorded.',
  changed: 'The list has changed. Nothing was recorded. Open it again.',
} as const;

/** `Decide 26 to 50…`, where one button cannot carry them all. */
export const bulkLabel = (lists: readonly { readonly length: number }[], index: number): string => {
  if (lists.length === 1) return BULK.button;
  const before = lists.slice(0, index).reduce((sum, { length }) => sum + length, 0);
  return `Decide ${before + 1} to ${before + (lists[index]?.length ?? 0)}…`;
};
