import { namedPosition, type NamedPosition } from '../../shared/domain/account/account.js'
import { abs, asQuantity, isNegative, lt, mul, type Quantity } from '../../shared/domain/decimal.js'
import type { OrderDraft } from '../../shared/domain/orders/order.js'
import type { Algo } from '../../shared/domain/orders/order-terms.js'
import { STANDARD_MULTIPLIER } from '../../shared/domain/orders/strategy-payoff.js'
import { message } from '../../shared/messages/make-message.js'
import type { Message } from '../../shared/messages/message.js'
import type { WindowText } from '../../shared/messages/window-text.js'
import {
  formatDay,
  instrumentName,
  positionInstrument,
  type NamedInstrument,
} from './instrument-name.js'
import { formatMessage } from './message.js'
import { ownQuantity } from './own.js'
import { productPlaces } from './product-price.js'

type TicketText = WindowText['ticket']

/** Returns what names the instrument of a draft. */
export const draftInstrument = ({ symbol, assetClass, terms }: OrderDraft): NamedInstrument => ({
  symbol,
  assetClass,
  strategy: terms?.strategy ?? null,
  outcome: terms?.outcome ?? null,
  legs: terms?.legs ?? [],
})

const draftName = (draft: OrderDraft, text: WindowText): string =>
  instrumentName(draftInstrument(draft), text.instruments)

/** Returns the verb of an order: "Buy", for an option "Buy to open". */
export const verbOf = ({ side, terms }: OrderDraft, text: TicketText): string =>
  terms?.intent === undefined ? text.side_verbs[side] : text.intents[terms.intent]

/**
 * Formats a draft: "Buy 100 AAPL", "Sell to close 2 NVDA 19 Dec 26 190 C".
 * @param write what writes its size, for a text that hides it in privacy mode
 */
export function formatDraft(
  draft: OrderDraft,
  text: WindowText,
  write: (message: Message) => string = formatMessage,
): string {
  const { size } = draft
  const order = {
    symbol: draftName(draft, text),
    quantity: size.kind === 'quantity' ? size.quantity : null,
    amount: size.kind === 'amount' ? size.amount : null,
  }
  return text.ticket.order(verbOf(draft, text.ticket), write(message('order.subject', { order })))
}

/**
 * Formats the price terms of an order: "Limit 185.20", "Stop 180.00, limit 179.50", or its trailing
 * distance.
 */
export function formatPriceTerms(draft: OrderDraft): string {
  const { type, limitPrice, stopPrice, trail } = draft
  const places = productPlaces(limitPrice ?? stopPrice, draft)
  const order = { type, limitPrice, stopPrice, trail, ...(places === null ? {} : { places }) }
  const terms = formatMessage(message('order.priceTerms', { order }))
  return `${terms.charAt(0).toUpperCase()}${terms.slice(1)}`
}

/** Formats the time in force: "Day", "Good till date 18 Dec 26". */
export const formatTimeInForce = (
  { timeInForce, expireDate }: OrderDraft,
  { ticket }: WindowText,
): string => `${ticket.timesLong[timeInForce]} ${formatDay(expireDate)}`.trim()

/** The algorithm of a draft or of an order. */
type AnyAlgo = Algo | NonNullable<NonNullable<OrderDraft['terms']>['algo']>

/** Formats an algorithm with its terms: "POV, 5% of the volume, 10:00 to 15:30 ET". */
export const formatAlgo = (algo: AnyAlgo): string =>
  formatMessage(
    message('order.algo', {
      algo: {
        kind: algo.kind,
        targetPercent: algo.targetPercent ?? null,
        maxPercent: algo.maxPercent ?? null,
        start: algo.start ?? null,
        end: algo.end ?? null,
      },
    }),
  )

/** The position that an order adds a leg to, or takes one from. */
export type DraftLegging = NonNullable<NonNullable<OrderDraft['terms']>['legging']>

/** What identifies the held position of an order. */
export interface OrderWithLeg {
  /** Null while no account is selected. */
  readonly accountId: OrderDraft['accountId'] | null
  readonly terms?:
    | { readonly legging?: { readonly positionId: string | null } | null | undefined }
    | undefined
}

/** Returns the held position to which an order adds a leg, or from which it takes one. */
export const leggingPosition = (
  { accountId, terms }: OrderWithLeg,
  positions: readonly NamedPosition[],
): NamedPosition | undefined => {
  const positionId = terms?.legging?.positionId ?? null
  return positionId === null
    ? undefined
    : namedPosition(
        positions.filter((position) => position.accountId === accountId),
        positionId,
      )
}

/**
 * Names a held position by quantity and instrument: "your 1 AAPL 18 Dec 26 250 C", "100 of your 250
 * AAPL shares".
 * @param units how many units of it the order makes a strategy; null for all of it
 */
export function heldPositionName(
  position: NamedPosition,
  units: Quantity | null,
  { strategy: text, instruments }: WindowText,
): string {
  const isShares = position.assetClass === 'stock'
  const size = abs(position.quantity)
  const used =
    units === null ? null : isShares ? asQuantity(mul(units, STANDARD_MULTIPLIER)) : units
  const amount = ownQuantity(size)
  const name = isShares
    ? text.heldShares(amount, position.symbol)
    : `${amount} ${instrumentName(positionInstrument(position), instruments)}`
  const part = used !== null && lt(used, size) ? ownQuantity(used) : null
  return text.heldPosition(name, isNegative(position.quantity), part)
}

/**
 * Formats how an order changes a position: "Leg into vertical with your 1 AAPL 18 Dec 26 250 C". A
 * position that the window does not have is named by its id.
 */
export function formatLegging(
  { direction, positionId, strategy }: DraftLegging,
  { size }: Pick<OrderDraft, 'size'>,
  position: NamedPosition | undefined,
  windowText: WindowText,
): string {
  const text = windowText.strategy
  const isIn = direction === 'in' && strategy !== undefined
  const act = isIn ? text.legInto(text.names[strategy]) : text.legOut
  if (position === undefined) return text.legOfPosition(act, positionId)
  const units = isIn && size.kind === 'quantity' ? size.quantity : null
  const name = heldPositionName(position, units, windowText)
  return isIn ? text.legWith(act, name) : text.legOutOf(name)
}

/**
 * Formats everything of an order beside its size: "Limit 90.00 · Day · TWAP", with the session
 * where it is not the regular one.
 * @param position the held position that the order adds a leg to, or takes one from
 */
export const formatTerms = (
  draft: OrderDraft,
  text: WindowText,
  position: NamedPosition | undefined,
): string =>
  [
    formatPriceTerms(draft),
    formatTimeInForce(draft, text),
    ...(draft.session === 'core' ? [] : [text.orderSessions[draft.session]]),
    ...(draft.terms?.algo === undefined ? [] : [formatAlgo(draft.terms.algo)]),
    ...(draft.terms?.legging === undefined
      ? []
      : [formatLegging(draft.terms.legging, draft, position, text)]),
  ].join(' · ')
