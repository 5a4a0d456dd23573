import type { OrderDraft } from '../../shared/domain/orders/order.js'
import { message } from '../../shared/messages/make-message.js'
import type { Message } from '../../shared/messages/message.js'
import type { WindowText } from '../../shared/messages/window/window-text.js'
import { formatDay, instrumentName, type NamedInstrument } from './instrument-name.js'
import { formatMessage } from './message.js'
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

/** Formats an algorithm with its terms: "POV, 5% of the volume, 10:00 to 15:30 ET". */
export const formatAlgo = (algo: NonNullable<NonNullable<OrderDraft['terms']>['algo']>): string =>
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

/** Formats how an order changes a position: "Leg into vertical · position 7". */
export const formatLegging = (
  { direction, positionId, strategy }: NonNullable<NonNullable<OrderDraft['terms']>['legging']>,
  { strategy: text }: WindowText,
): string =>
  text.legOfPosition(
    direction === 'in' && strategy !== undefined ? text.legInto(text.names[strategy]) : text.legOut,
    positionId,
  )

/**
 * Formats everything of an order beside its size: "Limit 90.00 · Day · TWAP", with the session
 * where it is not the regular one.
 */
export const formatTerms = (draft: OrderDraft, text: WindowText): string =>
  [
    formatPriceTerms(draft),
    formatTimeInForce(draft, text),
    ...(draft.session === 'core' ? [] : [text.orderSessions[draft.session]]),
    ...(draft.terms?.algo === undefined ? [] : [formatAlgo(draft.terms.algo)]),
    ...(draft.terms?.legging === undefined ? [] : [formatLegging(draft.terms.legging, text)]),
  ].join(' · ')
