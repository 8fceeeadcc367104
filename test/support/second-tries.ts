import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Why the first try failed: its first line, which says what was waited for. */
const firstProblem = (test: TestCase): string =>
  test.result().errors?.[0]?.message.split('\n').slice(0, 3).join(' ') ?? 'no reason is known';

/** Says at the end which tests passed only when they were tried once more, and why. */
export class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap(({ children }) => [...children.allTests()]);
    const names = tests
      .filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0)
      .map((test) => `${test.module.project.name} ${test.fullName}\n    ${firstProblem(test)}`);
    if (names.length === 0) return;
    const count = names.length === 1 ? '1 scene' : `${names.length} scenes`;
    console.log(`${count} needed a second try:\n${names.map((name) => `  ${name}\n`).join('')}`);
  }
}
