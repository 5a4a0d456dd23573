import { fileURLToPath } from 'node:url'
import { runElectron } from '../electron-run.js'
import { pause } from '../pause.js'

/** The page that only sets text. */
export const BARE_APP = fileURLToPath(new URL('bare-app', import.meta.url))
const SETTLE_MS = 3_000
const SAMPLE_MS = 6_000
/** The bare page has as many rows as the window has symbols, and sets each once a frame. */
const ROWS = 50
const FRAMES_PER_SECOND = 60

/** The load of a page: what reached the window that it is the floor of. */
export interface FeedLoad {
  /** Messages a second. */
  readonly sent: number
  /** Texts that changed in a second. */
  readonly texts: number
}

/** Returns the environment of a bare page that gets the same messages and sets as many texts. */
export function bareEnvironment({ sent, texts }: FeedLoad): Readonly<Record<string, string>> {
  const rowChanges = Math.min(sent, ROWS * FRAMES_PER_SECOND)
  return {
    FEED_PER_SECOND: `${Math.round(sent)}`,
    FEED_TEXTS: `${Math.max(1, Math.round(texts / rowChanges))}`,
  }
}

/** What a page costs that only sets text. Times in ms. */
export interface BareFeed {
  /** From the publisher to the text. */
  readonly delays: readonly number[]
  /** From main to the text. */
  readonly mainDelays: readonly number[]
  /** Between two frames. */
  readonly frames: readonly number[]
}

/** Measures the same feed into a page that only sets text. */
export async function bareFeed(load: FeedLoad): Promise<BareFeed> {
  const run = await runElectron(BARE_APP, bareEnvironment(load))
  try {
    await run.page.until('(globalThis.bareFeed?.received ?? 0) > 0', 20_000)
    await pause(SETTLE_MS)
    await run.page.evaluate('(bareFeed.on = true, 0)')
    await pause(SAMPLE_MS)
    return await run.page.evaluate<BareFeed>(
      '(bareFeed.on = false, (({ delays, mainDelays, frames }) => ({ delays, mainDelays, frames }))(bareFeed))',
    )
  } finally {
    await run.stop()
  }
}
