import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Why a test that needs a browser is skipped where there is none. */
export const NO_CHROMIUM = 'no Chromium or Chrome is installed'

/** The system's own browser: Playwright's is a separate download. */
export function findChromium(): string | undefined {
  return PLACES.find((path) => existsSync(path))
}

/**
 * A real browser without a window, with an empty profile and further command-line `args`. The
 * caller closes it.
 */
export async function launchChromium(args: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error(NO_CHROMIUM)
  // Chromium refuses to run its sandbox as root.
  return chromium.launch({
    executablePath,
    headless: true,
    args: [...args],
    chromiumSandbox: process.getuid?.() !== 0,
  })
}
