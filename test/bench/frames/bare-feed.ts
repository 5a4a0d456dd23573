import { fileURLToPath } from 'node:url'
import { runElectron } from '../electron-run.js'

const APP = fileURLToPath(new URL('bare-app', import.meta.url))
const SETTLE_MS = 3_000
const SAMPLE_MS = 8_000

const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time))

/** What a page costs that only sets text. Times in ms. */
export interface BareFeed {
  /** From the publisher to the text. */
  readonly delays: readonly number[]
  /** Between two frames. */
  readonly frames: readonly number[]
}

/** Measures a feed of so many messages a second into a page that only sets text. */
export async function bareFeed(perSecond: number): Promise<BareFeed> {
  const run = await runElectron(APP, { FEED_PER_SECOND: `${Math.round(perSecond)}` })
  try {
    await run.page.until('(globalThis.bareFeed?.received ?? 0) > 0', 20_000)
    await pause(SETTLE_MS)
    await run.page.evaluate('(bareFeed.on = true, 0)')
    await pause(SAMPLE_MS)
    return await run.page.evaluate<BareFeed>(
      '(bareFeed.on = false, { delays: bareFeed.delays, frames: bareFeed.frames })',
    )
  } finally {
    await run.stop()
  }
}
