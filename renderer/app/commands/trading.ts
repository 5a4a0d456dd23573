import { ArrowLeftRight, CircleX, Divide, TrendingDown, TrendingUp, X, XSquare } from 'lucide-react'
import {
  add,
  asPrice,
  dec,
  div,
  isZero,
  significantScale,
  type Price,
} from '../../../shared/domain/decimal.js'
import type { Position } from '../../../shared/domain/account/account.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import { quotedPrice } from '../../../shared/domain/market/quoted-price.js'
import { isWorking } from '../../../shared/domain/orders/order-state.js'
import { isReversible, type ClosePart } from '../../../shared/domain/orders/flatten.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import {
  positionInstrumentKey,
  symbolKeys,
} from '../../../shared/domain/instruments/instrument-key.js'
import type { WindowText } from '../../../shared/messages/window-text.js'
import { openPanel, requestCancel, showClosing } from '../../stores/layout.js'
import type { MainWindow } from '../../stores/main-window.js'
import { prefillTicket, symbolOf, ticketGroup } from '../../stores/selection.js'
import { openTicket } from '../../ui/menus/symbol-menu.js'
import type { AppCommand } from './command.js'

/** Returns the symbol that the ticket trades. */
const activeSymbol = ({ selection }: MainWindow): Symbol | null => {
  const state = selection.getState()
  return symbolOf(state, ticketGroup(state))
}

/** Returns the open positions in the shown instrument: not in its options, but in both outcomes. */
const activePositions = (mainWindow: MainWindow): readonly Position[] => {
  const symbol = activeSymbol(mainWindow)
  const shown = symbol === null ? [] : symbolKeys(symbol)
  return mainWindow.positions.all().filter((position) => {
    const key = positionInstrumentKey(position)
    return key !== null && shown.includes(key) && !isZero(position.quantity)
  })
}

const nameOf = (mainWindow: MainWindow | undefined): string =>
  (mainWindow === undefined ? null : activeSymbol(mainWindow)) ?? ''

const order = (side: 'buy' | 'sell'): AppCommand => ({
  id: `trade:${side}`,
  title: ({ trading }, mainWindow) => trading[side](nameOf(mainWindow)),
  icon: side === 'buy' ? TrendingUp : TrendingDown,
  group: 'trading',
  chord: null,
  isAvailable: (mainWindow) => activeSymbol(mainWindow) !== null,
  run(mainWindow) {
    const symbol = activeSymbol(mainWindow)
    if (symbol !== null) openTicket(mainWindow, symbol, side)
  },
})

type OrderSide = 'buy' | 'sell'

/** Where the price of an order by shortcut comes from. */
const PRICE_SOURCES = ['market', 'bid', 'ask', 'mid'] as const
type PriceSource = (typeof PRICE_SOURCES)[number]

const TWO = dec('2')
/** The fewest places of a price: cents. */
const MIN_PLACES = 2

/** Returns the price between bid and ask, rounded so that the order is not the more aggressive. */
function midPrice(bid: Price, ask: Price, side: OrderSide): Price | null {
  const places = Math.max(MIN_PLACES, significantScale(bid), significantScale(ask))
  const mid = div(add(bid, ask), TWO, places, side === 'buy' ? 'down' : 'up')
  return mid === null ? null : asPrice(mid)
}

function priceFrom(quote: Quote | undefined, source: PriceSource, side: OrderSide): Price | null {
  if (quote === undefined || source === 'market') return null
  const [bid, ask] = [quotedPrice(quote.bid), quotedPrice(quote.ask)]
  if (source !== 'mid') return source === 'bid' ? bid : ask
  return bid === null || ask === null ? null : midPrice(bid, ask, side)
}

/** Fills the ticket with an order at a price of now; false without that price. */
function fillTicket(mainWindow: MainWindow, side: OrderSide, source: PriceSource): boolean {
  const symbol = activeSymbol(mainWindow)
  if (symbol === null) return false
  const limitPrice = priceFrom(mainWindow.quotes.rows.get(symbol), source, side)
  if (source !== 'market' && limitPrice === null) return false
  prefillTicket(mainWindow.selection, {
    symbol,
    side,
    ...(limitPrice === null ? { type: 'market' } : { type: 'limit', limitPrice }),
  })
  openPanel(mainWindow.layout, 'ticket')
  return true
}

