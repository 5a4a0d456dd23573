import { ownMoney, ownQuantity } from '../../../format/own.js'
import {
  abs,
  dec,
  div,
  gt,
  gte,
  isNegative,
  isPositive,
  lte,
  maxOf,
  minOf,
  mul,
  neg,
  sub,
  ZERO,
  ZERO_MONEY,
  type Decimal,
  type Money,
  type Price,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import { usesLimit, usesStop } from '../../../../shared/domain/orders/order-types.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { OrderFault } from '../../../../shared/domain/orders/trade-outcome.js'
import { trailLevel, WIDE_TRAIL } from '../../../../shared/domain/orders/effect/likely-order.js'
import { PRICE_BAND } from '../../../../shared/domain/orders/price-band.js'
import type { WindowText } from '../../../../shared/messages/window-text.js'
import { formatRatio } from '../../../format/decimal.js'
import { formatMessage } from '../../../format/message.js'
import { formatProductPrice, type PricedInstrument } from '../../../format/product-price.js'
import type { HoldingWarning } from './holding-warning.js'
import type { Payoff } from './payoff.js'

/** What is unusual about an order; the order cannot be sent with one that `blocks`. */
export type OrderWarning =
  | {
      readonly kind: 'through-market'
      readonly limit: Price
      readonly market: Price
      readonly share: Decimal
      readonly blocks: boolean
    }
  | { readonly kind: 'stop-reached'; readonly market: Price; readonly blocks: false }
  | { readonly kind: 'too-large'; readonly missing: Money; readonly blocks: true }
  | { readonly kind: 'share-of-equity'; readonly share: Decimal; readonly blocks: false }
  | { readonly kind: 'wide-trail'; readonly share: Decimal; readonly blocks: false }
  | HoldingWarning
  | { readonly kind: 'limit'; readonly fault: OrderFault; readonly blocks: true }
  | { readonly kind: 'overnight-margin'; readonly missing: Money; readonly blocks: false }
  | { readonly kind: 'uncovers'; readonly contracts: Quantity; readonly blocks: false }
  | { readonly kind: 'flips' | 'unlimited-loss'; readonly blocks: false }

/** A limit that reaches this far through the market is worth a look. */
const THROUGH_WARNING = dec('0.01')
/** An order of this share of the account's value is worth a look. */
const EQUITY_WARNING = dec('0.25')
const PLACES = 4
/**
 * Options and event contracts trade rarely and may be cheap, so a limit may always reach a few
 * steps through the market, whatever share of the price that is.
 */
const FREE_STEPS = dec('5')

export interface WarningInput {
  readonly draft: OrderDraft
  readonly quote: Quote | undefined
  readonly cost: Money | null
  /** The price step of the instrument near the order's price; null where it is not published. */
  readonly step?: Decimal | null
  /** What an order that opens an option can lose; null where it is not known. */
  readonly maxLoss?: Payoff['maxLoss'] | null
  /** The options sold before that the order leaves without cover; null for none. */
  readonly uncovers?: Quantity | null
  /** What the account lacks for the margin of what is held beyond the day; null for nothing. */
  readonly overnightLack?: Money | null
  readonly powerAfter: Money | null
  readonly netLiquidation: Money | null
  /** The order only reduces the position. */
  readonly reduces: boolean
  readonly flips: boolean
  /** Why what is held does not allow the order; null where it does. */
  readonly holding: HoldingWarning | null
  /** Why limits would refuse the order. */
  readonly faults?: readonly OrderFault[] | undefined
}

/** Returns what is unusual about the order, the most severe first. */
export function warningsOf(input: WarningInput): readonly OrderWarning[] {
  const { draft, powerAfter, reduces, flips, holding, faults = [] } = input
  const reach = throughMarket(input)
  const candidates: (OrderWarning | null)[] = [
    holding,
    reach,
    ...faults
      // The sentence about the price band of this ticket says the same with the market's side.
      .filter(({ code }) => code !== 'price-band' || reach?.blocks !== true)
      .map((fault): OrderWarning => ({ kind: 'limit', fault, blocks: true })),
    powerAfter !== null && isTooLarge(input)
      ? { kind: 'too-large', missing: neg(powerAfter), blocks: true }
      : null,
    stopReached(draft, input.quote),
    wideTrail(draft, input.quote),
    reduces || isTooLarge(input) ? null : shareOfEquity(input),
    input.overnightLack == null
      ? null
      : { kind: 'overnight-margin', missing: input.overnightLack, blocks: false },
    input.uncovers == null ? null : { kind: 'uncovers', contracts: input.uncovers, blocks: false },
    input.maxLoss === 'unlimited' ? { kind: 'unlimited-loss', blocks: false } : null,
    flips && holding === null ? { kind: 'flips', blocks: false } : null,
  ]
  const warnings = candidates.filter((warning) => warning !== null)
  return [...warnings.filter(({ blocks }) => blocks), ...warnings.filter(({ blocks }) => !blocks)]
}

/** The account cannot pay for the order. */
const isTooLarge = ({ reduces, powerAfter }: WarningInput): boolean =>
  !reduces && powerAfter !== null && isNegative(powerAfter)

/** A limit above the ask (or below the bid) may fill at any price up to it. */
function throughMarket({ draft, quote, step }: WarningInput): OrderWarning | null {
  const isBuy = draft.side === 'buy'
  const { limitPrice: limit } = draft
  const market = marketFor(draft, quote)
  // Until its stop is reached, a stop-limit order is priced by another market.
  if (!usesLimit(draft.type) || usesStop(draft.type) || limit === null || market === null) {
    return null
  }
  const reach = isBuy ? sub(limit, market) : sub(market, limit)
  const free = isThin(draft) && step != null ? mul(step, FREE_STEPS) : ZERO
  const share = div(reach, market, PLACES, 'up')
  if (share === null || !gte(share, THROUGH_WARNING) || lte(reach, free)) return null
  return { kind: 'through-market', limit, market, share, blocks: gt(share, PRICE_BAND) }
}

const isThin = ({ assetClass }: OrderDraft): boolean =>
  assetClass === 'option' || assetClass === 'event'

/**
 * Returns the market that a limit is compared with: the opposite side of the book; for options and
 * event contracts the last price where that is farther.
 */
function marketFor(draft: OrderDraft, quote: Quote | undefined): Price | null {
  const isBuy = draft.side === 'buy'
  const touch = (isBuy ? quote?.ask : quote?.bid) ?? null
  const last = quote?.last ?? null
  if (touch === null || last === null || !isThin(draft)) return touch ?? last
  return isBuy ? maxOf(touch, last) : minOf(touch, last)
}

/** A buy stop at or below the market, or a sell stop at or above it, triggers at once. */
function stopReached(draft: OrderDraft, quote: Quote | undefined): OrderWarning | null {
  const market = quote?.last ?? null
  const { stopPrice: stop } = draft
  if (!usesStop(draft.type) || stop === null || market === null) return null
  const isReached = draft.side === 'buy' ? lte(stop, market) : gte(stop, market)
  return isReached ? { kind: 'stop-reached', market, blocks: false } : null
}

/** A trail this wide is probably a mistake, such as 50% for 0.5% (CONFIRM-49). */
function wideTrail(draft: OrderDraft, quote: Quote | undefined): OrderWarning | null {
  const share = trailLevel(draft, quote)?.share ?? null
  return share === null || !gt(share, WIDE_TRAIL)
    ? null
    : { kind: 'wide-trail', share, blocks: false }
}

function shareOfEquity({ cost, netLiquidation }: WarningInput): OrderWarning | null {
  if (cost === null || netLiquidation === null || !isPositive(netLiquidation)) return null
  const share = div(gt(cost, ZERO_MONEY) ? cost : neg(cost), netLiquidation, PLACES, 'up')
  return share === null || !gte(share, EQUITY_WARNING)
    ? null
    : { kind: 'share-of-equity', share, blocks: false }
}

/** Returns the field to correct; null where no field would help. */
export function fieldOfWarning(warning: OrderWarning): OrderFault['field'] {
  switch (warning.kind) {
    case 'limit':
      return warning.fault.field
    case 'through-market':
      return 'limitPrice'
    case 'oversells':
    case 'closing-already':
    case 'too-large':
      return 'size'
    case 'stop-reached':
    case 'share-of-equity':
    case 'wide-trail':
    case 'flips':
    case 'overnight-margin':
    case 'uncovers':
    case 'unlimited-loss':
    case 'short-while-long':
      return null
  }
}

/** The order that a warning is about. */
interface WarningContext {
  readonly side: OrderDraft['side']
  readonly currency: string
  readonly text: WindowText['ticket']
  readonly instrument: PricedInstrument
}

/** Writes a warning as a sentence. */
export function writeWarning(
  warning: OrderWarning,
  { side, currency, text: { warnings: text, flips }, instrument }: WarningContext,
): string {
  const price = (value: Price): string => formatProductPrice(value, instrument)
  switch (warning.kind) {
    case 'through-market':
      return text.throughMarket[side === 'buy' ? 'buy' : 'sell'](
        formatRatio(warning.share, false),
        price(warning.market),
        price(warning.limit),
      )
    case 'stop-reached':
      return text.stopReached(price(warning.market))
    case 'too-large':
      return text.tooLarge(ownMoney(warning.missing, currency))
    case 'share-of-equity':
      return text.shareOfEquity(formatRatio(warning.share, false))
    case 'wide-trail':
      return text.wideTrail(formatRatio(warning.share, false))
    case 'unlimited-loss':
      return text.unlimitedLoss
    case 'overnight-margin':
      return text.overnightMargin(ownMoney(warning.missing, currency))
    case 'uncovers':
      return text.uncovers(ownQuantity(warning.contracts))
    case 'flips':
      return flips
    case 'oversells':
      return isPositive(warning.held)
        ? text.oversells(ownQuantity(warning.held), warning.mayShort)
        : text.sellsNothing(warning.mayShort)
    case 'short-while-long':
      return text.shortWhileLong(ownQuantity(warning.held))
    case 'closing-already':
      return text.closingAlready[side === 'buy' ? 'buy' : 'sell'](
        {
          held: ownQuantity(abs(warning.held)),
          taken: ownQuantity(warning.taken),
          free: isPositive(warning.free) ? ownQuantity(warning.free) : null,
          orders: warning.orders.length,
        },
        warning.blocks,
      )
    case 'limit':
      return formatMessage(warning.fault.message)
  }
}
