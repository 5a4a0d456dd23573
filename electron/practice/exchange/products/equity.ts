import {
  exchangeClock,
  exchangeInstant,
  isTradingDay,
  PRE_OPEN_MINUTE,
  sessionAt,
} from '../../../../shared/domain/exchange-time.js'
import { err, ok } from '../../../../shared/domain/result.js'
import type { StockInstrument } from '../../instrument.js'
import { feesOf, totalFees } from '../../ledger/fees.js'
import {
  cashOfCents,
  centsUp,
  ppm,
  shareUp,
  valueCents,
  type Cents,
  type Ppm,
} from '../../ledger/money.js'
import {
  addRequirements,
  NO_REQUIREMENT,
  requirementAt,
  WHOLE,
  type Ratios,
} from '../../ledger/valuation.js'
import { cashOf, sizeFor, UNIT_SIZE, type SizeUnits } from '../../units.js'
import type { Core, SymbolMarket } from '../core.js'
import { payDividends } from '../dividends.js'
import { ALGO_MEMBERS, algoFields, algoMembers, checkAlgo, windowOf } from '../algos/algo-terms.js'
import { closeAuction } from '../matching.js'
import { isBuy, leaves, type OrderTerms, type PracticeOrder } from '../order.js'
import { invalid } from '../refusals.js'
import { expiryOf, mayTrade, nextBoundary, settlementDay } from '../schedule.js'
import { splitShares } from '../splits.js'
import {
  checkHeld,
  checkHours,
  checkPennyStock,
  checkPermission,
  checkShort,
  checkStop,
  holdingPrice,
} from './equity-admission.js'
import { readStockTerms } from './equity-terms.js'
import type { ProductRules } from './rules.js'
import type { Need } from '../holds.js'

const stock = (core: Core, symbol: string): StockInstrument | undefined => {
  const instrument = core.market(symbol)?.instrument
  return instrument?.product === 'EQUITY' ? instrument : undefined
}

const WHOLE_VALUE: Ratios = { initial: WHOLE, intraday: WHOLE, maintenance: WHOLE }
const ratiosOf = new WeakMap<StockInstrument, readonly [Ratios, Ratios]>()

/**
 * Margin ratios of a stock, long or short; the whole value where it is not marginable or not known.
 */
export function stockRatios(instrument: StockInstrument | undefined, short: boolean): Ratios {
  if (instrument?.marginable !== true) return WHOLE_VALUE
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

/** The size that an amount of money stands for at the present touch, floored to the finest unit. */
export const estimateSize =
  (market: SymbolMarket, side: OrderTerms['side']) =>
  (amount: Cents): SizeUnits =>
    sizeFor(
      cashOfCents(amount),
      market.book.best(side === 'BUY' ? 'ask' : 'bid') ?? market.last,
      market.instrument.scale,
    )

/** Cash accounts carry no leverage. */
function holdRatio(core: Core, order: PracticeOrder): Ppm {
  const { side, symbol } = order.view.terms
  return core.ledger.accounts.get(order.accountId)?.type === 'MARGIN'
    ? stockRatios(stock(core, symbol), side === 'SHORT').intraday
    : WHOLE
}

/**
 * What an order that is paid for must set aside: what is open of it, less what only covers a short,
 * at its holding price; that value
 * at `ratio`, and the fees of a buy. Claims what it will deliver, or the position that it will add
 * to.
 */
export function paidNeed(core: Core, order: PracticeOrder, ratio: Ppm): Need {
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
      (isBuy(order) ? totalFees(core.rules(order.product).fees(core, terms, value, open)) : 0),
    shares: open,
  }
}

