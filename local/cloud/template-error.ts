/** Something in the template that the local cloud does not understand, or that AWS would refuse. */
export class TemplateError extends Error {
  readonly code = 'template';

  readonly logicalId: string;

  constructor(logicalId: string, sentence: string) {
    super(`${logicalId}: ${sentence}`);
    this.logicalId = logicalId;
  }
}
