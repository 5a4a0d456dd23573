import {
  exchangeClock,
  exchangeInstant,
  isTradingDay,
  PRE_OPEN_MINUTE,
  sessionByRule,
} from '../../../../../shared/domain/market/exchange-time.js'
import { tradeDate, tradeDateStart } from '../../../../../shared/domain/market/trade-date.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import type { StockInstrument } from '../../../model/instrument.js'
import { feesOf, totalFees } from '../../../ledger/fees.js'
import {
  cashOfCents,
  centsUp,
  ppm,
  shareUp,
  valueCents,
  type Cents,
  type Ppm,
} from '../../../ledger/money.js'
import {
  addRequirements,
  NO_REQUIREMENT,
  requirementAt,
  FULL_RATIO,
  type Ratios,
} from '../../../ledger/valuation.js'
import { cashOf, sizeFor, UNIT_SIZE, type SizeUnits } from '../../../model/units.js'
import type { ExchangeState, Slices } from '../../state/exchange-state.js'
import type { SymbolMarket } from '../../book/symbol-market.js'
import { payDividends } from '../../corporate-actions/dividends.js'
import {
  ALGO_MEMBERS,
  algoFields,
  algoMembers,
  checkAlgo,
  windowOf,
} from '../../matching/algo-terms.js'
import { closeAuction } from '../../matching/matching.js'
import { isBuy, leaves, type OrderTerms, type PracticeOrder } from '../../orders/order.js'
import { invalid } from '../../api/refusals.js'
import { expiryOf, mayTrade, nextBoundary, settlementDay } from '../../orders/trading-hours.js'
import { splitShares } from '../../corporate-actions/splits.js'
import { workTransfers } from '../../transfers/transfer-days.js'
import {
  checkHeld,
  checkHours,
  checkPennyStock,
  checkPermission,
  checkShort,
  checkStop,
  holdingPrice,
} from './equity-checks.js'
import { readStockTerms } from './equity-terms.js'
import type { ProductRules } from '../../orders/product-rules.js'
import type { Need } from '../../orders/holds.js'

/** Starts the day's gains of shares at the last close of their regular session. */
const startDay = (state: ExchangeState, picks: (symbol: string) => boolean = () => true): void => {
  state.ledger.startDay(
    ({ product, symbol }) => product === 'EQUITY' && picks(symbol),
    ({ symbol }) => state.markets.find(symbol)?.close ?? 0,
  )
}

const stock = (state: Slices<'markets'>, symbol: string): StockInstrument | undefined => {
  const instrument = state.markets.find(symbol)?.instrument
  return instrument?.product === 'EQUITY' ? instrument : undefined
}

const FULL_VALUE: Ratios = { initial: FULL_RATIO, intraday: FULL_RATIO, maintenance: FULL_RATIO }
const ratiosOf = new WeakMap<StockInstrument, readonly [Ratios, Ratios]>()

/**
 * Returns the margin ratios of a stock, long or short; full value when it is unknown or not
 * marginable.
 */
export function stockRatios(instrument: StockInstrument | undefined, short: boolean): Ratios {
  if (instrument?.marginable !== true) return FULL_VALUE
  let pair = ratiosOf.get(instrument)
  if (pair === undefined) {
    pair = [
      {
        initial: ppm(instrument.initialMarginLong),
        intraday: ppm(instrument.intradayMarginLong),
        maintenance: ppm(instrument.maintenanceMarginLong),
      },
      {
        initial: ppm(instrument.initialMarginShort),
        intraday: ppm(instrument.intradayMarginShort),
        maintenance: ppm(instrument.maintenanceMarginShort),
      },
    ]
    ratiosOf.set(instrument, pair)
  }
  return pair[short ? 1 : 0]
}

/**
 * Returns the size that an amount of money buys or sells at the present best price, floored to the
 * finest unit.
 */
export const estimateSize =
  (market: SymbolMarket, side: OrderTerms['side']) =>
  (amount: Cents): SizeUnits =>
    sizeFor(
      cashOfCents(amount),
      market.book.best(side === 'BUY' ? 'ask' : 'bid') ?? market.last,
      market.instrument.scale,
    )

/** Returns the share of its value that an order holds; cash accounts have no leverage. */
function holdRatio(state: Slices<'markets' | 'ledger'>, order: PracticeOrder): Ppm {
  const { side, symbol } = order.view.terms
  return state.ledger.accounts.get(order.accountId)?.type === 'MARGIN'
    ? stockRatios(stock(state, symbol), side === 'SHORT').intraday
    : FULL_RATIO
}

/**
 * Returns the need of an order that is paid in full or on margin: its open size less the part that
 * covers a short position, at the holding price, times `ratio`, plus the fees of a buy. It reserves
 * the size that it will deliver, or add to the position.
 */
