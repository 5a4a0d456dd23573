import type { Account, Balance } from '../../../../shared/domain/account/account.js'
import {
  dec,
  ZERO_MONEY,
  ZERO_QUANTITY,
  isPositive,
  lte,
  type Decimal,
  type Money,
  type Price,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import type { AnyInstrument } from '../../../../shared/domain/instruments/any-instrument.js'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import { listingOf } from '../../../../shared/domain/instruments/listing.js'
import type { OrderFault } from '../../../../shared/domain/orders/trade-outcome.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import { reduces } from './build-draft.js'
import {
  buyingPowerOf,
  likelyPrice,
  likelyQuantity,
  likelyValue,
  positionEffect,
  powerAfter,
  powerShare,
} from './estimate.js'
import { warningsOf, type OrderWarning, type WarningInput } from './order-warnings.js'
import { payoffOf, type Payoff } from './payoff.js'
import type { Preview } from '../../../stores/submit/previewer.js'
import { stepAbove } from '../../../../shared/domain/instruments/price-steps.js'
import {
  powerAfterWriting,
  writtenRequirement,
} from '../../../../shared/domain/instruments/option-margin.js'

/** The estimated cost and effect of an order, and the source of the estimate. */
export interface TicketSummary {
  readonly source: 'provider' | 'ours' | 'none'
  readonly assetClass: AssetClass
  readonly currency: string
  /** What the order costs or brings; in futures the initial margin. */
  readonly cost: Money | null
  readonly fees: Money | null
  /** Price × contracts × size of a contract, for futures; null for other products. */
  readonly notional: Money | null
  /** For an order that opens an option or buys event contracts. */
  readonly payoff: Payoff | null
  readonly powerBefore: Money | null
  readonly powerAfter: Money | null
  /** True where the requirement is Countersign's own estimate, for an option sold to open. */
  readonly powerIsEstimated: boolean
  /** Units held now, negative when short; null while the positions are not known. */
  readonly held: Quantity | null
  readonly positionAfter: Quantity | null
  readonly warnings: readonly OrderWarning[]
}

/** True when the order cannot be right as it stands, so that it is not sent. */
export const isBlocked = ({ warnings }: TicketSummary): boolean =>
  warnings.some(({ blocks }) => blocks)

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
  /** Whether the account lends; as in a cash account where absent. */
  readonly accountType?: Account['type'] | undefined
  /** Why limits would refuse the order; none where absent. */
  readonly faults?: readonly OrderFault[] | undefined
}

/** The input of an estimate, which needs a position. */
type KnownInput = SummaryInput & { readonly held: Quantity }

/** Returns the summary before any order. */
export const currentSummary = (
  balance: Balance | null,
  held: Quantity | null,
  currency: string,
  assetClass: AssetClass = 'stock',
): TicketSummary => ({
  source: 'none',
  assetClass,
  currency,
  cost: null,
  fees: null,
  notional: null,
  payoff: null,
  powerBefore: buyingPowerOf(balance, currency, assetClass),
  powerAfter: null,
  powerIsEstimated: false,
  held,
  positionAfter: null,
  warnings: [],
})

const ONE = dec('1')

interface Sizes {
  readonly price: Price | null
  readonly units: Quantity | null
  readonly value: Money | null
  readonly multiplier: Decimal
  readonly step: Decimal | null
}

/** Returns the order's price, units and value by the instrument's own multiplier and steps. */
function sizesOf({ draft, instrument, quote }: KnownInput): Sizes {
  const listing = instrument === null ? null : listingOf(instrument, draft.terms?.outcome ?? 'yes')
  const price = likelyPrice(draft, quote)
  const multiplier = listing?.multiplier ?? ONE
  const steps = listing?.steps ?? []
  return {
    price,
    multiplier,
    units: likelyQuantity(draft, price),
    value: likelyValue(draft, price, multiplier),
    step: price === null || steps.length === 0 ? null : stepAbove(price, steps),
  }
}

const isWritten = ({ terms }: OrderDraft): boolean => terms?.intent === 'sell-to-open'

