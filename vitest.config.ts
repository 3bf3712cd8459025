// Test projects: what each needs is in its name. `scripts/test.mjs` prepares the machine and picks them.
import { defineConfig } from 'vitest/config'

const slow = { testTimeout: 240_000, hookTimeout: 300_000 }
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
        },
      },
      {
        test: {
          name: 'store',
          include: ['packages/server/src/**/*-store.test.ts', 'packages/server/test/store/**/*.test.ts'],
          ...slow,
        },
      },
      { test: { name: 'api', include: ['packages/server/test/api/**/*.test.ts'], ...slow } },
      {
        test: {
          name: 'process',
          include: ['packages/server/test/process/**/*.test.ts', 'packages/cli/test/**/*.test.ts'],
          ...slow,
        },
      },
      { test: { name: 'crash', include: ['packages/server/test/crash/**/*.test.ts'], ...hours } },
      {
        test: {
          name: 'engine',
          include: ['packages/server/test/engine/**/*.test.ts', 'packages/server/test/host/**/*.test.ts'],
          ...slow,
        },
      },
      { test: { name: 'browser', include: ['packages/dashboard/test/**/*.test.ts'], ...slow } },
    ],
  },
})
