import { useMemo, useRef } from 'react'
import type { Position } from '../../../../shared/domain/account/account.js'
import { eq, gt, lt, ZERO_QUANTITY, type Quantity } from '../../../../shared/domain/decimal.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { EventOutcome } from '../../../../shared/domain/instruments/event-contract.js'
import { symbolClass } from '../../../../shared/domain/instruments/symbol-class.js'
import type { DepthLevel, Tick } from '../../../../shared/domain/market/quote.js'
import { shownKey } from '../../../chart/market/shown-outcome.js'
import { tradeLines, type OrderLine } from '../../../chart/trading/trade-lines.js'
import { useCurrentRows, useMainWindow, useSelectedAccount } from '../../../stores/context.js'
import { usePositionsIn } from '../../../ui/accounts/use-positions-in.js'
import type { LadderOrder } from '../model/ladder-rows.js'
import { afterTrade, queuePlace, type QueuePlace } from '../model/queue-estimate.js'
import type { LadderFeed } from './use-ladder-feed.js'

const NONE: readonly never[] = []

/** What the person has in the instrument: orders by line, and the position. */
export interface OwnTrades {
  readonly lines: readonly OrderLine[]
  readonly position: Position | null
}

/** Returns the person's orders and position of an instrument in the selected account. */
export function useOwnTrades(symbol: Symbol, outcome: EventOutcome): OwnTrades {
  const mainWindow = useMainWindow()
  const account = useSelectedAccount()
  const orders = useCurrentRows(mainWindow.orders)
  const eventOutcome = symbolClass(symbol) === 'event' ? outcome : null
  const positions = usePositionsIn(shownKey(symbol, eventOutcome))
  return useMemo(() => {
    const source = { account, symbol, outcome: eventOutcome, orders, positions }
    const own = tradeLines({ ...source, alerts: NONE, instructions: NONE })
    return {
      lines: own.filter((line) => line.kind === 'order'),
      position: own.find((line) => line.kind === 'position')?.position ?? null,
    }
  }, [account, symbol, eventOutcome, orders, positions])
}

/** Returns the size that the book shows at the price of an order; null beyond its levels. */
export function shownSize(
  levels: readonly DepthLevel[],
  { side, price }: Pick<OrderLine, 'side' | 'price'>,
): Quantity | null {
  const level = levels.find((known) => eq(known.price, price))
  if (level !== undefined) return level.size
  const deepest = levels.at(-1)
  if (deepest === undefined) return null
  const isBeyond = side === 'buy' ? lt(price, deepest.price) : gt(price, deepest.price)
  return isBeyond ? null : ZERO_QUANTITY
}

/** Remembers the place in the queue of every order that waits at its limit. */
export class QueueTracker {
  #places = new Map<string, QueuePlace>()
  #trades: readonly Tick[] = NONE

  /** Returns the orders with their places; each frame of trades counts once. */
  follow(
    lines: readonly OrderLine[],
    { depth, trades }: Pick<LadderFeed, 'depth' | 'trades'>,
  ): readonly LadderOrder[] {
    const fresh = trades === this.#trades ? NONE : trades
    this.#trades = trades
    const next = new Map<string, QueuePlace>()
    const orders = lines.map((line): LadderOrder => {
      const { order, field, price } = line
      const waits = order.type === 'limit' && field === 'limitPrice' && order.quantity !== null
      if (depth === null || !waits || order.quantity === null) return { line, ahead: null }
      const levels = line.side === 'buy' ? depth.bids : depth.asks
      let place = queuePlace(
        this.#places.get(line.id) ?? null,
        { price, quantity: order.quantity, filled: order.filledQuantity },
        shownSize(levels, line),
      )
      for (const tick of fresh) place = afterTrade(place, tick.price, tick.size)
      next.set(line.id, place)
      return { line, ahead: place.ahead }
    })
    this.#places = next
    return orders
  }
}

/** Returns the orders with the estimates of their places in the queue. */
export function useQueue(
  { lines }: OwnTrades,
  { depth, trades }: LadderFeed,
): readonly LadderOrder[] {
  const tracker = useRef<QueueTracker | null>(null)
  tracker.current ??= new QueueTracker()
  const { current } = tracker
  return useMemo(() => current.follow(lines, { depth, trades }), [current, lines, depth, trades])
}
