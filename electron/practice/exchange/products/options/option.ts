import {
  isOpenByRule,
  nextChangeByRule,
} from '../../../../../shared/domain/market/product-hours.js'
import {
  tradeDate as tradeDateAt,
  tradeDateStart,
} from '../../../../../shared/domain/market/trade-date.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import { totalFees, NO_FEES } from '../../../ledger/fees.js'
import { centsUp, valueCents, type Cents } from '../../../ledger/money.js'
import type { Position } from '../../../ledger/position.js'
import { NO_REQUIREMENT } from '../../../ledger/valuation.js'
import { cashOf, UNIT_SIZE, type PriceUnits } from '../../../model/units.js'
import type { ExchangeState, Slices } from '../../state/exchange-state.js'
import { bookPlain } from '../../matching/fills.js'
import { isBuy, leaves, type PracticeOrder } from '../../orders/order.js'
import { invalid } from '../../api/refusals.js'
import { expiryOf, settlementDay, tradeDate } from '../../orders/trading-hours.js'
import { checkOptionOrder, lockedShares, sizesAfter } from './option-checks.js'
import { combinedHoldings } from './option-combinations.js'
import { assignEarly } from './option-early-assignment.js'
import { legPrices } from './option-legs.js'
import { cashNeed, marginNeed, type Portfolio } from './option-margin.js'
import { legPart, portfolioOf } from './option-portfolio.js'
import { optionFeeKinds, optionFees } from './option-fees.js'
import { expireOptions } from './option-expiry.js'
import { optionFields, optionMembers, optionPosition } from './option-records.js'
import { optionOf, readOptionOrder } from './option-terms.js'
import type { Fill, ProductRules } from '../../orders/product-rules.js'
import type { Need } from '../../orders/holds.js'

const OPEN = 'open'
/** Percentage above its stop price that a stop order (market once triggered) holds. */
const STOP_BUFFER_PERCENT = 10

/** Returns the need of a portfolio's short options, by the account's type. */
const needOf = (state: Slices<'ledger'>, accountId: string, portfolio: Portfolio): Cents =>
  state.ledger.accounts.get(accountId)?.type === 'CASH'
    ? cashNeed(portfolio)
    : marginNeed(portfolio)

/**
 * Returns the need of an open order: the money that it pays (less its proceeds), plus the change in
 * the account's short-option margin once it is filled.
 */
function need(state: ExchangeState, order: PracticeOrder): Need {
  const { terms } = order.view
  const open = leaves(order)
  const { option } = terms
  if (open === 0 || option === null) return { cents: 0, shares: 0 }
  const value = centsUp(cashOf(order.holdPrice, open, order.scale))
  const fees = totalFees(optionFees(terms, value, open))
  const sizes = sizesAfter(state, order.accountId, {
    legs: option.legs,
    open,
    orderSize: terms.size,
    before: order,
  })
  const more =
    needOf(state, order.accountId, portfolioOf(state, sizes.after)) -
    needOf(state, order.accountId, portfolioOf(state, sizes.before))
  const cents = Math.max(0, (isBuy(order) ? value : -value) + more + fees)
  return { cents, shares: open }
}

/**
 * Books every leg as its own position, at prices that add up to the net price; the fees are booked
 * with the first leg.
 */
function bookLegs(state: ExchangeState, order: PracticeOrder, fill: Fill): Position {
  const { terms } = order.view
  const legs = terms.option?.legs ?? []
  const prices = legPrices(state, terms, fill.price)
  let first: Position | null = null
  legs.forEach((leg, index) => {
    const price = prices[index] ?? 0
    const size = legPart(leg, fill.size, terms.size)
    const product = leg.instrumentType
    const { scale } = state.markets.find(leg.symbol)?.instrument ?? order
    const position = state.ledger.book({
      accountId: order.accountId,
      asset: { product, symbol: leg.symbol, outcome: null, scale },
      size,
      cash: 0 - valueCents(price, size, scale),
      fees: first === null ? fill.fees : NO_FEES,
      settles: settlementDay(state.clock.time),
      mark: state.markets.find(leg.symbol)?.close ?? price,
      time: state.clock.time,
      day: tradeDate(state.clock.time),
      type: 'TRADE',
      subType: leg.side,
      execution: {
        order: order.number,
        orderType: terms.type,
        limit: terms.limit,
        price,
        total: leg.size,
        filled: Math.abs(legPart(leg, fill.filled, terms.size)),
      },
    })
    state.deps.onPrint({
      symbol: leg.symbol,
      time: state.clock.time,
      price,
      size: Math.abs(size),
      aggressor: leg.side === 'BUY' ? 'buy' : 'sell',
    })
    for (const time of state.markets.scheduledEvents(leg.symbol)) state.clock.scheduleFuture(time)
    first ??= position
  })
  if (first === null) throw new RangeError('an order without legs')
  return first
}

