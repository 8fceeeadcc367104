/** What Slack takes, in characters unless it says otherwise. Counted in UTF-16 units, which is never too few. */
export const LIMITS = {
  /** The top-level text of a message; an update takes no more. */
  text: 4_000,
  blocks: 50,
  viewBlocks: 100,
  actionElements: 25,
  contextElements: 10,
  buttonText: 75,
  buttonValue: 2_000,
  placeholder: 150,
  optionText: 75,
  optionValue: 150,
  optionDescription: 75,
  overflowOptions: 5,
  selectOptions: 100,
  radioOptions: 10,
  confirmTitle: 100,
  confirmText: 300,
  confirmButton: 30,
  modalTitle: 24,
  modalButton: 24,
  inputLength: 3_000,
  label: 2_000,
  privateMetadata: 3_000,
  id: 255,
  /** Without the header. */
  tableRows: 100,
  tablePage: 10,
  /** Not documented: all texts of the blocks together fail somewhere above 11,000. */
  blockTexts: 9_000,
} as const;
