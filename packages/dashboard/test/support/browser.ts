// Debian's Chromium through playwright-core; installed when it is missing, as on a bare machine.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const executablePath = '/usr/bin/chromium'

export async function launchBrowser(): Promise<Browser> {
  if (!existsSync(executablePath)) installChromium()
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/** Waits for whoever else holds the package lock. */
function installChromium(): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const wait = ['-o', 'DPkg::Lock::Timeout=300']
  execFileSync('apt-get', [...wait, 'update', '-qq'], { env, stdio: 'inherit' })
  execFileSync('apt-get', [...wait, 'install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
    env,
    stdio: 'inherit',
  })
}
