// Builds the dashboard into `dist`, which the control plane serves under a strict content policy:
// nothing inline, so fonts and small assets stay files.
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.LEVELRAIL_URL ?? 'http://127.0.0.1:8080'

export default defineConfig({
  base: '/',
  plugins: [react(), tailwindcss()],
  resolve: { alias: [{ find: /^typebox$/, replacement: join(import.meta.dirname, 'app/api/no-schemas.ts') }] },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { '/api': server, '/healthz': server } },
})
