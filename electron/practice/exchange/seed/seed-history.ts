import {
  exchangeInstant,
  OPEN_MINUTE,
  PRE_OPEN_MINUTE,
} from '../../../../shared/domain/market/exchange-time.js'
import { epochMs, MINUTE_MS } from '../../../../shared/domain/time.js'
import { tradeDate, expiryOf } from '../orders/trading-hours.js'
import { stockClass } from '../../ledger/ledger.js'
import { CENT, STOCK_SCALE, UNIT_SIZE, type PriceUnits, type SizeUnits } from '../../model/units.js'
import type { DailyClose } from '../api/exchange-api.js'
import type { ExchangeState, Slices } from '../state/exchange-state.js'
import { fill, finish } from '../matching/fills.js'
import { newView, PLAIN, type OrderTerms, type PracticeOrder } from '../orders/order.js'
import { OPENED_DAYS_BACK, seedDay, type SeedDay } from './seed-activities.js'

/** The outcome of an old order. `part`: half filled, the rest canceled. */
type Ending = 'filled' | 'two-fills' | 'part' | 'cancelled' | 'failed'

interface Line {
  /** Trading days before the latest close. */
  readonly daysBack: number
  readonly account: 'MARGIN' | 'CASH'
  /** Index into the stocks that are used. */
  readonly stock: number
  readonly side: 'BUY' | 'SELL'
  /** For a buy, the order value in USD; for a sale, the percentage of the position. */
  readonly amount: number
  readonly ending: Ending
  readonly type?: 'MARKET' | 'LIMIT' | 'STOP_LOSS'
}

const line = (
  daysBack: number,
  account: 'MARGIN' | 'CASH',
  stock: number,
  side: 'BUY' | 'SELL',
  amount: number,
  ending: Ending,
  type: Line['type'] = 'LIMIT',
): Line => ({ daysBack, account, stock, side, amount, ending, type })

/**
 * The trades of an ordinary account over five weeks, oldest first. They leave six positions in the
 * margin account and two in the cash account. The margin account has more than a page of orders in
 * the last seven days, the default range of history.
 */
const LINES: readonly Line[] = [
  line(23, 'MARGIN', 0, 'BUY', 6_000, 'filled'),
  line(23, 'MARGIN', 3, 'BUY', 9_000, 'filled', 'MARKET'),
  line(22, 'MARGIN', 1, 'BUY', 5_000, 'cancelled'),
  line(21, 'CASH', 3, 'BUY', 3_000, 'filled', 'MARKET'),
  line(20, 'MARGIN', 1, 'BUY', 5_000, 'two-fills'),
  line(19, 'MARGIN', 2, 'BUY', 7_000, 'filled'),
  line(18, 'MARGIN', 5, 'BUY', 2_000, 'failed', 'MARKET'),
  line(17, 'MARGIN', 4, 'BUY', 4_000, 'filled'),
  line(16, 'MARGIN', 4, 'SELL', 100, 'cancelled', 'STOP_LOSS'),
  line(15, 'CASH', 0, 'BUY', 2_500, 'cancelled'),
  line(14, 'MARGIN', 5, 'BUY', 3_000, 'part'),
  line(13, 'MARGIN', 4, 'SELL', 100, 'filled'),
  line(12, 'MARGIN', 2, 'SELL', 40, 'filled', 'MARKET'),
  line(11, 'CASH', 0, 'BUY', 2_500, 'filled'),
  line(10, 'MARGIN', 0, 'BUY', 3_000, 'cancelled'),
  line(9, 'MARGIN', 0, 'BUY', 3_000, 'filled'),
  line(8, 'CASH', 3, 'SELL', 50, 'cancelled'),
  line(7, 'MARGIN', 1, 'SELL', 30, 'two-fills'),
  line(6, 'MARGIN', 5, 'BUY', 2_500, 'filled', 'MARKET'),
  line(5, 'MARGIN', 2, 'BUY', 4_000, 'failed'),
  line(4, 'CASH', 3, 'SELL', 40, 'filled'),
  line(3, 'MARGIN', 4, 'BUY', 3_500, 'part'),
  line(3, 'MARGIN', 3, 'SELL', 25, 'cancelled'),
  line(3, 'MARGIN', 2, 'BUY', 1_500, 'cancelled'),
  line(2, 'MARGIN', 2, 'BUY', 2_000, 'filled'),
  line(2, 'CASH', 1, 'BUY', 2_000, 'cancelled'),
  line(2, 'MARGIN', 5, 'BUY', 1_200, 'filled'),
  line(1, 'MARGIN', 0, 'SELL', 20, 'filled'),
  line(1, 'MARGIN', 1, 'BUY', 1_500, 'cancelled'),
  line(1, 'MARGIN', 4, 'BUY', 1_000, 'failed'),
  line(0, 'MARGIN', 3, 'BUY', 2_500, 'two-fills'),
  line(0, 'MARGIN', 5, 'SELL', 50, 'cancelled', 'STOP_LOSS'),
  line(0, 'CASH', 0, 'SELL', 30, 'failed'),
  line(0, 'MARGIN', 1, 'SELL', 20, 'cancelled'),
  line(0, 'MARGIN', 0, 'BUY', 1_200, 'filled'),
]

