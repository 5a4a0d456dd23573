import { chromium, type Browser } from 'playwright'
import { findChromium, NO_CHROMIUM } from '../../run/installed-browser.mjs'

export { findChromium, NO_CHROMIUM } from '../../run/installed-browser.mjs'

/**
 * Starts a real headless browser with an empty profile and additional command-line `args`, without
 * those of the driver in `without`. The caller closes it.
 */
export async function launchChromium(
  args: readonly string[] = [],
  without: readonly string[] = [],
): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error(NO_CHROMIUM)
  // Chromium refuses to run its sandbox as root.
  return chromium.launch({
    executablePath,
    headless: true,
    args: [...args],
    ignoreDefaultArgs: [...without],
    chromiumSandbox: process.getuid?.() !== 0,
  })
}
