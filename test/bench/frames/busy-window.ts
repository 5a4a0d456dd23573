import { SECURITIES } from '../../../electron/practice/market/securities/listings.js'
import { openMainWindow, type MainWindowPage } from '../../e2e/support/main-window-page.js'
import { whenUsable } from '../usable.js'
import { PAGE_PROBE } from './page-probe.js'
import { pause } from '../pause.js'
import { invoke } from '../page/invoke.js'

/** How many symbols the window watches. */
export const WATCHED = 50
/** The largest difference of two equal prices that are read from texts. */
const HALF_CENT = 0.0051
const SETTLE_MS = 1_500

/** Opens a window with 50 watched symbols, chart, depth, and time & sales, and with the probe. */
export async function openBusyWindow(quotesMs: number): Promise<MainWindowPage> {
  const desk = await openMainWindow({
    suite: 'bench',
    args: [`--practice-quotes-ms=${quotesMs}`],
  })
  const { page } = desk
  try {
    await whenUsable(desk)
    const watchlist = SECURITIES.map(({ listing }) => listing.symbol).slice(0, WATCHED)
    await invoke(page, 'preferences.set', { watchlist, tourDone: true })
    await page.addInitScript(PAGE_PROBE)
    await page.setViewportSize({ width: 1_560, height: 1_380 })
    await page.reload()
    await whenUsable(desk)
    await desk.tab('Time & Sales')
    return desk
  } catch (error) {
    await desk.close()
    throw error
  }
}

/** Returns how many messages a second leave the exchange while `work` runs. */
export async function sentPerSecond(
  desk: MainWindowPage,
  work: () => Promise<void>,
): Promise<number> {
  const { sent } = (await desk.truth()).streams
  const began = performance.now()
  await work()
  return (((await desk.truth()).streams.sent - sent) / (performance.now() - began)) * 1_000
}

/** The last price of each row of the watchlist, as its text says it. */
export const WATCHLIST_PRICES = `Object.fromEntries([...document.querySelectorAll('[data-panel="watchlist"] [role="row"]')].flatMap((row) => {
  const symbol = row.querySelector('.symbol')?.textContent, price = row.querySelector('.tick')?.textContent
  return symbol && price ? [[symbol, Number(price.replaceAll(',', ''))]] : []
}))`

/** The prices that were compared, and the symbols whose price was another one. */
export interface LastValues {
  readonly compared: number
  readonly lost: readonly string[]
}

/**
 * Stops the market, compares the displayed last prices with the exchange's, and lets the market go
 * on.
 */
export async function lostValues(desk: MainWindowPage): Promise<LastValues> {
  await desk.practice({ command: 'clock', speed: 0 })
  await pause(SETTLE_MS)
  const prices = (await desk.page.evaluate(WATCHLIST_PRICES)) as Readonly<Record<string, number>>
  const lost: string[] = []
  for (const [symbol, price] of Object.entries(prices)) {
    const answer = (await invoke(desk.page, 'market.bars', {
      symbol,
      timespan: 'M1',
      before: null,
      count: 1,
    })) as {
      readonly ok: boolean
      readonly value?: { readonly bars: readonly { readonly close: string }[] }
    }
    const close = answer.value?.bars.at(-1)?.close
    if (close === undefined) {
      throw new Error(`no truth for ${symbol}: ${JSON.stringify(answer).slice(0, 160)}`)
    }
    if (Math.abs(Number(close) - price) > HALF_CENT) lost.push(symbol)
  }
  await desk.practice({ command: 'clock', speed: 1 })
  return { compared: Object.keys(prices).length, lost }
}

/** The text of {@link LastValues} in the table. */
export const lostText = ({ compared, lost }: LastValues): string =>
  `${lost.length} of ${compared}${lost.length > 0 ? ` (${lost.join(', ')})` : ''}`

/** NaN where nothing was compared: then nothing is shown. */
export const lostCount = ({ compared, lost }: LastValues): number =>
  compared === 0 ? Number.NaN : lost.length
