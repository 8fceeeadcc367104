/** Something no person could do in Teams: click what is not there, or write where they are not. */
export class NotPossible extends Error {
  readonly code = 'not-possible';

  constructor(sentence: string) {
    super(sentence);
    this.name = 'NotPossible';
  }
}