const holdPrice = (limit: PriceUnits | null, stop: PriceUnits | null, buy: boolean): PriceUnits => {
  if (limit !== null) return limit
  return buy && stop !== null ? Math.ceil((stop * (100 + STOP_BUFFER_PERCENT)) / 100) : 0
}

/**
 * Where a trade date begins, at 20:00 on its eve, starts the day's gains from the positions' values
 * at the last close, traded or not.
 */
function startDay(state: Slices<'clock' | 'ledger' | 'deps'>): void {
  const { time } = state.clock
  if (time !== tradeDateStart('securities', tradeDateAt('securities', time))) return
  state.ledger.startDay(
    ({ product }) => product === 'OPTION',
    ({ symbol }) => state.deps.reference(symbol)?.last ?? 0,
  )
}

/** US options: single contracts and combinations (TRADING-4.2, TRADING-4.3). */
export const OPTION: ProductRules<ExchangeState> = {
  product: 'OPTION',
  accounts: ['INDIVIDUAL_MARGIN', 'INDIVIDUAL_CASH'],
  members: [
    'option_strategy',
    'position_intent',
    'leg_in_or_out',
    'leg_in_strategy',
    'position_id',
    'legs',
  ],
  onDemand: true,
  markedByQuote: true,
  lot: UNIT_SIZE,

  read: readOptionOrder,
  fieldsOf: (terms, change) => optionFields(terms, change ?? null),
  special: (_order, terms) => optionMembers(terms),

  checkOrder: checkOptionOrder,
  replaceable(order, change) {
    const ids = order.view.terms.option?.legs.map(({ id }) => id) ?? []
    const strange = change.legs?.find(({ id }) => !ids.includes(id))
    return strange === undefined ? null : invalid('legs.id', strange.id)
  },
  preview(_state, { market, terms }) {
    const touch = market.book.best(terms.side === 'BUY' ? 'ask' : 'bid') ?? market.last
    const cost = valueCents(terms.limit ?? terms.stop ?? touch, terms.size, market.instrument.scale)
    return terms.option === null
      ? err(invalid('legs', null))
      : ok({ cost, fees: totalFees(optionFees(terms, cost, terms.size)) })
  },

  phase: (time) => (isOpenByRule('OPTION', time) ? OPEN : 'closed'),
  mayTrade: (state) => isOpenByRule('OPTION', state.clock.time),
  expiry(state, terms) {
    const ends = (terms.option?.legs ?? []).flatMap(
      ({ symbol }) => optionOf(state, symbol)?.expiresAt ?? [],
    )
    return epochMs(Math.min(expiryOf(terms, state.clock.time), ...ends))
  },
  next: (time) => nextChangeByRule('OPTION', time),
  scheduledEvents: (instrument) => (instrument.product === 'OPTION' ? [instrument.expiresAt] : []),
  onPhaseChange(state, market, from) {
    if (from === OPEN) {
      market.close = state.deps.reference(market.instrument.symbol)?.last ?? market.last
    }
  },
  onTimeAdvance(state) {
    expireOptions(state)
    assignEarly(state)
    startDay(state)
  },

  holdingPrice: (_market, terms) => holdPrice(terms.limit, terms.stop, terms.side === 'BUY'),
  cover: () => 0,
  need,
  requirement(state, account, holdings, all) {
    const portfolio = portfolioOf(
      state,
      new Map(
        all
          .filter(({ position }) => position.product === 'OPTION' || position.product === 'EQUITY')
          .map(({ position }) => [position.symbol, position.size]),
      ),
    )
    const short = needOf(state, account.accountId, portfolio)
    if (account.type === 'CASH') return { ...NO_REQUIREMENT, initial: short }
    // The account's equity includes the value of all options, so add it here: long options then
    // have no loan value, and short ones count at their margin instead.
    const value = holdings.reduce((sum, holding) => sum + holding.value, 0)
    return { initial: short + value, intraday: short + value, maintenance: short + value }
  },

  fees: (_state, terms, value, size) => optionFees(terms, value, size),
  feeKinds: optionFeeKinds,
  settles: settlementDay,
  book: (state, order, fill) =>
    (order.view.terms.option?.legs.length ?? 1) > 1
      ? bookLegs(state, order, fill)
      : bookPlain(state, order, fill),
  category: () => 'US_OPTION',
  position: optionPosition,
  combined: combinedHoldings,
  locks: lockedShares,
}
