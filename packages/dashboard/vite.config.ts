// Builds the dashboard into `dist`, which the control plane serves under a strict content policy:
// nothing inline, so fonts and small assets stay files.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = process.env.LEVELRAIL_URL ?? 'http://127.0.0.1:8080'

export default defineConfig({
  base: '/',
  plugins: [react(), tailwindcss(), compressed()],
  resolve: { alias: [{ find: /^typebox$/, replacement: join(import.meta.dirname, 'app/api/no-schemas.ts') }] },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { '/api': server, '/healthz': server } },
})

/** Compressed once here instead of at every request: the server sends the twin that the browser takes. */
function compressed(): Plugin {
  return {
    name: 'compressed-twins',
    closeBundle() {
      for (const file of globSync(join(import.meta.dirname, 'dist/**/*.{js,css,html,svg}'))) {
        const content = readFileSync(file)
        writeFileSync(`${file}.br`, brotliCompressSync(content))
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
      }
    },
  }
}
