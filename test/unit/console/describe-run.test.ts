import { describe, expect, it } from 'vitest';
import { describeRun } from '../../../console/local-home/describe-run.ts';
import { configOf } from './harness.ts';

const aboutWith = (more: Parameters<typeof configOf>[0]) =>
  describeRun({ config: configOf(more), standIns: {} });

describe('what runs here', () => {
  it('says whether cases have buttons anywhere', () => {
    expect(aboutWith({}).decidable).toBe(true);
    const hook = { type: 'webhook', url: 'https://hooks.example.com/x', secret: '/pb/hook' } as const;
    const only = { destinations: { hook }, routes: [{ name: 'everything', to: 'hook' }] };
    expect(aboutWith(only).decidable).toBe(false);
  });
});
