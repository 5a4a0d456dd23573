import type { Decimal, Price } from '../../../../shared/domain/decimal.js'
import type { EventOutcome } from '../../../../shared/domain/instruments/event-contract.js'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import { symbolClass } from '../../../../shared/domain/instruments/symbol-class.js'
import {
  usesLimit,
  type OrderSession,
  type OrderType,
  type TimeInForce,
} from '../../../../shared/domain/orders/order-types.js'
import type { OrderDraft, Trail } from '../../../../shared/domain/orders/order.js'
import type { Side } from '../../../../shared/domain/side.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { FilledBy } from '../../../stores/selection.js'
import { writeInput } from './number-input.js'
import { formOfDraft } from './form-of-draft.js'
import { fitted } from './product-terms.js'
import type { TicketForm } from './form-values.js'

/** The fields that hold typed text. */
export const TEXT_FIELDS = [
  'quantity',
  'amount',
  'limitPrice',
  'stopPrice',
  'trailAmount',
  'trailPercent',
  'expireDate',
  'algoShare',
  'algoStart',
  'algoEnd',
  'takeProfit',
  'stopLoss',
] as const
export type TextField = (typeof TEXT_FIELDS)[number]

export type { TicketForm } from './form-values.js'

export type TicketAction =
  | { readonly kind: 'type-text'; readonly field: TextField; readonly text: string }
  | { readonly kind: 'product'; readonly assetClass: AssetClass }
  | { readonly kind: 'side'; readonly side: Side }
  | { readonly kind: 'outcome'; readonly outcome: EventOutcome }
  | { readonly kind: 'type'; readonly type: OrderType; readonly marketable: Price | null }
  | { readonly kind: 'time-in-force'; readonly timeInForce: TimeInForce }
  | { readonly kind: 'session'; readonly session: OrderSession }
  | { readonly kind: 'size-kind'; readonly sizeKind: TicketForm['sizeKind'] }
  | { readonly kind: 'trail-kind'; readonly trailKind: Trail['kind'] }
  | { readonly kind: 'algo'; readonly algo: TicketForm['algo'] }
  | { readonly kind: 'exits'; readonly attached: boolean }
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
  readonly timeInForce?: TimeInForce
  readonly outcome?: EventOutcome
  readonly closing?: boolean
  /** The position whose leg the order removes. */
  readonly legOut?: string
  /** True when exits are to be attached. */
  readonly exits?: boolean
  readonly takeProfit?: Decimal
  readonly stopLoss?: Decimal
  /** A prepared order, which replaces everything that was entered. */
  readonly draft?: Omit<OrderDraft, 'accountId'>
  /** The assistant that fills the ticket with `draft`. */
  readonly filled?: FilledBy
}

export const emptyForm = (
  symbol: Symbol,
  assetClass: AssetClass = symbolClass(symbol),
): TicketForm => ({
  symbol,
  assetClass,
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
  expireDate: '',
  outcome: 'yes',
  algo: 'none',
  algoShare: '',
  algoStart: '',
  algoEnd: '',
  exits: false,
  takeProfit: '',
  stopLoss: '',
  closing: false,
  legOut: '',
  filledBy: '',
  filledChange: '',
  isAsFilled: false,
})

