import {
  asPrice,
  div,
  isPositive,
  neg,
  type Decimal,
  type Money,
  type Price,
  type Quantity,
} from '../decimal.js'
import type { AssetClass } from '../instruments/instrument.js'
import type { Side } from '../side.js'
import { type ComboRole, timesInForceOf, type OrderType, type TimeInForce } from './order-types.js'
import type { ComboDraft, ComboMember, OrderDraft } from './order.js'
import { scaledLegs } from './draft-terms.js'

/** The prices of the orders that end a position: at a profit, and at a loss. */
export interface ExitPrices {
  readonly takeProfit: Price | null
  readonly stopLoss: Price | null
}

/**
 * True where a target and a stop of a position can be linked, so that one cancels the other
 * (TRADING-4.3). A short position is protected by orders of which one cancels the other, which are
 * for stocks only.
 */
export const linksExits = (assetClass: AssetClass, side: Side): boolean =>
  assetClass === 'stock' || (assetClass === 'option' && side !== 'buy')

/** Only buys of options last until they are canceled (TRADING-4.3). */
const lastingTime = ({ assetClass }: OrderDraft, type: OrderType, side: 'buy' | 'sell') =>
  timesInForceOf(assetClass, type).includes('gtc') && (assetClass !== 'option' || side === 'buy')
    ? ('gtc' satisfies TimeInForce)
    : ('day' satisfies TimeInForce)

const CLOSING_INTENTS = { buy: 'buy-to-close', sell: 'sell-to-close' } as const

/**
 * Returns the order that closes what `entry` opens, at a limit or a stop price. It lasts until it
 * is canceled where the product allows that.
 */
export function exitOf(entry: OrderDraft, type: 'limit' | 'stop', price: Price): OrderDraft {
  const side = entry.side === 'buy' ? 'sell' : 'buy'
  const { terms } = entry
  return {
    ...entry,
    side,
    type,
    timeInForce: lastingTime(entry, type, side),
    session: 'core',
    limitPrice: type === 'limit' ? price : null,
    stopPrice: type === 'stop' ? price : null,
    expireDate: null,
    ...(terms === undefined
      ? {}
      : {
          terms: {
            ...terms,
            ...(entry.assetClass === 'option' ? { intent: CLOSING_INTENTS[side] } : {}),
            ...(terms.legs === undefined
              ? {}
              : { legs: terms.legs.map((leg) => ({ ...leg, side })) }),
          },
        }),
  }
}

/**
 * Returns the exits of an entry. A market or limit entry has a take profit and a stop loss; one
 * that is triggered itself starts them: as one order (OTO), or two of which one cancels the other
 * (OTOCO) (TRADING-4.3).
 */
export function exitsOf(entry: OrderDraft, prices: ExitPrices): readonly ComboMember[] {
  const { takeProfit, stopLoss } = prices
  const isBracket = entry.type === 'market' || entry.type === 'limit'
  const started: ComboRole = takeProfit === null || stopLoss === null ? 'oto' : 'otoco'
  return [
    ...(takeProfit === null
      ? []
      : [
          {
            role: isBracket ? ('take-profit' as const) : started,
            draft: exitOf(entry, 'limit', takeProfit),
          },
        ]),
    ...(stopLoss === null
      ? []
      : [
          {
            role: isBracket ? ('stop-loss' as const) : started,
            draft: exitOf(entry, 'stop', stopLoss),
          },
        ]),
  ]
}

/** Returns an entry with its exits as one combination. */
export const protectedEntry = (entry: OrderDraft, exits: readonly ComboMember[]): ComboDraft => ({
  accountId: entry.accountId,
  orders: [{ role: 'master', draft: entry }, ...exits],
})

/** True when an order is itself an exit of a held position: the others have its side. */
export const protectsPosition = (draft: OrderDraft, exits: readonly ComboMember[]): boolean =>
  exits.some((exit) => exit.draft.side === draft.side)

/**
 * Returns an order with its exits as one combination: an entry that they close, or exits of a held
 * position, of which one fill cancels the others.
 */
export const linkedOrders = (draft: OrderDraft, exits: readonly ComboMember[]): ComboDraft =>
  protectsPosition(draft, exits)
    ? {
        accountId: draft.accountId,
        orders: [{ role: draft.type === 'limit' ? 'take-profit' : 'stop-loss', draft }, ...exits],
      }
    : protectedEntry(draft, exits)

/**
 * Returns an order with its linked orders: the ones that it starts when it fills, or the ones that
 * a fill of any of them cancels.
 */
export const linkedGroup = (draft: OrderDraft, linked: readonly ComboMember[]): ComboDraft => ({
  accountId: draft.accountId,
  orders: [
    { role: linked.some(({ role }) => role === 'oco') ? 'oco' : 'master', draft },
    ...linked,
  ],
})

/** Returns the exits at another quantity; null where a leg would not be whole. */
export function exitsAt(
  exits: readonly ComboMember[],
  quantity: Quantity,
): readonly ComboMember[] | null {
  const resized: ComboMember[] = []
  for (const { role, draft } of exits) {
    const { size, terms } = draft
    const legs =
      terms?.legs === undefined || size.kind !== 'quantity'
        ? undefined
        : scaledLegs(terms.legs, size.quantity, quantity)
    if (legs === null) return null
    resized.push({
      role,
      draft: {
        ...draft,
        size: { kind: 'quantity', quantity },
        ...(legs === undefined ? {} : { terms: { ...terms, legs } }),
      },
    })
  }
  return resized
}

/** Returns where an entry fills: at its own price, otherwise at the market's; null without one. */
export function entryPriceOf(
  entry: OrderDraft,
  quote: { readonly [side in 'bid' | 'ask' | 'last']?: Price | null } | null,
): Price | null {
  const market = (entry.side === 'buy' ? quote?.ask : quote?.bid) ?? quote?.last ?? null
  return entry.limitPrice ?? entry.stopPrice ?? market
}

/** Returns the price of an exit. */
export const exitPrice = ({ limitPrice, stopPrice }: OrderDraft): Price | null =>
  limitPrice ?? stopPrice

/** Decimal places of a ratio of reward to risk. */
const RATIO_PLACES = 2

/** Returns how much is gained for each dollar that is risked; null without a loss. */
export function rewardPerRisk(gain: Money, loss: Money): Decimal | null {
  const risk = neg<Decimal>(loss)
  return isPositive(risk) && isPositive(gain) ? div(gain, risk, RATIO_PLACES, 'half-up') : null
}

/** Returns the combination with a price for a market entry, so that its exits can be compared. */
export const enteringAt = (combo: ComboDraft, price: Price | null): ComboDraft => ({
  ...combo,
  orders: combo.orders.map(({ role, draft }) => ({
    role,
    draft:
      role === 'master' && draft.limitPrice === null && price !== null
        ? { ...draft, type: 'limit', limitPrice: asPrice(price) }
        : draft,
  })),
})
