/** Something that no person could do in the chat: click what is not there, or submit what is not open. */
export class NotPossible extends Error {
  readonly code = 'not-possible';

  constructor(sentence: string) {
    super(sentence);
    this.name = 'NotPossible';
  }
}
