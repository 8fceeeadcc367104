import type { Transports } from '../../lib/endpoints/open-endpoints.ts';

const nowhere = (name: string): never => {
  throw new Error(`${name} is of a type that is not played here`);
};

/** For where there are webhooks only. */
export const NO_AWS: Omit<Transports, 'webhook'> = { sqs: nowhere, eventbridge: nowhere };
