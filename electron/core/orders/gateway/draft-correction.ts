import {
  dec,
  decimalText,
  div,
  gt,
  isPositive,
  lte,
  snap,
  toScale,
  trim,
  type Decimal,
  type Price,
} from '../../../../shared/domain/decimal.js'
import { stepOf, type Listing } from '../../../../shared/domain/instruments/listing.js'
import { strategyOfLegs } from '../../../../shared/domain/orders/option-rules.js'
import { stockTick, type DraftFinding } from '../../../../shared/domain/orders/order-rules.js'
import { timesInForceOf } from '../../../../shared/domain/orders/order-types.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'

const HUNDRED = dec('100')
const ONE = dec('1')
const PERCENT_PLACES = 6
const PLACES = { whole: 0, stock: 5, crypto: 8, cents: 2 } as const

const positiveText = (value: Decimal | null): string | null =>
  value !== null && isPositive(value) ? decimalText(trim(value)) : null

/** Returns the next price on a step that is not worse for the order's side than the given one. */
function steppedPrice(
  { assetClass, side }: OrderDraft,
  price: Price | null,
  { steps }: Listing,
): string | null {
  if (price === null) return null
  const step = assetClass === 'stock' ? stockTick(price) : stepOf(steps, price)
  if (step === null) return null
  return positiveText(snap(price, step, side === 'buy' ? 'down' : 'up'))
}

/** Returns the quantity without the decimal places that the product does not have. */
function shortenedSize(
  { size, assetClass }: OrderDraft,
  problem: DraftFinding['problem'],
): string | null {
  if (size.kind === 'amount') {
    return problem === 'amount-precision'
      ? positiveText(toScale<Decimal>(size.amount, PLACES.cents, 'down'))
      : null
  }
  const places =
    problem === 'quantity-precision'
      ? PLACES.stock
      : problem === 'quantity-places' && assetClass === 'crypto'
        ? PLACES.crypto
        : problem === 'quantity-places' && assetClass === 'event'
          ? PLACES.cents
          : PLACES.whole
  return positiveText(toScale<Decimal>(size.quantity, places, 'down'))
}

/** Reads a share of more than 100% as the percentage that was probably meant. */
function smallerTrail({ trail }: OrderDraft): string | null {
  if (trail?.kind !== 'percent' || !gt(trail.step, ONE) || !lte(trail.step, HUNDRED)) return null
  return positiveText(div(trail.step, HUNDRED, PERCENT_PLACES, 'half-even'))
}

type Correction = (draft: OrderDraft, finding: DraftFinding, listing: Listing) => string | null

const steppedField: Correction = (draft, { field }, listing) =>
  steppedPrice(draft, field === 'stopPrice' ? draft.stopPrice : draft.limitPrice, listing)

const shortenedField: Correction = (draft, { problem }) => shortenedSize(draft, problem)

/** The corrections of the problems that suggest one. */
const CORRECTIONS: Partial<Record<DraftFinding['problem'], Correction>> = {
  'limit-price-tick': steppedField,
  'stop-price-tick': steppedField,
  'price-step': steppedField,
  'quantity-precision': shortenedField,
  'quantity-places': shortenedField,
  'quantity-whole': shortenedField,
  'contracts-whole': shortenedField,
  'amount-precision': shortenedField,
  'trail-too-large': smallerTrail,
  'strategy-mismatch': strategyOfLegs,
  'time-in-force-not-allowed': ({ assetClass, type, timeInForce }) =>
    timesInForceOf(assetClass, type).includes('day') && timeInForce !== 'day' ? 'day' : null,
  'session-not-allowed': ({ session }) => (session === 'core' ? null : 'core'),
}

/**
 * Returns the value that a field of a wrong draft was probably meant to have, in the notation of a
 * draft; null where no value suggests itself (CONFIRM-44).
 */
export function correctedValue(
  draft: OrderDraft,
  { problem, field }: DraftFinding,
  listing: Listing,
): string | null {
  return CORRECTIONS[problem]?.(draft, { problem, field }, listing) ?? null
}