export function paidNeed(state: ExchangeState, order: PracticeOrder, ratio: Ppm): Need {
  const { terms } = order.view
  const open = leaves(order)
  if (order.holdPrice === 0) return { cents: 0, shares: open }
  if (terms.amount !== null) {
    return { cents: shareUp(Math.max(0, terms.amount - order.bookedCents), ratio), shares: open }
  }
  const size = open - Math.min(open, order.cover)
  const value = centsUp(cashOf(order.holdPrice, size, order.scale))
  return {
    cents:
      shareUp(value, ratio) +
      (isBuy(order) ? totalFees(state.rules(order.product).fees(state, terms, value, open)) : 0),
    shares: open,
  }
}

/** US stock and ETFs (TRADING-4.2, TRADING-4.3). */
export const EQUITY: ProductRules<ExchangeState> = {
  product: 'EQUITY',
  accounts: ['INDIVIDUAL_MARGIN', 'INDIVIDUAL_CASH'],
  members: ['algo_type', ...ALGO_MEMBERS],
  onDemand: false,
  lot: UNIT_SIZE,

  read(state, fields) {
    const market = state.markets.find(fields.symbol)
    if (market?.instrument.product !== 'EQUITY') return err(invalid('symbol', fields.symbol))
    const terms = readStockTerms(fields, market.instrument, estimateSize(market, fields.side))
    return terms.ok ? ok({ market, terms: terms.value }) : terms
  },
  fieldsOf: (terms, change) => algoFields(terms, change ?? null),
  special: (_order, terms) => algoMembers(terms),

  checkOrder(state, accountId, { market, terms }, { open, before }) {
    const { instrument } = market
    if (instrument.product !== 'EQUITY') return invalid('symbol', terms.symbol)
    const old = before?.view.terms
    const newStop = old === undefined || terms.stop !== old.stop || terms.type !== old.type
    return (
      checkPermission(state, accountId, instrument, terms) ??
      checkHours(state, instrument, terms) ??
      checkAlgo(state, terms, old ?? null) ??
      (newStop ? (checkStop(market, terms) ?? checkPennyStock(market, terms)) : null) ??
      checkShort(state, accountId, terms) ??
      checkHeld(state, accountId, terms, { open, already: before?.heldShares ?? 0 })
    )
  },
  replaceable: () => null,
  preview(_state, { market, terms }) {
    const touch = market.book.best(terms.side === 'BUY' ? 'ask' : 'bid') ?? market.last
    const cost =
      terms.amount ??
      valueCents(terms.limit ?? terms.stop ?? touch, terms.size, market.instrument.scale)
    return ok({ cost, fees: totalFees(feesOf(terms.side, cost, terms.size)) })
  },

  phase: (time) => sessionByRule(time),
  mayTrade: (state, terms) => mayTrade(terms.session ?? 'CORE', state.clock.session),
  expiry: (state, terms) =>
    terms.algo === null ? expiryOf(terms, state.clock.time) : windowOf(state, terms.algo).end,
  next: nextBoundary,
  onPhaseChange(state, market, from) {
    if (from !== 'regular') return
    closeAuction(state, market)
    market.close = market.last
  },
  /**
   * At 20:00 on the eve of a trading day, where its trade date begins, starts a new day of gains.
   * At 04:00 splits shares, pays dividends, works transfers, and settles money.
   */
  onTimeAdvance(state) {
    const { time } = state.clock
    const { day } = exchangeClock(time)
    if (time === tradeDateStart('securities', tradeDate('securities', time))) startDay(state)
    if (!isTradingDay(day) || time !== exchangeInstant(day, PRE_OPEN_MINUTE)) return
    const split = splitShares(state)
    // The overnight gains of split shares are not counted in their new number.
    if (split.size > 0) startDay(state, (symbol) => split.has(symbol))
    payDividends(state)
    workTransfers(state)
    state.ledger.settleMoney(day)
  },

  holdingPrice,
  cover(state, accountId, terms, { open, already }) {
    if (terms.side !== 'BUY') return 0
    const short = Math.max(0, -state.ledger.held(accountId, terms.symbol))
    return Math.min(
      open,
      Math.max(0, short - (state.holds.reservations(accountId, terms.symbol).covers - already)),
    )
  },
  need: (state, order) => paidNeed(state, order, holdRatio(state, order)),
  requirement(state, account, holdings) {
    if (account.type === 'CASH') return NO_REQUIREMENT
    return holdings.reduce((sum, holding) => {
      const { symbol, size } = holding.position
      return addRequirements(
        sum,
        requirementAt(holding, stockRatios(stock(state, symbol), size < 0)),
      )
    }, NO_REQUIREMENT)
  },

  fees: (_state, terms, value, size) => feesOf(terms.side, value, size),
  feeKinds: (terms) => (terms.side === 'BUY' ? ['cat'] : ['sec', 'taf', 'cat']),
  settles: settlementDay,
  category: (instrument) =>
    instrument.product === 'EQUITY' && instrument.kind === 'etf' ? 'US_ETF' : 'US_STOCK',
}
