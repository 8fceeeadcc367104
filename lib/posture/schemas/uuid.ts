const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Any version and variant: who stamps an identifier is not ours to judge. */
export const isUuid = (text: string): boolean => UUID.test(text);
