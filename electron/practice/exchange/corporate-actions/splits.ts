import { exchangeClock } from '../../../../shared/domain/market/exchange-time.js'
import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'
import { NO_FEES } from '../../ledger/fees.js'
import { centsOfCash } from '../../ledger/money.js'
import type { Position } from '../../ledger/position.js'
import { priceText } from '../../ledger/records.js'
import { cashOf, UNIT_SIZE, type PriceUnits, type SizeUnits } from '../../model/units.js'
import type { ExchangeState, Slices } from '../state/exchange-state.js'
import type { SymbolMarket } from '../book/symbol-market.js'
import type { Split } from '../api/corporate-actions.js'
import { cancelRest, updateHold, updateView, withdraw } from '../matching/fills.js'
import { activate } from '../matching/matching.js'
import { isBuy, isFinal, leaves, type OrderTerms, type PracticeOrder } from '../orders/order.js'
import { stepAt } from '../orders/read-fields.js'

const isForward = ({ from, to }: Split): boolean => to > from

/** Converts a number of old shares to new shares, rounded towards zero; exact for any size. */
const inNewShares = (size: SizeUnits, { from, to }: Split): SizeUnits =>
  ((size - (size % from)) / from) * to + Math.trunc(((size % from) * to) / from)
const newPrice = (price: PriceUnits, { from, to }: Split): PriceUnits =>
  Math.max(1, Math.round((price * from) / to))

/**
 * Converts a price to new shares and rounds it to its step, in the direction in which the order
 * trades no sooner than before.
 */
function onStep(market: SymbolMarket, price: PriceUnits, split: Split, up: boolean): PriceUnits {
  const exact = (price * split.from) / split.to
  const step = stepAt(market.instrument.grid, exact)
  return Math.max(step, (up ? Math.ceil(exact / step) : Math.floor(exact / step)) * step)
}

function newTerms(
  market: SymbolMarket,
  terms: OrderTerms,
  filled: SizeUnits,
  split: Split,
): OrderTerms {
  const buys = terms.side === 'BUY'
  const { trail, limit, stop } = terms
  const step = trail?.kind === 'AMOUNT' ? newPrice(trail.step, split) : 0
  return {
    ...terms,
    size: filled + inNewShares(terms.size - filled, split),
    limit: limit === null ? null : onStep(market, limit, split, !buys),
    stop: stop === null ? null : onStep(market, stop, split, buys),
    trail:
      trail?.kind === 'AMOUNT'
        ? { ...trail, step, text: priceText(step, market.instrument.scale) }
        : trail,
  }
}

/** Converts an order's open part to new shares at the same value. Its fills stay unchanged. */
function adjustOrder(
  state: ExchangeState,
  market: SymbolMarket,
  order: PracticeOrder,
  split: Split,
): void {
  const waits = order.stage === 'pending' || order.stage === 'waiting' || order.stage === 'auction'
  if (!waits) withdraw(state, order)
  updateView(state, order, { terms: newTerms(market, order.view.terms, order.view.filled, split) })
  if (order.extreme !== null) order.extreme = newPrice(order.extreme, split)
  if (order.holdPrice !== 0) order.holdPrice = onStep(market, order.holdPrice, split, true)
  state.holds.setCover(
    order,
    isBuy(order) ? Math.min(leaves(order), inNewShares(order.cover, split)) : 0,
  )
  updateHold(state, order)
  state.emit('MODIFY_SUCCESS', order)
  if (!waits) activate(state, order)
}

/**
 * Returns the part of the new shares that the account receives; the rest is paid in cash
 * (ASSUMPTIONS.splits).
 */
function exchangeableSize(market: SymbolMarket, size: SizeUnits, split: Split): SizeUnits {
  const { instrument } = market
  const fractions = isForward(split) && instrument.product === 'EQUITY' && instrument.fractionable
  return fractions ? size : size - (size % UNIT_SIZE)
}

function splitPosition(
  state: Slices<'clock' | 'ledger'>,
  market: SymbolMarket,
  { accountId, position }: { readonly accountId: string; readonly position: Position },
  split: Split,
): void {
  const { day } = split
  const occasion = { time: state.clock.time, day, type: 'CORPORATE_ACTION' } as const
  const newSize = inNewShares(position.size, split)
  const exchanged = exchangeableSize(market, newSize, split)
  // Computed in fractions of a new share: a remainder too small to be a position size is still paid
  // in cash.
  const cash = centsOfCash(
    cashOf(market.close, position.size * split.to - exchanged * split.from, position.scale) /
      BigInt(split.from),
  )
  // A holding that converts to less than the finest part of a share is removed and paid in cash.
  const received = newSize === 0 ? position.size : newSize
  if (newSize !== 0) {
    state.ledger.exchangeShares({
      ...occasion,
      accountId,
      position,
      size: newSize - position.size,
      subType: isForward(split) ? 'FORWARD_SPLIT' : 'REVERSE_SPLIT',
    })
  }
  const fraction = received - (newSize === 0 ? 0 : exchanged)
  if (fraction === 0 && cash === 0) return
  state.ledger.book({
    ...occasion,
    accountId,
    asset: position,
    size: -fraction,
    cash,
    fees: NO_FEES,
    settles: null,
    mark: market.close,
    subType: 'CASH_IN_LIEU',
    execution: null,
  })
}

function applySplit(state: ExchangeState, split: Split): void {
  const { symbol } = split
  // A market that is created only now already has the new price.
  const hasMarket = state.markets.all.has(symbol)
  const market = state.markets.find(symbol)
  if (market?.instrument.product !== 'EQUITY') return
  const open = [...state.orders.open.values()].filter(
    (order) => order.product === 'EQUITY' && order.view.terms.symbol === symbol,
  )
  const ends = (order: PracticeOrder): boolean =>
    !isForward(split) || !ASSUMPTIONS.splits.adjustForwardOrders || order.combo !== null
  for (const order of open) if (ends(order) && !isFinal(order)) cancelRest(state, order)
  market.book.setMarketMakerQuotes({ bids: [], asks: [] })
  market.prints.length = 0
  market.fresh = false
  if (hasMarket) {
    market.last = newPrice(market.last, split)
    market.close = newPrice(market.close, split)
  }
  for (const holding of state.positionsOf('EQUITY')) {
    if (holding.position.symbol === symbol) splitPosition(state, market, holding, split)
  }
  for (const order of open) {
    if (!ends(order) && !isFinal(order)) adjustOrder(state, market, order, split)
  }
}

/**
 * Carries out the splits of the trading day that begins: converts orders, prices and positions to
 * new shares; the cost of a position stays. Returns the symbols that were split. Call once per
 * trading day, before its pre-market.
 */
export function splitShares(state: ExchangeState): ReadonlySet<string> {
  const { day } = exchangeClock(state.clock.time)
  const splits = state.deps.splits?.(day) ?? []
  for (const split of splits) applySplit(state, split)
  return new Set(splits.map(({ symbol }) => symbol))
}
