import type { Reporter, TestModule } from 'vitest/node';

/** Says at the end which tests passed only when they were tried once more, and how many those were. */
export class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap(({ children }) => [...children.allTests()]);
    const names = tests
      .filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0)
      .map(({ fullName, module }) => `${module.project.name} ${fullName}`);
    if (names.length === 0) return;
    const count = names.length === 1 ? '1 scene' : `${names.length} scenes`;
    console.log(`${count} needed a second try:\n${names.map((name) => `  ${name}\n`).join('')}`);
  }
}
