export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isList = (value: unknown): value is readonly Json[] => Array.isArray(value);

/** CloudFormation and IAM accept a single value in place of a list of one. */
export const listOf = (value: Json | undefined): readonly Json[] =>
  value === undefined ? [] : isList(value) ? value : [value];
