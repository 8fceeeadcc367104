import type { ClientRequest } from 'node:http';

export function nameOf(request: ClientRequest): string;