/** Well-known stocks; the first ones that are listed and have closes are used. */
const STOCKS = [
  'AAPL',
  'MSFT',
  'NVDA',
  'SPY',
  'AMZN',
  'KO',
  'GOOGL',
  'QQQ',
  'JPM',
  'TSLA',
  'AMD',
  'F',
  'INTC',
  'XOM',
  'WMT',
] as const
const NEEDED = 6
const DAYS = 26

const toCent = (price: number): PriceUnits => Math.max(CENT, Math.round(price / CENT) * CENT)
/**
 * Returns the close with a deterministic offset of at most 0.4 % to either side, so that not all
 * fills are at closes.
 */
const near = (close: PriceUnits, index: number): PriceUnits =>
  toCent(close * (1 + (((index * 37) % 17) - 8) / 2_000))

interface Stock {
  readonly symbol: string
  readonly closes: readonly DailyClose[]
}

/**
 * Returns the size of a line in whole shares: by value for a buy, by percentage of the position for
 * a sale.
 */
function sizeFor(
  state: Slices<'ledger'>,
  entry: Line,
  {
    accountId,
    symbol,
    price,
  }: { readonly accountId: string; readonly symbol: string; readonly price: PriceUnits },
): SizeUnits {
  if (entry.side === 'BUY') {
    return Math.max(1, Math.floor((entry.amount * 10_000) / price)) * UNIT_SIZE
  }
  const held = Math.max(0, state.ledger.held(accountId, symbol))
  return Math.floor((held * entry.amount) / 100 / UNIT_SIZE) * UNIT_SIZE
}

function makeOrder(
  state: Slices<'clock' | 'orders' | 'deps'>,
  accountId: string,
  terms: OrderTerms,
): PracticeOrder {
  const number = state.orders.all.length + 1
  return {
    number,
    orderId: state.deps.ids('order', number),
    clientOrderId: state.deps.ids('client', number).toLowerCase(),
    accountId,
    product: 'EQUITY',
    scale: STOCK_SCALE,
    placedAt: state.clock.time,
    view: newView(terms),
    past: [],
    stage: 'waiting',
    submitAt: state.clock.time,
    expiresAt: expiryOf(terms, state.clock.time),
    triggered: false,
    extreme: null,
    bookedCents: 0,
    heldCents: 0,
    heldShares: 0,
    holdPrice: 0,
    cover: 0,
    positionId: null,
    combo: null,
    algo: null,
  }
}

function playOrder(
  state: ExchangeState,
  order: PracticeOrder,
  entry: Line,
  price: PriceUnits,
): void {
  const { size } = order.view.terms
  const half = Math.floor(size / 2 / UNIT_SIZE) * UNIT_SIZE
  const later = (minutes: number): void =>
    state.setTime(epochMs(state.clock.time + minutes * MINUTE_MS))
  later(2)
  if (entry.ending === 'failed') return finish(state, order, { status: 'FAILED' })
  if (half > 0 && (entry.ending === 'two-fills' || entry.ending === 'part')) {
    fill(state, order, price, half)
  }
  later(11)
  if (entry.ending === 'filled' || entry.ending === 'two-fills') {
    fill(state, order, price, size - order.view.filled)
  } else finish(state, order, { status: 'CANCELLED' })
}

