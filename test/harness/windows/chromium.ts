import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The reason for skipping tests that need a browser. */
export const NO_CHROMIUM = 'no Chromium or Chrome is installed'

/** Finds the system's browser, because Playwright's is a separate download. */
export function findChromium(): string | undefined {
  return PLACES.find((path) => existsSync(path))
}

/**
 * Starts a real headless browser with an empty profile and additional command-line `args`. The
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