/** US stock and ETFs (contract/trading.md 4.2, 4.3). */
export const EQUITY: ProductRules<Core> = {
  product: 'EQUITY',
  accounts: ['INDIVIDUAL_MARGIN', 'INDIVIDUAL_CASH'],
  members: ['algo_type', ...ALGO_MEMBERS],
  lazy: false,
  lot: UNIT_SIZE,

  read(core, fields) {
    const market = core.market(fields.symbol)
    if (market?.instrument.product !== 'EQUITY') return err(invalid('symbol', fields.symbol))
    const terms = readStockTerms(fields, market.instrument, estimateSize(market, fields.side))
    return terms.ok ? ok({ market, terms: terms.value }) : terms
  },
  fieldsOf: (terms, change) => algoFields(terms, change ?? null),
  special: (_order, terms) => algoMembers(terms),

  admit(core, accountId, { market, terms }, open, before) {
    const { instrument } = market
    if (instrument.product !== 'EQUITY') return invalid('symbol', terms.symbol)
    const old = before?.view.terms
    const newStop = old === undefined || terms.stop !== old.stop || terms.type !== old.type
    return (
      checkPermission(core, accountId, instrument, terms) ??
      checkHours(core, instrument, terms) ??
      checkAlgo(core, terms, old ?? null) ??
      (newStop ? (checkStop(market, terms) ?? checkPennyStock(market, terms)) : null) ??
      checkShort(core, accountId, terms) ??
      checkHeld(core, accountId, terms, open, before?.heldShares ?? 0)
    )
  },
  replaceable: () => null,
  preview(_core, { market, terms }) {
    const touch = market.book.best(terms.side === 'BUY' ? 'ask' : 'bid') ?? market.last
    const cost =
      terms.amount ??
      valueCents(terms.limit ?? terms.stop ?? touch, terms.size, market.instrument.scale)
    return ok({ cost, fees: totalFees(feesOf(terms.side, cost, terms.size)) })
  },

  phase: (time) => sessionAt(time),
  mayTrade: (core, terms) => mayTrade(terms.session ?? 'CORE', core.session),
  expiry: (core, terms) =>
    terms.algo === null ? expiryOf(terms, core.time) : windowOf(core, terms.algo).end,
  next: nextBoundary,
  turn(core, market, from) {
    if (from !== 'regular') return
    closeAuction(core, market)
    market.close = market.last
  },
  /**
   * At 04:00 of a trading day shares are split, dividends are paid, money settles, and a new day of
   * gains begins.
   */
  pass(core) {
    const { day } = exchangeClock(core.time)
    if (!isTradingDay(day) || core.time !== exchangeInstant(day, PRE_OPEN_MINUTE)) return
    splitShares(core)
    payDividends(core)
    core.ledger.settleMoney(day)
    core.ledger.startDay(
      ({ product }) => product === 'EQUITY' || product === 'OPTION',
      ({ symbol }) => core.market(symbol)?.close ?? 0,
    )
  },

  holdingPrice,
  cover(core, accountId, terms, open, already) {
    if (terms.side !== 'BUY') return 0
    const short = Math.max(0, -core.ledger.held(accountId, terms.symbol))
    return Math.min(
      open,
      Math.max(0, short - (core.holds.claims(accountId, terms.symbol).covers - already)),
    )
  },
  need: (core, order) => paidNeed(core, order, holdRatio(core, order)),
  requirement(core, account, holdings) {
    if (account.type === 'CASH') return NO_REQUIREMENT
    return holdings.reduce((sum, holding) => {
      const { symbol, size } = holding.position
      return addRequirements(
        sum,
        requirementAt(holding, stockRatios(stock(core, symbol), size < 0)),
      )
    }, NO_REQUIREMENT)
  },

  fees: (_core, terms, value, size) => feesOf(terms.side, value, size),
  feeKinds: (terms) => (terms.side === 'BUY' ? ['cat'] : ['sec', 'taf', 'cat']),
  settles: settlementDay,
  category: (instrument) =>
    instrument.product === 'EQUITY' && instrument.kind === 'etf' ? 'US_ETF' : 'US_STOCK',
}
