import { expect, it } from 'vitest';
import { titleOf } from '../../../console/client/health/health-badge.tsx';

it('the tab of the browser counts what is wrong, and only that', () => {
  const problem = { heading: 'Key refused', of: 'acme', sinceMs: null, note: null };
  expect(titleOf('Cases', undefined)).toBe('Cases · posture-bridge');
  expect(titleOf('Cases', { headline: 'The bridge is healthy.', problems: [] })).toBe(
    'Cases · posture-bridge',
  );
  expect(titleOf('Cases', { headline: 'x', problems: [problem, problem] })).toBe(
    '(2) Cases · posture-bridge',
  );
});
