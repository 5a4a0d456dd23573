import type { OptionInstrument } from '../../instrument.js'
import { UNIT_SIZE, type PriceUnits, type SizeUnits } from '../../units.js'
import type { Core } from '../core.js'
import type { PracticeOrder } from '../order.js'
import type { OptionLeg } from '../terms.js'
import type { OptionHolding, Portfolio } from './option-margin.js'
import { optionOf } from './option-terms.js'

/** The price of what an option is on: a share's last trade, or an index's value. */
export const spotOf = (core: Core, underlying: string): PriceUnits =>
  core.market(underlying)?.last ?? core.deps.reference(underlying)?.last ?? 0

/** What a contract is worth now; what ended before it was ever asked for here is worth nothing. */
const priceOf = (core: Core, symbol: string): PriceUnits =>
  core.deps.reference(symbol)?.last ?? core.market(symbol)?.last ?? 0

/** What exercising brings a share's worth, at a price of the underlying. */
export const intrinsicOf = (
  { right, strike }: Pick<OptionInstrument, 'right' | 'strike'>,
  spot: PriceUnits,
): PriceUnits => Math.max(0, right === 'CALL' ? spot - strike : strike - spot)

/** Sizes of assets by symbol: contracts and shares. */
export type Sizes = ReadonlyMap<string, SizeUnits>

/** What an account holds of options and stock. */
export function heldSizes(core: Core, accountId: string): Map<string, SizeUnits> {
  const sizes = new Map<string, SizeUnits>()
  for (const { product, symbol, size } of core.ledger.accounts.get(accountId)?.positions.values() ??
    []) {
    if (size !== 0 && (product === 'OPTION' || product === 'EQUITY')) sizes.set(symbol, size)
  }
  return sizes
}

/** A part of the legs' sizes, in proportion to how much of the order it is. */
export const legPart = (leg: OptionLeg, part: SizeUnits, whole: SizeUnits): SizeUnits =>
  (leg.side === 'BUY' ? 1 : -1) * (leg.size / whole) * part

export function add(sizes: Map<string, SizeUnits>, symbol: string, size: SizeUnits): void {
  sizes.set(symbol, (sizes.get(symbol) ?? 0) + size)
}

/**
 * The portfolio that these sizes are, at present prices. Stock that no option is on is left out by
 * whoever reads it.
 */
export function portfolioOf(core: Core, sizes: Sizes): Portfolio {
  const options: OptionHolding[] = []
  const shares = new Map<string, number>()
  for (const [symbol, size] of sizes) {
    if (size === 0) continue
    const option = optionOf(core, symbol)
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
      mark: priceOf(core, symbol),
      spot: spotOf(core, option.underlying),
      broad: option.settlement === 'CASH',
    })
  }
  return { options, shares }
}

/**
 * Whether an account has open option orders at all: asked for every sale of shares, and mostly no.
 */
function hasOptionOrders(core: Core, accountId: string): boolean {
  for (const key of core.holds.claimed(accountId).keys()) {
    if (core.markets.get(key)?.instrument.product === 'OPTION') return true
  }
  return false
}

/** The same order, or one of its group: what one of a group does the others cannot do any more. */
const belongs = (order: PracticeOrder, to: PracticeOrder): boolean =>
  order.number === to.number ||
  (order.combo !== null && order.combo.comboOrderId === to.combo?.comboOrderId)

/** Open option orders of an account, but for one and its group. */
export function* openOptionOrders(
  core: Core,
  accountId: string,
  but: PracticeOrder | null = null,
): Generator<PracticeOrder> {
  if (!hasOptionOrders(core, accountId)) return
  for (const order of core.open.values()) {
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
 * What open orders will still sell (or buy) of an asset as a leg, as a positive size: what they
 * claim, so that a group counts once.
 */
export function claimedLegs(
  core: Core,
  accountId: string,
  symbol: string,
  side: 'BUY' | 'SELL',
  but: PracticeOrder | null,
): SizeUnits {
  let claimed = 0
  for (const order of openOptionOrders(core, accountId, but)) {
    const { terms } = order.view
    for (const leg of terms.option?.legs ?? []) {
      if (leg.symbol === symbol && leg.side === side) {
        claimed += Math.abs(legPart(leg, order.heldShares, terms.size))
      }
    }
  }
  return claimed
}