function prefilled(form: TicketForm, prefill: Prefill, locale: string): TicketForm {
  const { quantity, limitPrice, stopPrice, takeProfit, stopLoss, draft } = prefill
  if (draft !== undefined) {
    const { change = '', assistant = '' } = prefill.filled ?? {}
    const filled = { filledBy: assistant, filledChange: change, isAsFilled: change !== '' }
    return { ...formOfDraft(emptyForm(form.symbol), draft, locale), ...filled }
  }
  // A price alone (a click in the book) turns a market order into a limit order, since the person
  // chose that price.
  const type =
    prefill.type ?? (limitPrice !== undefined && !usesLimit(form.type) ? 'limit' : form.type)
  return fitted({
    ...withOutcome(form, prefill.outcome ?? form.outcome),
    type,
    side: prefill.side ?? form.side,
    timeInForce: prefill.timeInForce ?? form.timeInForce,
    closing: prefill.closing ?? false,
    legOut: prefill.legOut ?? (prefill.side === undefined ? form.legOut : ''),
    exits: prefill.exits ?? (prefill.closing === true ? false : form.exits),
    ...(quantity === undefined
      ? {}
      : { quantity: writeInput(quantity, locale), sizeKind: 'quantity' as const }),
    ...(limitPrice === undefined ? {} : { limitPrice: writeInput(limitPrice, locale) }),
    ...(stopPrice === undefined ? {} : { stopPrice: writeInput(stopPrice, locale) }),
    ...(takeProfit === undefined ? {} : { takeProfit: writeInput(takeProfit, locale) }),
    ...(stopLoss === undefined ? {} : { stopLoss: writeInput(stopLoss, locale) }),
  })
}

/** The other outcome has other prices, so a typed price does not carry over. */
const withOutcome = (form: TicketForm, outcome: EventOutcome): TicketForm =>
  form.outcome === outcome
    ? form
    : { ...form, outcome, limitPrice: '', stopPrice: '', closing: false, exits: false }

/** An event order by amount fills at once or not at all; back in contracts it is for the day. */
const withSizeKind = (form: TicketForm, sizeKind: TicketForm['sizeKind']): TicketForm =>
  fitted({
    ...form,
    sizeKind,
    timeInForce:
      form.assetClass === 'event' && form.sizeKind !== sizeKind && sizeKind === 'quantity'
        ? 'day'
        : form.timeInForce,
  })

/**
 * Applies one gesture to the form. `locale` decides how numbers from elsewhere are written into it.
 * A form that an assistant filled is the person's own after any gesture of theirs.
 */
export function reduceTicket(form: TicketForm, action: TicketAction, locale: string): TicketForm {
  const next = reduced(form, action, locale)
  const isOwn = action.kind !== 'product' && !(action.kind === 'prefill' && action.prefill.filled)
  return next.isAsFilled && isOwn ? { ...next, isAsFilled: false } : next
}

function reduced(form: TicketForm, action: TicketAction, locale: string): TicketForm {
  switch (action.kind) {
    case 'type-text':
      return { ...form, [action.field]: action.text }
    case 'product':
      return fitted({ ...form, assetClass: action.assetClass })
    case 'side':
      return fitted({ ...form, side: action.side, closing: false, legOut: '' })
    case 'outcome':
      return withOutcome(form, action.outcome)
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
      return withSizeKind(form, action.sizeKind)
    case 'trail-kind':
      return { ...form, trailKind: action.trailKind }
    case 'algo':
      return fitted({ ...form, algo: action.algo })
    case 'exits':
      return { ...form, exits: action.attached }
    case 'prefill':
      return prefilled(form, action.prefill, locale)
    case 'clear':
      return {
        ...emptyForm(form.symbol, form.assetClass),
        side: form.side,
        type: form.type,
        outcome: form.outcome,
      }
  }
}

/**
 * Returns the form after its order was sent: side, type and time in force stay, everything that was
 * typed is gone. A closing order leaves an empty form.
 */
export function sentAway(form: TicketForm): TicketForm {
  if (form.closing) return emptyForm(form.symbol, form.assetClass)
  const empty = Object.fromEntries(TEXT_FIELDS.map((field) => [field, '']))
  const own = { legOut: '', filledBy: '', filledChange: '', isAsFilled: false }
  return { ...form, ...empty, ...own, exits: false }
}

/** True while the form has text that the person entered, or that a gesture of theirs did. */
export const isTyped = (form: TicketForm): boolean =>
  !form.isAsFilled && TEXT_FIELDS.some((field) => form[field] !== '')
