import type { Decimal, Price } from '../../../../shared/domain/decimal.js'
import {
  timesInForceOf,
  stockSessions,
  usesLimit,
  type OrderSession,
  type OrderType,
  type TimeInForce,
} from '../../../../shared/domain/orders/order-types.js'
import type { Trail } from '../../../../shared/domain/orders/order.js'
import type { Side } from '../../../../shared/domain/side.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import { writeInput } from './number-input.js'

/**
 * The ticket as shown. Typed values stay text until an order is built from them, so no input is
 * ever lost.
 */
export interface TicketForm {
  readonly symbol: Symbol
  readonly side: Side
  readonly type: OrderType
  readonly timeInForce: TimeInForce
  readonly session: OrderSession
  readonly sizeKind: 'quantity' | 'amount'
  readonly quantity: string
  readonly amount: string
  readonly limitPrice: string
  readonly stopPrice: string
  readonly trailKind: Trail['kind']
  readonly trailAmount: string
  readonly trailPercent: string
  /** True when the person requested to close a position with it. */
  readonly closing: boolean
}

/** The fields that hold typed text. */
export const TEXT_FIELDS = [
  'quantity',
  'amount',
  'limitPrice',
  'stopPrice',
  'trailAmount',
  'trailPercent',
] as const
export type TextField = (typeof TEXT_FIELDS)[number]

export type TicketAction =
  | { readonly kind: 'type-text'; readonly field: TextField; readonly text: string }
  | { readonly kind: 'side'; readonly side: Side }
  | { readonly kind: 'type'; readonly type: OrderType; readonly marketable: Price | null }
  | { readonly kind: 'time-in-force'; readonly timeInForce: TimeInForce }
  | { readonly kind: 'session'; readonly session: OrderSession }
  | { readonly kind: 'size-kind'; readonly sizeKind: TicketForm['sizeKind'] }
  | { readonly kind: 'trail-kind'; readonly trailKind: Trail['kind'] }
  | { readonly kind: 'prefill'; readonly prefill: Prefill }
  | { readonly kind: 'clear' }

/**
 * The values that a gesture in another panel puts into the ticket; absent members stay unchanged.
 */
export interface Prefill {
  readonly side?: Side
  readonly type?: OrderType
  readonly quantity?: Decimal
  readonly limitPrice?: Decimal
  readonly stopPrice?: Decimal
  readonly closing?: boolean
}

export const emptyForm = (symbol: Symbol): TicketForm => ({
  symbol,
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  sizeKind: 'quantity',
  quantity: '',
  amount: '',
  limitPrice: '',
  stopPrice: '',
  trailKind: 'percent',
  trailAmount: '',
  trailPercent: '',
  closing: false,
})

/**
 * An amount of currency is allowed for market orders only, and not for short sales (TRADING-4.3).
 */
export const mayUseAmount = (form: Pick<TicketForm, 'type' | 'side'>): boolean =>
  form.type === 'market' && form.side !== 'short'

/**
 * After a change of type or side, resets choices that are no longer allowed to the first allowed
 * one; typed text stays.
 */
function fitted(form: TicketForm): TicketForm {
  const sessions = stockSessions(form.type)
  const times = timesInForceOf('stock', form.type)
  return {
    ...form,
    session: sessions.includes(form.session) ? form.session : (sessions[0] ?? 'core'),
    timeInForce: times.includes(form.timeInForce) ? form.timeInForce : (times[0] ?? 'day'),
    sizeKind: mayUseAmount(form) ? form.sizeKind : 'quantity',
  }
}

function prefilled(form: TicketForm, prefill: Prefill, locale: string): TicketForm {
  const { quantity, limitPrice, stopPrice } = prefill
  // A price alone (a click in the book) turns a market order into a limit order, since the person
  // chose that price.
  const type =
    prefill.type ?? (limitPrice !== undefined && !usesLimit(form.type) ? 'limit' : form.type)
  return fitted({
    ...form,
    type,
    side: prefill.side ?? form.side,
    closing: prefill.closing ?? false,
    ...(quantity === undefined
      ? {}
      : { quantity: writeInput(quantity, locale), sizeKind: 'quantity' as const }),
    ...(limitPrice === undefined ? {} : { limitPrice: writeInput(limitPrice, locale) }),
    ...(stopPrice === undefined ? {} : { stopPrice: writeInput(stopPrice, locale) }),
  })
}

/**
 * Applies one gesture to the form. `locale` decides how numbers from elsewhere are written into it.
 */
export function reduceTicket(form: TicketForm, action: TicketAction, locale: string): TicketForm {
  switch (action.kind) {
    case 'type-text':
      return { ...form, [action.field]: action.text }
    case 'side':
      return fitted({ ...form, side: action.side, closing: false })
    case 'type': {
      const limitPrice =
        usesLimit(action.type) && form.limitPrice === '' && action.marketable !== null
          ? writeInput(action.marketable, locale)
          : form.limitPrice
      return fitted({ ...form, type: action.type, limitPrice })
    }
    case 'time-in-force':
      return { ...form, timeInForce: action.timeInForce }
    case 'session':
      return { ...form, session: action.session }
    case 'size-kind':
      return fitted({ ...form, sizeKind: action.sizeKind })
    case 'trail-kind':
      return { ...form, trailKind: action.trailKind }
    case 'prefill':
      return prefilled(form, action.prefill, locale)
    case 'clear':
      return { ...emptyForm(form.symbol), side: form.side, type: form.type }
  }
}