function playLine(
  state: ExchangeState,
  stocks: readonly Stock[],
  entry: Line,
  index: number,
): void {
  const stock = stocks[entry.stock]
  const close = stock?.closes.at(-1 - entry.daysBack)
  const account = [...state.ledger.accounts.values()].find(
    (candidate) => candidate.accountClass === stockClass(entry.account),
  )
  if (stock === undefined || close === undefined || account === undefined) return
  const price = near(close.close, index)
  const size = sizeFor(state, entry, { accountId: account.accountId, symbol: stock.symbol, price })
  if (size === 0) return
  const sameDay = LINES.slice(0, index).filter(
    (earlier) => earlier.daysBack === entry.daysBack,
  ).length
  state.setTime(
    exchangeInstant(close.day, OPEN_MINUTE + 20 + ((entry.daysBack * 53) % 50) + sameDay * 30),
  )
  const away = entry.side === 'BUY' ? 0.985 : 1.015
  const type = entry.type ?? 'LIMIT'
  const order = makeOrder(state, account.accountId, {
    symbol: stock.symbol,
    side: entry.side,
    type,
    timeInForce: 'DAY',
    session: 'CORE',
    entrust: 'QTY',
    size,
    amount: null,
    limit:
      type === 'LIMIT'
        ? entry.ending === 'cancelled' || entry.ending === 'failed'
          ? toCent(price * away)
          : price
        : null,
    stop: type === 'STOP_LOSS' ? toCent(price * 0.95) : null,
    trail: null,
    expireDate: null,
    ...PLAIN,
  })
  state.file(order)
  playOrder(state, order, entry, price)
}

const dayBack = (stocks: readonly Stock[], daysBack: number): SeedDay | null => {
  const day = stocks[0]?.closes.at(-1 - daysBack)?.day
  return day === undefined
    ? null
    : {
        day,
        stocks: stocks.map(({ symbol, closes }) => ({
          symbol,
          close: closes.at(-1 - daysBack)?.close ?? 0,
        })),
      }
}

/** Plays each day: first its other activities, then its orders. */
function playDays(state: ExchangeState, stocks: readonly Stock[]): void {
  const opened = dayBack(stocks, OPENED_DAYS_BACK)
  if (opened !== null) {
    state.ledger.backdateOpening(exchangeInstant(opened.day, PRE_OPEN_MINUTE), opened.day)
  }
  for (let daysBack = OPENED_DAYS_BACK; daysBack >= 0; daysBack -= 1) {
    const today = dayBack(stocks, daysBack)
    if (today !== null) seedDay(state, daysBack, today)
    for (const [index, entry] of LINES.entries()) {
      if (entry.daysBack === daysBack) playLine(state, stocks, entry, index)
    }
  }
}

/**
 * Plays some weeks of trading through the ledger at the given closes, so that orders, fees, cash,
 * positions, activities and transfers agree. Only on an exchange without orders; call it before any
 * listener subscribes.
 */
export function seedHistory(
  state: ExchangeState,
  closes: (symbol: string) => readonly DailyClose[],
): void {
  if (state.orders.all.length > 0) return
  const now = state.clock.time
  const stocks: Stock[] = []
  for (const symbol of STOCKS) {
    // Reading closes generates every day of a symbol, so stop at the last symbol needed.
    if (stocks.length === NEEDED) break
    const known =
      state.markets.find(symbol) === undefined
        ? []
        : closes(symbol).filter((dailyClose) => dailyClose.day < tradeDate(now))
    if (known.length >= DAYS) stocks.push({ symbol, closes: known })
  }
  if (stocks.length > 0) playDays(state, stocks)
  state.setTime(now)
  state.ledger.settleMoney(tradeDate(now))
  state.ledger.startDay(
    () => true,
    ({ symbol }) => state.markets.find(symbol)?.close ?? 0,
  )
}