/** Returns buying power after the order; null where the requirement is not known beforehand. */
function powerAfterOrder(
  { draft, held, instrument, spot, accountType }: KnownInput,
  power: Money | null,
  cost: Money | null,
  fees: Money | null,
  units: Quantity | null,
): Money | null {
  if (power === null || cost === null) return null
  if (!isWritten(draft)) {
    const takes = powerShare(draft, instrument, held, accountType)
    return powerAfter(power, draft, cost, fees ?? ZERO_MONEY, held, units, takes)
  }
  // The broker publishes no margin requirement of a sold option.
  if (instrument?.assetClass !== 'option' || spot === null || units === null) return null
  const requirement = writtenRequirement(instrument, spot, units, instrument.multiplier)
  return requirement === null ? null : powerAfterWriting(power, requirement, fees ?? ZERO_MONEY)
}

/**
 * Returns buying power after the order's cost alone. What margin takes beyond that, and what an
 * option needs that shares may cover, is an estimate, which blocks nothing.
 */
const powerWithoutMargin = (
  { draft, held }: KnownInput,
  power: Money | null,
  cost: Money | null,
  fees: Money | null,
  units: Quantity | null,
): Money | null =>
  power === null || cost === null || isWritten(draft)
    ? null
    : powerAfter(power, draft, cost, fees ?? ZERO_MONEY, held, units)

function payoffOfOrder({ draft, instrument, held }: KnownInput, sizes: Sizes): Payoff | null {
  const { price, units, multiplier } = sizes
  if (instrument === null || price === null || units === null) return null
  const opens = draft.assetClass === 'event' ? draft.side === 'buy' : !reduces(draft.side, held)
  if (!opens) return null
  const side = draft.side === 'buy' ? 'buy' : 'sell'
  return payoffOf({ instrument, side, price, units, multiplier })
}

/**
 * Returns what is held where the order sells more of it: the broker refuses that of stocks, coins
 * and event contracts. Options and futures open the opposite position instead.
 */
function oversold(
  { draft, held, instrument, accountType }: SummaryInput,
  units: Quantity | null,
): WarningInput['oversold'] {
  const { assetClass, side, size } = draft
  if (held === null || side !== 'sell' || assetClass === 'option' || assetClass === 'futures') {
    return null
  }
  const selling = size.kind === 'quantity' ? size.quantity : units
  const isCovered = isPositive(held) && (selling === null || lte(selling, held))
  if (isCovered) return null
  const mayShort =
    assetClass === 'stock' &&
    accountType === 'margin' &&
    instrument?.assetClass === 'stock' &&
    instrument.shortable
  return { held, mayShort }
}

/**
 * Returns the broker's figures once available, Countersign's own until then; every number exact.
 */
export function summaryOf(given: SummaryInput): TicketSummary {
  const { draft, quote, preview, balance, currency } = given
  // What the position would be is not shown while it is unknown; the estimates assume none.
  const held = given.held ?? ZERO_QUANTITY
  const input = { ...given, held }
  const ready = preview.phase === 'ready' ? preview : null
  const sizes = sizesOf(input)
  const isFuture = draft.assetClass === 'futures'
  // Only the broker knows the margin of a future.
  const cost = ready?.cost ?? (isFuture ? null : sizes.value)
  const effect = positionEffect(draft, held, sizes.price)
  const known = ready?.currency ?? currency
  const power = buyingPowerOf(balance, known, draft.assetClass)
  const after = powerAfterOrder(input, power, cost, ready?.fees ?? null, sizes.units)
  return {
    source: ready?.source === 'provider' ? 'provider' : cost === null ? 'none' : 'ours',
    assetClass: draft.assetClass,
    currency: known,
    cost,
    fees: ready?.fees ?? null,
    notional: isFuture ? sizes.value : null,
    payoff: payoffOfOrder(input, sizes),
    powerBefore: power,
    powerAfter: after,
    powerIsEstimated: isWritten(draft) && after !== null,
    held: given.held,
    positionAfter: given.held === null ? null : (effect?.after ?? null),
    warnings: warningsOf({
      draft,
      quote,
      cost,
      step: sizes.step,
      powerAfter: powerWithoutMargin(input, power, cost, ready?.fees ?? null, sizes.units),
      netLiquidation: balance?.netLiquidation ?? null,
      reduces: reduces(draft.side, held) && effect?.flips !== true,
      flips: effect?.flips ?? false,
      oversold: oversold(given, sizes.units),
      faults: given.faults,
      maxLoss: payoffOfOrder(input, sizes)?.maxLoss ?? null,
    }),
  }
}
