/** The parts of an OpenAPI document that the documentation page shows. */
export type Schema = {
  type?: string | string[];
  $ref?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  default?: unknown;
  example?: unknown;
};
type Content = { content?: Record<string, { schema?: Schema }> };
export type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
  'x-name-unconfirmed'?: boolean;
};
export type Answer = Content & {
  description?: string;
  headers?: Record<string, { description?: string }>;
};
export type Operation = {
  summary?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: Content;
  responses?: Record<string, Answer>;
};
export type Schemas = Record<string, Schema>;
export type Document = {
  info: { title: string; version: string; description?: string };
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Schemas };
};

/** An operation with its place in the document. */
export type Endpoint = { readonly path: string; readonly method: string; readonly operation: Operation };

export const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);
export const bodyOf = (holder: Content | undefined): Schema | undefined =>
  holder?.content?.['application/json']?.schema;
