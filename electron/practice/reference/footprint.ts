import { exchangeClock, exchangeInstant } from '../../../shared/domain/market/exchange-time.js'
import type { RuledSession } from '../../../shared/domain/market/quote.js'
import { DAY_MS, epochMs, type EpochMs } from '../../../shared/domain/time.js'
import type { Market } from '../market/securities/market-types.js'
import type { PriceUnits, SizeUnits } from '../model/units.js'

/** Volume of aggressive buyers and sellers at each price in one interval. */
export interface Footprint {
  readonly time: EpochMs
  readonly session: RuledSession
  readonly bought: Map<PriceUnits, SizeUnits>
  readonly sold: Map<PriceUnits, SizeUnits>
}

export interface FootprintQuery {
  /** The length of one interval, in ms. */
  readonly spanMs: number
  readonly count: number
  readonly sessions: readonly RuledSession[]
  /** True: the interval that has not ended is returned too. */
  readonly includeRunning: boolean
}

/** Maximum calendar days that a footprint reaches back. */
const DAYS = 7

const add = (side: Map<PriceUnits, SizeUnits>, price: PriceUnits, size: SizeUnits): void =>
  void side.set(price, (side.get(price) ?? 0) + size)

/** Returns the newest `count` footprints from the tape, oldest first. */
export function footprints(
  market: Market,
  symbol: string,
  { spanMs, count, sessions, includeRunning }: FootprintQuery,
): Footprint[] {
  const now = market.now()
  const today = exchangeClock(now).day
  const chunks: Footprint[][] = []
  let countedRows = 0
  for (let back = 0; back < DAYS && countedRows < count; back += 1) {
    const day = new Date(Date.parse(`${today}T00:00:00Z`) - back * DAY_MS)
      .toISOString()
      .slice(0, 10)
    const prints: Footprint[] = []
    let last: Footprint | undefined
    market.visitPrints(
      symbol,
      {
        from: exchangeInstant(day, 0),
        to: epochMs(Math.min(now, exchangeInstant(day, 24 * 60 - 1))),
        sessions,
      },
      (time, price, size, buy, session) => {
        const start = Math.floor(time / spanMs) * spanMs
        if (last === undefined || last.time !== start) {
          last = { time: epochMs(start), session, bought: new Map(), sold: new Map() }
          prints.push(last)
        }
        add(buy ? last.bought : last.sold, price, size)
      },
    )
    const selected = prints.filter(({ time }) => includeRunning || time + spanMs <= now + 1)
    chunks.push(selected)
    countedRows += selected.length
  }
  return chunks.reverse().flat().slice(-count)
}
