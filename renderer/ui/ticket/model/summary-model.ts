import {
  NO_FIGURES,
  type Account,
  type Balance,
  type Position,
  type PositionLeg,
} from '../../../../shared/domain/account/account.js'
import {
  asQuantity,
  dec,
  ZERO_QUANTITY,
  isZero,
  sub,
  type Decimal,
  type Money,
  type Price,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import type { AnyInstrument } from '../../../../shared/domain/instruments/any-instrument.js'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import { listingOf } from '../../../../shared/domain/instruments/listing.js'
import type { OrderFault } from '../../../../shared/domain/orders/trade-outcome.js'
import {
  marginsOfStock,
  type OrderEffect,
  type PowerEffect,
  type StockMarginEffect,
} from '../../../../shared/domain/orders/effect/effect-types.js'
import type { ShareCover } from '../../../../shared/domain/orders/effect/held-cover.js'
import {
  fillPrice,
  trailLevel,
  type TrailLevel,
} from '../../../../shared/domain/orders/effect/likely-order.js'
import { effectOf } from '../../../../shared/domain/orders/effect/order-effect.js'
import { overnightLack } from '../../../../shared/domain/orders/effect/stock-margin.js'
import type { Order, OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { DraftLeg } from '../../../../shared/domain/orders/order-terms.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import { reduces } from './build-draft.js'
import { holdingWarning } from './holding-warning.js'
import { buyingPowerOf, currencyOf, likelyValue, powerKindOf } from './estimate.js'
import { warningsOf, type OrderWarning } from './order-warnings.js'
import type { Payoff } from './payoff.js'
import type { Preview } from '../../../stores/submit/previewer.js'
import { stepAbove } from '../../../../shared/domain/instruments/price-steps.js'

/** The estimated cost and effect of an order, and the source of the estimate. */
export interface TicketSummary {
  readonly source: 'provider' | 'ours' | 'none'
  readonly assetClass: AssetClass
  readonly currency: string
  /** What the order costs or brings; in futures the initial margin, or what closing releases. */
  readonly cost: Money | null
  /** True for an order that only closes contracts in futures, whose `cost` is what it releases. */
  readonly releasesMargin: boolean
  readonly fees: Money | null
  /** Price × contracts × size of a contract, for futures; null for other products. */
  readonly notional: Money | null
  /** For an order that opens an option or buys event contracts. */
  readonly payoff: Payoff | null
  /** Options may have a buying power of their own. */
  readonly powerKind: PowerEffect['kind']
  readonly powerBefore: Money | null
  readonly powerAfter: Money | null
  /** True where the requirement is Countersign's own estimate, for an option sold to open. */
  readonly powerIsEstimated: boolean
  /** The margin of the shares after the order, in a margin account; null elsewhere. */
  readonly stockMargin: StockMarginEffect | null
  /** The result that closing makes final, fees included; null where nothing closes. */
  readonly realized: Money | null
  /** The shares that cover a sold option; null without any. */
  readonly cover: ShareCover | null
  /** Units held now, negative when short; null while the positions are not known. */
  readonly held: Quantity | null
  readonly positionAfter: Quantity | null
  /** The present level of a trailing stop; null for another order. */
  readonly trail: TrailLevel | null
  readonly warnings: readonly OrderWarning[]
}

/** True when the order cannot be right as it stands, so that it is not sent. */
export const isBlocked = (summary: TicketSummary): boolean => blockingWarning(summary) !== null

/** Returns the first reason why the order is not sent; null when it may be. */
export const blockingWarning = ({ warnings }: TicketSummary): OrderWarning | null =>
  warnings.find(({ blocks }) => blocks) ?? null

export interface SummaryInput {
  readonly draft: OrderDraft
  readonly instrument: AnyInstrument | null
  /** The quote of the traded outcome. */
  readonly quote: Quote | undefined
  readonly preview: Preview
  readonly balance: Balance | null
  /** The last price of an option's underlying; null while it is not known. */
  readonly spot: Price | null
  /** Units held now, negative when short; null while the positions are not known. */
  readonly held: Quantity | null
  readonly currency: string
  /** The account's positions; `held` alone where absent. */
  readonly positions?: readonly Position[] | null | undefined
  /** Whether the account lends; as in a cash account where absent. */
  readonly accountType?: Account['type'] | undefined
  /** Why limits would refuse the order; none where absent. */
  readonly faults?: readonly OrderFault[] | undefined
  /** The orders that may close what is held already; none where absent. */
  readonly orders?: readonly Order[] | undefined
}

/** The input of an estimate, which needs a position. */
type KnownInput = SummaryInput & { readonly held: Quantity }

/** The broker's preview once it is here. */
type ReadyPreview = Extract<Preview, { readonly phase: 'ready' }> | null

/** Returns the summary before any order. */
export const currentSummary = (
  balance: Balance | null,
  holding: Quantity | null,
  currency: string,
  assetClass: AssetClass = 'stock',
): TicketSummary => ({
  source: 'none',
  assetClass,
  currency,
  cost: null,
  releasesMargin: false,
  fees: null,
  notional: null,
  payoff: null,
  powerKind: powerKindOf(balance, currency, assetClass),
  powerBefore: buyingPowerOf(balance, currency, assetClass),
  powerAfter: null,
  powerIsEstimated: false,
  stockMargin: null,
  realized: null,
  cover: null,
  held: holding,
  positionAfter: null,
  trail: null,
  warnings: [],
})

const ONE = dec('1')

interface Sizes {
  readonly price: Price | null
  readonly value: Money | null
  readonly multiplier: Decimal
  readonly step: Decimal | null
}

/** Returns the order's price, units and value by the instrument's own multiplier and steps. */
function sizesOf({ draft, instrument, quote }: KnownInput): Sizes {
  const listing = instrument === null ? null : listingOf(instrument, draft.terms?.outcome ?? 'yes')
  const price = fillPrice(draft, quote)
  const multiplier = listing?.multiplier ?? ONE
  const steps = listing?.steps ?? []
  return {
    price,
    multiplier,
    value: likelyValue(draft, price, multiplier),
    step: price === null || steps.length === 0 ? null : stepAbove(price, steps),
  }
}

const isWritten = ({ terms }: OrderDraft): boolean => terms?.intent === 'sell-to-open'

/** Returns the position that the form knows, where the account's positions are not given. */
const heldAlone = ({ draft, held }: KnownInput, multiplier: Decimal): readonly Position[] =>
  isZero(held)
    ? []
    : [
        {
          accountId: draft.accountId,
          positionId: '',
          symbol: draft.symbol,
          assetClass: draft.assetClass,
          currency: 'USD',
          quantity: held,
          multiplier,
          ...NO_FIGURES,
          ...(draft.terms?.outcome === undefined ? {} : { outcome: draft.terms.outcome }),
          ...(draft.assetClass === 'option'
            ? { legs: (draft.terms?.legs ?? []).map(heldLeg) }
            : {}),
        },
      ]

const heldLeg = ({ symbol, quantity, option }: DraftLeg): PositionLeg => ({
  legId: '',
  symbol,
  quantity,
  option: option === null ? null : { ...option, style: null, multiplier: null, deliverable: null },
  settles: null,
})

/** Returns what the order does to the account. */
function effectOfOrder(input: KnownInput, sizes: Sizes, preview: ReadyPreview): OrderEffect {
  const { draft, instrument, balance, currency, quote, spot, accountType } = input
  const power = currencyOf(balance, preview?.currency ?? currency)
  const stock = instrument?.assetClass === 'stock' ? instrument : null
  return effectOf({
    draft,
    positions: input.positions ?? heldAlone(input, sizes.multiplier),
    price: sizes.price,
    multiplier: sizes.multiplier,
    fees: preview?.fees ?? null,
    brokerCost: preview?.cost ?? null,
    account: accountType,
    power: { account: power?.buyingPower ?? null, option: power?.optionBuyingPower ?? null },
    stock: marginsOfStock(stock),
    spot: draft.assetClass === 'stock' ? (quote?.last ?? null) : spot,
    markOf: () => quote?.last ?? sizes.price,
    isBroad: instrument?.assetClass === 'option' && instrument.underlyingKind === 'index',
  })
}

/**
 * Returns buying power after the order's cost alone. What margin takes beyond that, and what an
 * option needs that shares may cover, is an estimate, which blocks nothing.
 */
const powerWithoutMargin = (
  input: KnownInput,
  sizes: Sizes,
  preview: ReadyPreview,
): Money | null =>
  isWritten(input.draft)
    ? null
    : effectOfOrder({ ...input, instrument: null }, sizes, preview).power.after

/** Returns the bounds of an order that opens an option or buys event contracts. */
function payoffOfEffect({ maxGain, maxLoss, payoff, payout }: OrderEffect): Payoff | null {
  if (maxGain === null || maxLoss === null) return null
  return { maxGain, maxLoss, breakEven: payoff?.breakEvens[0] ?? null, payout }
}

/**
 * Returns the margin that an order in futures takes or releases. Only the broker knows a contract's
 * margin, and its preview ignores the position.
 */
function futuresCost({ kind, margin }: OrderEffect, preview: ReadyPreview): Money | null {
  const { before = null, after = null } = margin ?? {}
  if (kind === 'flip') return after
  if (kind !== 'close' && kind !== 'reduce') return preview?.cost ?? null
  return before === null || after === null ? null : sub(before, after)
}

/**
 * Returns the broker's figures once available, Countersign's own until then; every number exact.
 */
export function summaryOf(summaryInput: SummaryInput): TicketSummary {
  const { draft, quote, preview, balance, currency } = summaryInput
  // What the position would be is not shown while it is unknown; the estimates assume none.
  const holdingUnits = summaryInput.held ?? ZERO_QUANTITY
  const input = { ...summaryInput, held: holdingUnits }
  const ready = preview.phase === 'ready' ? preview : null
  const sizes = sizesOf(input)
  const isFuture = draft.assetClass === 'futures'
  const effect = effectOfOrder(input, sizes, ready)
  const [change] = effect.changes
  const flips = effect.kind === 'flip'
  const holding = holdingWarning({ ...summaryInput, units: effect.units })
  // The broker refuses the order, so it changes nothing.
  const isRefused = holding?.blocks === true
  const releasesMargin = isFuture && (effect.kind === 'close' || effect.kind === 'reduce')
  const cost = isFuture
    ? futuresCost(effect, ready)
    : draft.trail === null
      ? (ready?.cost ?? sizes.value)
      : sizes.value
  const known = ready?.currency ?? currency
  return {
    source: ready?.source === 'provider' ? 'provider' : cost === null ? 'none' : 'ours',
    assetClass: draft.assetClass,
    currency: known,
    cost,
    releasesMargin,
    fees: ready?.fees ?? null,
    notional: isFuture ? sizes.value : null,
    payoff: payoffOfEffect(effect),
    powerKind: effect.power.kind,
    powerBefore: effect.power.before,
    powerAfter: cost === null || isRefused ? null : effect.power.after,
    powerIsEstimated: isWritten(draft) && effect.power.after !== null,
    stockMargin: isRefused ? null : effect.stockMargin,
    realized: isRefused ? null : effect.realized,
    cover: isRefused ? null : effect.cover,
    held: summaryInput.held,
    positionAfter:
      summaryInput.held === null || change === undefined || isRefused
        ? null
        : asQuantity(change.after),
    trail: trailLevel(draft, quote),
    warnings: warningsOf({
      draft,
      quote,
      cost,
      step: sizes.step,
      powerAfter: cost === null ? null : powerWithoutMargin(input, sizes, ready),
      netLiquidation: balance?.netLiquidation ?? null,
      reduces: reduces(draft.side, holdingUnits) && !flips,
      flips,
      holding,
      faults: summaryInput.faults,
      maxLoss: effect.maxLoss,
      uncovers: effect.uncovers,
      overnightLack: overnightLack(effect, balance),
    }),
  }
}
