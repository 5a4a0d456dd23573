import type { Balance } from '../../../../shared/domain/account/account.js'
import {
  ZERO_MONEY,
  isPositive,
  type Money,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import {
  currencyOf,
  likelyPrice,
  likelyQuantity,
  likelyValue,
  positionEffect,
  powerAfter,
  reduces,
} from './estimate.js'
import { warningsOf, type OrderWarning } from './order-warnings.js'
import type { Preview } from './previewer.js'

/** The estimated cost and effect of an order, and the source of the estimate. */
export interface TicketSummary {
  readonly source: 'provider' | 'ours' | 'none'
  readonly currency: string
  readonly cost: Money | null
  readonly fees: Money | null
  readonly powerBefore: Money | null
  readonly powerAfter: Money | null
  readonly held: Quantity
  readonly positionAfter: Quantity | null
  readonly warnings: readonly OrderWarning[]
}

/** True when the order cannot be right as it stands, so that it is not sent. */
export const isBlocked = ({ warnings }: TicketSummary): boolean =>
  warnings.some(({ blocks }) => blocks)

export interface SummaryInput {
  readonly draft: OrderDraft
  readonly quote: Quote | undefined
  readonly preview: Preview
  readonly balance: Balance | null
  /** Units held now, negative when short. */
  readonly held: Quantity
  readonly currency: string
}

/** Returns the summary before any order. */
export const currentSummary = (
  balance: Balance | null,
  held: Quantity,
  currency: string,
): TicketSummary => ({
  source: 'none',
  currency,
  cost: null,
  fees: null,
  powerBefore: currencyOf(balance, currency)?.buyingPower ?? null,
  powerAfter: null,
  held,
  positionAfter: null,
  warnings: [],
})

/**
 * Returns the broker's figures once available, Countersign's own until then; every number exact.
 */
export function summaryOf({
  draft,
  quote,
  preview,
  balance,
  held,
  currency,
}: SummaryInput): TicketSummary {
  const ready = preview.phase === 'ready' ? preview : null
  const price = likelyPrice(draft, quote)
  const cost = ready?.cost ?? likelyValue(draft, price)
  const effect = positionEffect(draft, held, price)
  const known = ready?.currency ?? currency
  const power = currencyOf(balance, known)?.buyingPower ?? null
  const after =
    power === null || cost === null
      ? null
      : powerAfter(
          power,
          draft,
          cost,
          ready?.fees ?? ZERO_MONEY,
          held,
          likelyQuantity(draft, price),
        )
  return {
    source: ready !== null ? 'provider' : cost === null ? 'none' : 'ours',
    currency: known,
    cost,
    fees: ready?.fees ?? null,
    powerBefore: power,
    powerAfter: after,
    held,
    positionAfter: effect?.after ?? null,
    warnings: warningsOf({
      draft,
      quote,
      cost,
      powerAfter: after,
      netLiquidation: balance?.netLiquidation ?? null,
      reduces: reduces(draft.side, held) && effect?.flips !== true,
      flips: effect?.flips ?? false,
      sellsNothing: draft.side === 'sell' && !isPositive(held),
    }),
  }
}
