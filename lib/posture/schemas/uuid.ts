const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Any version and variant: we do not judge who issued an identifier. */
export const isUuid = (text: string): boolean => UUID.test(text);
