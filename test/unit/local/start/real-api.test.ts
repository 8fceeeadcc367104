import { describe, expect, it } from 'vitest';
import { parseEnv, readEnv } from '../../../../local/start/env-file.ts';
import { readRealApi } from '../../../../local/start/real-systems.ts';

const POSTURE_BASE_URL = 'https://posture.example/api/v1/external/';
const POSTURE_API_KEY = 'k-secret';

describe('the real API', () => {
  it('is used when its address and key are there', () => {
    expect(readRealApi({ POSTURE_BASE_URL, POSTURE_API_KEY: ` ${POSTURE_API_KEY}\n` })).toEqual({
      baseUrl: 'https://posture.example/api/v1/external',
      key: 'k-secret',
    });
    expect(readRealApi({})).toBeUndefined();
    expect(readRealApi({ POSTURE_BASE_URL: '', POSTURE_API_KEY: '' })).toBeUndefined();
  });

  it.each([
    [{ POSTURE_BASE_URL }, 'POSTURE_BASE_URL is set and POSTURE_API_KEY is not.'],
    [{ POSTURE_API_KEY }, 'POSTURE_API_KEY is set and POSTURE_BASE_URL is not.'],
    [
      { POSTURE_BASE_URL: 'http://example.com', POSTURE_API_KEY },
      'POSTURE_BASE_URL must be an https address.',
    ],
    [{ POSTURE_BASE_URL: 'k-secret', POSTURE_API_KEY }, 'POSTURE_BASE_URL must be an address'],
    [
      { POSTURE_BASE_URL: `${POSTURE_BASE_URL}?a=1`, POSTURE_API_KEY },
      'POSTURE_BASE_URL must not have a query',
    ],
    [{ POSTURE_BASE_URL, POSTURE_API_KEY: 'k-secret two' }, 'POSTURE_API_KEY holds characters'],
  ])('is refused in a sentence without any value: %#', (env, sentence) => {
    const refused = () => readRealApi(env);
    expect(refused).toThrow(sentence);
    expect(refused).not.toThrow(/k-secret/);
  });
});

describe('a file .env', () => {
  it('is read with quotes, comments and exports', () => {
    const text = '# ours\nA=1\r\nexport B = "two words" # why\nC=\'#3\'\nD=x=y # z\nnot a line\nE=\n';
    expect(parseEnv(text)).toEqual({ A: '1', B: 'two words', C: '#3', D: 'x=y', E: '' });
  });

  it('may be missing', () => {
    expect(readEnv('/nowhere/.env', { A: 'a', B: undefined, C: '' })).toEqual({ A: 'a' });
  });
});
