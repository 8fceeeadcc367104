import http from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nameOf } from '../../soak/kills/die.mjs';

function nameOfRequest(method: string, path: string, headers: Record<string, string> = {}): string {
  const request = http.request({ host: '127.0.0.1', port: 9, method, path, headers });
  onTestFinished(() => void request.on('error', () => {}).destroy());
  return nameOf(request);
}

describe('the name of a moment', () => {
  it('is the call, for AWS', () => {
    const headers = { 'x-amz-target': 'DynamoDB_20120810.UpdateItem' };
    expect(nameOfRequest('POST', '/', headers)).toBe('UpdateItem');
  });

  it('is the path without what changes from run to run', () => {
    expect(nameOfRequest('POST', '/api/chat.update?x=1')).toBe('POST /api/chat.update');
    expect(nameOfRequest('POST', '/hooks/actions/76da7cbfa0f4b2c0e1cca8e2')).toBe('POST /hooks/actions/*');
    expect(nameOfRequest('POST', '/hooks/actions/ff12b34e65b8b4cb3c7b47ae')).toBe('POST /hooks/actions/*');
    const caseId = '7f3e2a10-0c3d-4b8e-8f21-6d9a2c5e7b02';
    expect(nameOfRequest('POST', `/cases/${caseId}/verdict`)).toBe('POST /cases/*/verdict');
  });
});
