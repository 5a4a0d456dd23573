import { existsSync } from 'node:fs'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The reason for skipping tests that need a browser. */
export const NO_CHROMIUM = 'no Chromium or Chrome is installed'

/**
 * Finds the system's browser, because Playwright's is a separate download.
 * @returns {string | undefined} its path
 */
export function findChromium() {
  return PLACES.find((path) => existsSync(path))
}
