/** For comparing: upper and lower case are the same, and so are the two ways to write an accented letter. */
export const foldCase = (text: string): string => text.normalize('NFC').toLowerCase();
