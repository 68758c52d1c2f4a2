import { defineConfig } from 'vitest/config';

/** What takes minutes: run by `npm run test:slow`, apart from the tests of every change. */
export default defineConfig({
  test: {
    include: ['test/slow/**/*.test.ts', 'test/**/*.slow.test.ts'],
    testTimeout: 600_000,
    maxWorkers: '100%',
    isolate: false,
  },
});