/**
 * An order at the market or at a price of now, with the quantity of the ticket. From the palette it
 * fills the ticket; its armed shortcut also presses the ticket's button, so that the order is
 * confirmed first or sent by the person's setting.
 */
const priced = (side: OrderSide, source: PriceSource): AppCommand => ({
  id: `trade:${side}-${source}`,
  title: ({ trading }, mainWindow) => trading.priced[side][source](nameOf(mainWindow)),
  icon: side === 'buy' ? TrendingUp : TrendingDown,
  group: 'trading',
  chord: null,
  isAvailable: (mainWindow) => activeSymbol(mainWindow) !== null,
  run: (mainWindow) => void fillTicket(mainWindow, side, source),
  runByKey(mainWindow) {
    const symbol = activeSymbol(mainWindow)
    if (symbol === null || !fillTicket(mainWindow, side, source)) return
    const type = source === 'market' ? 'market' : 'limit'
    mainWindow.tradingKeys.request({ symbol, side, type })
  },
})

/** Returns the working order that was placed last; null for none. */
const lastWorking = ({ orders }: MainWindow): Order | null =>
  orders
    .all()
    .filter(({ status }) => isWorking(status))
    .toSorted((a, b) => b.placedAt - a.placedAt)[0] ?? null

/** One position of the symbol is closed; with both outcomes of an event, the person picks a row. */
const closing = (
  part: ClosePart,
  icon: AppCommand['icon'],
  title: (text: WindowText['trading']) => (symbol: string) => string,
): AppCommand => ({
  id: `trade:${part === 'all' ? 'close' : part}`,
  title: ({ trading }, mainWindow) => title(trading)(nameOf(mainWindow)),
  icon,
  group: 'trading',
  chord: null,
  isAvailable(mainWindow) {
    const [first, ...more] = activePositions(mainWindow)
    return (
      first !== undefined &&
      more.length === 0 &&
      (part !== 'reverse' || isReversible(first.assetClass))
    )
  },
  run(mainWindow) {
    const [position] = activePositions(mainWindow)
    if (position !== undefined) {
      showClosing(mainWindow.layout, { kind: 'position', position, part })
    }
  },
})

/** Commands about orders and positions. Each opens a ticket or a review; none sends anything. */
export const TRADING: readonly AppCommand[] = [
  order('buy'),
  order('sell'),
  ...PRICE_SOURCES.map((source) => priced('buy', source)),
  ...PRICE_SOURCES.map((source) => priced('sell', source)),
  closing('all', X, ({ close }) => close),
  closing('half', Divide, ({ half }) => half),
  closing('reverse', ArrowLeftRight, ({ reverse }) => reverse),
  {
    id: 'trade:cancel',
    title: ({ trading }, mainWindow) => trading.cancel(nameOf(mainWindow)),
    icon: CircleX,
    group: 'trading',
    chord: null,
    isAvailable: (mainWindow) => activeSymbol(mainWindow) !== null,
    run: (mainWindow) => requestCancel(mainWindow.layout, activeSymbol(mainWindow)),
  },
  {
    id: 'trade:cancel-last',
    title: ({ trading }) => trading.cancelLast,
    icon: CircleX,
    group: 'trading',
    chord: null,
    isAvailable: (mainWindow) => lastWorking(mainWindow) !== null,
    run(mainWindow) {
      const last = lastWorking(mainWindow)
      if (last !== null) requestCancel(mainWindow.layout, null, last.clientOrderId)
    },
  },
  {
    id: 'trade:cancel-all',
    title: ({ trading }) => trading.cancelAll,
    icon: CircleX,
    group: 'trading',
    chord: null,
    run: (mainWindow) => requestCancel(mainWindow.layout, null),
  },
  {
    id: 'trade:flatten',
    title: ({ trading }) => trading.flatten,
    icon: XSquare,
    group: 'trading',
    chord: null,
    run: (mainWindow) => showClosing(mainWindow.layout, { kind: 'all' }),
  },
]
