export const SECURITY = [{ apiKey: [] }, { bearer: [] }];

export const UNKNOWN_CURSOR = { error: 'next_cursor: there is no item with this identifier.' };
