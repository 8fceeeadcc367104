/** Why a request is refused, in a sentence for the person at the page. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code = 'refused';
  readonly retryable = false;
  readonly status: 400 | 404;

  constructor(sentence: string, status: 400 | 404 = 400) {
    super(sentence);
    this.status = status;
  }
}
