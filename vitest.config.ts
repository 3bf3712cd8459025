// Test projects: what each needs is in its name. `scripts/test.mjs` prepares the machine and picks them.
import { defineConfig } from 'vitest/config'

const slow = { testTimeout: 240_000, hookTimeout: 300_000 }
/** Files that start nothing of their own share what is loaded, and both cores of a small machine. */
const shared = { isolate: false, maxWorkers: 2, sequence: { groupOrder: 0 } }
/** One file after another: what they start needs the machine. */
const alone = { sequence: { groupOrder: 1 } }
const hours = { testTimeout: 3 * 3_600_000, hookTimeout: 300_000 }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'pure',
          include: ['packages/*/src/**/*.test.ts', 'scripts/*.test.ts'],
          exclude: ['**/*-store.test.ts'],
          // They take milliseconds; a machine that does much else at once may need more.
          testTimeout: 60_000,
          ...shared,
        },
      },
      {
        test: {
          name: 'store',
          include: ['packages/server/src/**/*-store.test.ts', 'packages/server/test/store/**/*.test.ts'],
          ...slow,
          ...shared,
        },
      },
      { test: { name: 'api', include: ['packages/server/test/api/**/*.test.ts'], ...slow, ...shared } },
      {
        test: {
          name: 'process',
          include: ['packages/server/test/process/**/*.test.ts', 'packages/cli/test/**/*.test.ts'],
          ...slow,
          ...alone,
        },
      },
      { test: { name: 'crash', include: ['packages/server/test/crash/**/*.test.ts'], ...hours, ...alone } },
      {
        test: {
          name: 'engine',
          include: ['packages/server/test/engine/**/*.test.ts', 'packages/server/test/host/**/*.test.ts'],
          ...slow,
          ...alone,
        },
      },
      { test: { name: 'browser', include: ['packages/dashboard/test/**/*.test.ts'], ...slow, ...alone } },
    ],
  },
})
