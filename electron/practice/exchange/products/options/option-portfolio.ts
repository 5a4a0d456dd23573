import type { OptionInstrument } from '../../../model/instrument.js'
import { UNIT_SIZE, type PriceUnits, type SizeUnits } from '../../../model/units.js'
import type { Slices } from '../../state/exchange-state.js'
import type { PracticeOrder } from '../../orders/order.js'
import type { OptionLeg } from '../../orders/order-terms.js'
import type { OptionHolding, Portfolio } from './option-margin.js'
import { optionOf } from './option-terms.js'

/** Returns the price of an option's underlying: a share's last trade, or an index's value. */
export const spotOf = (state: Slices<'markets' | 'deps'>, underlying: string): PriceUnits =>
  state.markets.find(underlying)?.last ?? state.deps.reference(underlying)?.last ?? 0

/** Returns a contract's present price; 0 for one that is not known. */
const priceOf = (state: Slices<'markets' | 'deps'>, symbol: string): PriceUnits =>
  state.deps.reference(symbol)?.last ?? state.markets.find(symbol)?.last ?? 0

/** Returns the intrinsic value per share at a price of the underlying. */
export const intrinsicOf = (
  { right, strike }: Pick<OptionInstrument, 'right' | 'strike'>,
  spot: PriceUnits,
): PriceUnits => Math.max(0, right === 'CALL' ? spot - strike : strike - spot)

/** Sizes of contracts and shares by symbol. */
export type Sizes = ReadonlyMap<string, SizeUnits>

/** Returns the account's sizes of options and stock. */
export function heldSizes(state: Slices<'ledger'>, accountId: string): Map<string, SizeUnits> {
  const sizes = new Map<string, SizeUnits>()
  for (const { product, symbol, size } of state.ledger.accounts
    .get(accountId)
    ?.positions.values() ?? []) {
    if (size !== 0 && (product === 'OPTION' || product === 'EQUITY')) sizes.set(symbol, size)
  }
  return sizes
}

/** Returns the size of a leg that belongs to `part` of the order. */
export const sizeOfPart = (
  leg: Pick<OptionLeg, 'size'>,
  part: SizeUnits,
  orderSize: SizeUnits,
): SizeUnits => Number((BigInt(leg.size) * BigInt(part)) / BigInt(orderSize))

/** Returns the part of a leg's size that belongs to `part` of the order, signed (+ bought). */
export const legPart = (leg: OptionLeg, part: SizeUnits, orderSize: SizeUnits): SizeUnits =>
  (leg.side === 'BUY' ? 1 : -1) * sizeOfPart(leg, part, orderSize)

export function add(sizes: Map<string, SizeUnits>, symbol: string, size: SizeUnits): void {
  sizes.set(symbol, (sizes.get(symbol) ?? 0) + size)
}

/**
 * Returns the portfolio of these sizes at present prices. It may contain stock without options,
 * which its readers ignore.
 */
export function portfolioOf(state: Slices<'markets' | 'deps'>, sizes: Sizes): Portfolio {
  const options: OptionHolding[] = []
  const shares = new Map<string, number>()
  for (const [symbol, size] of sizes) {
    if (size === 0) continue
    const option = optionOf(state, symbol)
    if (option === undefined) {
      shares.set(symbol, Math.trunc(size / UNIT_SIZE))
      continue
    }
    options.push({
      underlying: option.underlying,
      right: option.right,
      strike: option.strike,
      expiry: option.expiry,
      contracts: size / UNIT_SIZE,
      mark: priceOf(state, symbol),
      spot: spotOf(state, option.underlying),
      broad: option.settlement === 'CASH',
    })
  }
  return { options, shares }
}

/**
 * True when an account has open option orders. A fast check, because every sale of shares makes it
 * and it is mostly false.
 */
function hasOptionOrders(state: Slices<'markets' | 'holds'>, accountId: string): boolean {
  for (const key of state.holds.reservationsByPosition(accountId).keys()) {
    if (state.markets.all.get(key)?.instrument.product === 'OPTION') return true
  }
  return false
}

/** True for the same order, or one of its group, since a fill of one limits the others. */
const belongs = (order: PracticeOrder, to: PracticeOrder): boolean =>
  order.number === to.number ||
  (order.combo !== null && order.combo.comboOrderId === to.combo?.comboOrderId)

/** Yields the open option orders of an account, except one and its group. */
export function* openOptionOrders(
  state: Slices<'orders' | 'markets' | 'holds'>,
  accountId: string,
  but: PracticeOrder | null = null,
): Generator<PracticeOrder> {
  if (!hasOptionOrders(state, accountId)) return
  for (const order of state.orders.open.values()) {
    if (
      order.product === 'OPTION' &&
      order.accountId === accountId &&
      (but === null || !belongs(order, but))
    ) {
      yield order
    }
  }
}

/**
 * Returns the size that open orders may still sell (or buy) of an asset as a leg, positive.
 * Computed from their reservations, so that a group counts once.
 */
export function reservedLegs(
  state: Slices<'orders' | 'markets' | 'holds'>,
  accountId: string,
  { symbol, side }: Pick<OptionLeg, 'symbol' | 'side'>,
  but: PracticeOrder | null,
): SizeUnits {
  let claimed = 0
  for (const order of openOptionOrders(state, accountId, but)) {
    const { terms } = order.view
    for (const leg of terms.option?.legs ?? []) {
      if (leg.symbol === symbol && leg.side === side) {
        claimed += Math.abs(legPart(leg, order.heldShares, terms.size))
      }
    }
  }
  return claimed
}
