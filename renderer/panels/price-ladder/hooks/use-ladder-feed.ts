import { useEffect, useState } from 'react'
import { add, ZERO_QUANTITY } from '../../../../shared/domain/decimal.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import {
  otherSide,
  type EventOutcome,
} from '../../../../shared/domain/instruments/event-contract.js'
import { priceKey } from '../../../../shared/domain/instruments/price-grid.js'
import { outcomeDepth } from '../../../../shared/domain/market/outcome-depth.js'
import type { Depth, Tick } from '../../../../shared/domain/market/quote.js'
import { bodyOf } from '../../../bridge/stream.js'
import { useMainWindow } from '../../../stores/context.js'
import type { TradedVolume } from '../model/ladder-rows.js'

/** The book and the trades of one instrument. */
export interface LadderFeed {
  readonly depth: Depth | null
  readonly freshness: 'loading' | 'live' | 'stale'
  readonly volume: TradedVolume
  /** The trades of the newest frame, for the places in the queue; the same array until the next. */
  readonly trades: readonly Tick[]
}

const NO_TRADES: readonly Tick[] = []
const EMPTY: LadderFeed = {
  depth: null,
  freshness: 'loading',
  volume: { byPrice: new Map(), lastSize: null },
  trades: NO_TRADES,
}

/** Returns the volume with further trades, given oldest first. */
export function withTrades(volume: TradedVolume, ticks: readonly Tick[]): TradedVolume {
  const byPrice = new Map(volume.byPrice)
  for (const { price, size } of ticks) {
    const key = priceKey(price)
    byPrice.set(key, { price, size: add(byPrice.get(key)?.size ?? ZERO_QUANTITY, size) })
  }
  return { byPrice, lastSize: ticks.at(-1)?.size ?? volume.lastSize }
}

/**
 * Streams the book and the trades of an instrument while the ladder is seen; what was known last
 * stays while it is not. At most one new state per animation frame and stream.
 */
export function useLadderFeed(symbol: Symbol, outcome: EventOutcome, isShown: boolean): LadderFeed {
  const { openStream } = useMainWindow()
  const [feed, setFeed] = useState(EMPTY)
  useEffect(() => setFeed(EMPTY), [symbol, outcome])
  useEffect(() => {
    if (!isShown) return undefined
    const closeDepth = openStream([{ kind: 'depth', symbol }], (frame, topic) => {
      if (topic.kind !== 'depth') return
      if (frame.kind === 'gap') return setFeed((before) => ({ ...before, freshness: 'stale' }))
      const depth = bodyOf(frame, topic)
      const own = depth === null ? null : outcomeDepth(depth, outcome)
      setFeed((before) => ({ ...before, depth: own, freshness: 'live' }))
    })
    const closeTicks = openStream([{ kind: 'ticks', symbol }], (frame, topic) => {
      if (topic.kind !== 'ticks' || frame.kind === 'gap') return
      const sent = bodyOf(frame, topic) ?? NO_TRADES
      const ticks =
        outcome === 'yes' ? sent : sent.map((tick) => ({ ...tick, price: otherSide(tick.price) }))
      const isSnapshot = frame.kind === 'snapshot'
      setFeed((before) => ({
        ...before,
        volume: withTrades(isSnapshot ? EMPTY.volume : before.volume, ticks),
        // What a snapshot repeats has been counted, or was before the orders.
        trades: isSnapshot ? NO_TRADES : ticks,
      }))
    })
    return () => {
      closeDepth()
      closeTicks()
    }
  }, [openStream, symbol, outcome, isShown])
  return feed
}
