import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/slow/**', '**/*.slow.test.ts'],
    testTimeout: 30_000,
    // One worker for each core, used for file after file: half of the time of a process for each file on one core.
    maxWorkers: '100%',
    isolate: false,
  },
});
