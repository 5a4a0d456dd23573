import { z } from 'zod'
import { ZERO_MONEY, ZERO_QUANTITY } from '../../../shared/domain/decimal.js'
import type { ClientOrderId } from '../../../shared/domain/ids.js'
import { Order, type OrderDraft } from '../../../shared/domain/orders/order.js'
import type { Combo } from '../../../shared/domain/orders/order-terms.js'
import type { OrderStatus } from '../../../shared/domain/orders/order-state.js'
import { termsOfDraft } from '../../../shared/domain/orders/draft-terms.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import type { ObservedStatus, OrderObservation } from './order-observation.js'
import { asReadonly } from '../../../shared/domain/readonly-schema.js'
import { zMoney, zQuantity, zTime } from '../../../shared/domain/scalars.schema.js'
import { zMessage } from '../../../shared/messages/message.schema.js'
import { foreign } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

/**
 * Precedence of an observation for members that may change in both directions (terms, fees). A
 * direct observation precedes a listing, because listings lag; among equals the later one wins. The
 * result therefore does not depend on the order of arrival.
 */
export const Stamp = asReadonly(z.strictObject({ direct: z.boolean(), at: zTime }))
export type Stamp = z.output<typeof Stamp>

export const NEVER: Stamp = { direct: false, at: epochMs(-1) }

/** True when a value with stamp `next` may replace one with stamp `known`. */
export const supersedes = (next: Stamp, known: Stamp): boolean =>
  next.direct === known.direct ? next.at >= known.at : next.direct

export const stampOf = (observation: OrderObservation): Stamp => ({
  direct: observation.source !== 'listing',
  at: observation.observedAt,
})

const zNote = zMessage.nullable()

/**
 * An order with the state needed to merge its next fact. Notes are stored by reason and shown by
 * priority.
 */
export const Tracked = asReadonly(
  z.strictObject({
    order: Order,
    /** Stamp of type, prices, session and time in force. */
    terms: Stamp,
    /** Stamp of the ordered quantity, which events report too. */
    size: Stamp,
    fill: Stamp,
    fees: Stamp,
    /** How much of the filled quantity was published as fills, and for what value in total. */
    published: z.strictObject({ quantity: zQuantity, value: zMoney }),
    anomaly: zNote,
    refusal: zNote,
    doubt: zNote,
    requestNote: zNote,
    /** Why the order is `not-found`. */
    absence: zNote,
  }),
)
export type Tracked = z.output<typeof Tracked>

/** Returns the note to display, the most severe first. */
export function noteOf(tracked: Omit<Tracked, 'order'>, status: OrderStatus): Message | null {
  if (tracked.anomaly !== null) return tracked.anomaly
  if (status === 'rejected' || status === 'denied' || status === 'not-placed') {
    return tracked.refusal
  }
  if (status === 'not-found') return tracked.absence
  if (status === 'sending' || status === 'unknown') return tracked.doubt
  return tracked.requestNote
}

/** When an order is placed, and its place among linked orders. */
interface IntentOptions {
  /** By this computer's clock, like everything that is compared with observations. */
  readonly time: EpochMs
  /**
   * By the exchange's clock, as the provider will report it, so that orders that never arrive use
   * the same clock as the others; by default `time`.
   */
  readonly placedAt?: EpochMs | undefined
  /** By default it has none. */
  readonly combo?: Combo | null | undefined
}

/** Creates the row of an intent that is about to be sent. */
export function rowOfIntent(
  clientOrderId: ClientOrderId,
  draft: OrderDraft,
  { time, placedAt = time, combo = null }: IntentOptions,
): Tracked {
  const terms = termsOfDraft(draft, combo)
  return {
    order: {
      clientOrderId,
      orderId: null,
      accountId: draft.accountId,
      assetClass: draft.assetClass,
      symbol: draft.symbol,
      side: draft.side,
      type: draft.type,
      timeInForce: draft.timeInForce,
      session: draft.session,
      quantity: draft.size.kind === 'quantity' ? draft.size.quantity : null,
      amount: draft.size.kind === 'amount' ? draft.size.amount : null,
      filledQuantity: ZERO_QUANTITY,
      averageFillPrice: null,
      limitPrice: draft.limitPrice,
      stopPrice: draft.stopPrice,
      trail: draft.trail,
      status: 'sending',
      note: null,
      pending: null,
      fees: null,
      ...(terms === undefined ? {} : { terms }),
      ours: true,
      source: 'journal',
      placedAt,
      sentAt: time,
      updatedAt: time,
    },
    terms: NEVER,
    size: NEVER,
    fill: NEVER,
    fees: NEVER,
    published: { quantity: ZERO_QUANTITY, value: ZERO_MONEY },
    anomaly: null,
    refusal: null,
    doubt: null,
    requestNote: null,
    absence: null,
  }
}

const STATUS_OF: Record<ObservedStatus, OrderStatus> = {
  pending: 'pending',
  working: 'working',
  'partially-filled': 'partially-filled',
  filled: 'filled',
  cancelled: 'cancelled',
  failed: 'rejected',
}

/**
 * Creates the row of an order that Countersign did not place. Null when the observation is not
 * sufficient (events carry no time in force); Order Detail has to be queried first.
 */
export function rowOfObservation(seen: OrderObservation): Tracked | null {
  if (
    seen.side === null ||
    seen.type === null ||
    seen.timeInForce === null ||
    seen.status === null ||
    seen.assetClass === null
  ) {
    return null
  }
  return {
    order: {
      clientOrderId: seen.clientOrderId,
      orderId: seen.orderId,
      accountId: seen.accountId,
      assetClass: seen.assetClass,
      symbol: seen.symbol,
      side: seen.side,
      type: seen.type,
      timeInForce: seen.timeInForce,
      session: seen.session ?? 'core',
      quantity: seen.quantity,
      amount: seen.amount,
      filledQuantity: ZERO_QUANTITY,
      averageFillPrice: null,
      limitPrice: seen.limitPrice,
      stopPrice: seen.stopPrice,
      trail: seen.trail,
      status: STATUS_OF[seen.status],
      note: null,
      pending: null,
      fees: seen.fees,
      ...(seen.terms === undefined ? {} : { terms: seen.terms }),
      ours: false,
      source: seen.source,
      placedAt: seen.placedAt ?? seen.observedAt,
      updatedAt: seen.observedAt,
    },
    terms: NEVER,
    size: NEVER,
    fill: NEVER,
    fees: NEVER,
    published: { quantity: ZERO_QUANTITY, value: ZERO_MONEY },
    anomaly: null,
    refusal: seen.reason === null ? null : foreign(seen.reason),
    doubt: null,
    requestNote: null,
    absence: null,
  }
}
