import type { Decimal } from '../../domain/decimal.js'
import type { LinkedName } from '../../domain/orders/combo-rules.js'
import type { ComboRole } from '../../domain/orders/order-types.js'
import type { TimeInForce } from '../../domain/orders/order-types.js'
import type { OrderStatus } from '../../domain/orders/order-state.js'
import type { Message } from '../message.js'
import type { Writer } from '../writer.js'
import { STATUS_NAMES } from './names.js'

const ACTION = { replace: 'Replace', cancel: 'Cancel' } as const

type Kind = keyof typeof ACTION

/** A linked order that filled, and the one that its fill canceled. */
type LinkedFill = {
  readonly filled: LinkedName
  readonly quantity: Decimal
  readonly price: Decimal | null
  readonly canceled: LinkedName
}
const FILLED: Readonly<Record<LinkedName, string>> = {
  'take-profit': 'Take profit',
  'stop-loss': 'Stop loss',
  stop: 'Stop order',
  limit: 'Limit order',
}
/** What becomes of one of several linked orders. */
const LINKED: Readonly<Record<ComboRole, string>> = {
  master: 'the main order, whose fill starts the others.',
  'take-profit':
    'the take profit. Beside a main order it works only once that has filled; its fill cancels the stop loss.',
  'stop-loss':
    'the stop loss. Beside a main order it works only once that has filled; its fill cancels the take profit.',
  oto: 'it works only once the main order has filled.',
  otoco:
    'it works only once the main order has filled; the fill of one of those started cancels the others.',
  oco: 'the fill of one cancels the others.',
}
const CANCELED: Readonly<Record<LinkedName, string>> = {
  'take-profit': 'take profit',
  'stop-loss': 'stop loss',
  stop: 'stop order',
  limit: 'limit order',
}

/** What may become of an order and of a request about it. */
export const orders = {
  notFound: 'This order is not known.',
  alreadyFinal: ({ status }: { readonly status: OrderStatus }) =>
    `The order is ${STATUS_NAMES[status]} already.`,
  requestPending: ({ kind }: { readonly kind: Kind }) =>
    `A ${kind} of this order has no outcome yet.`,
  requestOnItsWay: 'Another request for this order is in progress.',
  cancelOnItsWay: 'A cancel of this order is in progress.',
  endedMeanwhile: 'The order ended in the meantime.',
  idTaken: 'Another order has this id.',
  /** The address is for the window alone: what is written, assistants read too. */
  eventAgreement: (_agreement: { readonly address: string }) =>
    'The broker accepts event contracts only once its agreement is signed, and this one is not. No order exists. Open the agreement at the broker, sign it, and send the order again (event-agreement).',
  priceNotConfirmed:
    'Nothing was sent: there was no current price, and you did not confirm the last one. Wait for a price, or use a limit.',
  ticketOld:
    'This order was submitted before and has left the list; nothing was sent now. Check the order history before you submit it again.',
  ticketUnreadable:
    'This order was submitted before, and the archived record of it cannot be read; nothing was sent now. Check the order history before you submit it again.',
  ticketTaken: 'This ticket was used for another order.',
  unknownPlacement: 'It is not known yet whether this order was placed.',
  amountNotReplaceable: 'An order by amount cannot be replaced.',
  termsNotReplaceable:
    'The order has terms that Countersign does not support, or its legs would not be whole.',
  nothingToChange: 'Nothing to change.',
  belowFilled: 'The quantity must be above the quantity already filled.',
  ofLinked: (
    { number, denial }: { readonly number: number; readonly denial: Message },
    { message }: Writer,
  ) => `Order ${number}: ${message(denial)}`,
  journalFailed: 'The order journal cannot be written.',
  nothingToClose: ({ symbol }: { readonly symbol: string }) =>
    `No position in ${symbol} would be closed by this order.`,
  positionUnreadable: ({ symbol }: { readonly symbol: string }) =>
    `The broker reports a position in ${symbol} that Countersign cannot read, so it is not known how much can be closed. Nothing was sent. Close it with your broker.`,
  availableToClose: (
    { symbol, available }: { readonly symbol: string; readonly available: Decimal },
    { quantity }: Writer,
  ) => `Only ${quantity(available)} of ${symbol} can still be closed.`,
  closingSent: (
    { symbol, available }: { readonly symbol: string; readonly available: Decimal },
    { quantity }: Writer,
  ) =>
    `An order that closes the position in ${symbol} was sent in the meantime; ${quantity(available)} of it can still be traded this way. Nothing was sent now: look at the position before you order again.`,
  notReducing: 'Other orders close the position already.',
  coversOptions: (
    { symbol, available }: { readonly symbol: string; readonly available: Decimal },
    { quantity }: Writer,
  ) =>
    `It covers short options of ${symbol}: closing more than ${quantity(available)} would leave them uncovered. Close them first, or together with it.`,
  noPrice: ({ symbol }: { readonly symbol: string }) => `There is no price for ${symbol} now.`,
  notPlaced: 'Not placed.',
  /** Why a linked order ended: the other one filled, which is what they are for. */
  filledInstead: (
    { filled, quantity, price, canceled }: LinkedFill,
    { quantity: writeQuantity, exactPrice }: Writer,
  ) =>
    `${FILLED[filled]} filled ${writeQuantity(quantity)}${price === null ? '' : ` at ${exactPrice(price)}`}, ${CANCELED[canceled]} canceled`,
  /** Why an order ended that nobody canceled; the broker reports it as canceled. */
  linked: ({ role, group }: { readonly role: ComboRole; readonly group: string }): string =>
    `One of the linked orders ${group}: ${LINKED[role]}`,
  expired: ({ timeInForce }: { readonly timeInForce: TimeInForce }): string =>
    timeInForce === 'gtd'
      ? 'Expired at the end of its last day'
      : 'Expired with the session: it was a DAY order',
  notPlacedAsReported: 'Not placed, according to the broker.',
  changeRefused: ({ kind }: { readonly kind: Kind }) => `${ACTION[kind]} refused.`,
  changeRefusedBecause: (
    { kind, reason }: { readonly kind: Kind; readonly reason: Message },
    { message }: Writer,
  ) => `${ACTION[kind]} refused: ${message(reason)}`,
  changeNotSent: (
    { kind, reason }: { readonly kind: Kind; readonly reason: Message },
    { message }: Writer,
  ) => `${ACTION[kind]} not sent: ${message(reason)}`,
  changeWithoutEffect: ({ kind }: { readonly kind: Kind }) =>
    `${ACTION[kind]} was accepted by the broker, but has no effect so far.`,
  changeNotReceived: ({ kind }: { readonly kind: Kind }) =>
    `${ACTION[kind]} was not received, according to the broker.`,
  requestBroken: 'The request was interrupted.',
  timeout: 'The broker did not answer in time.',
  answerWithoutOrder: 'The broker answered without naming the order.',
  notKnownToBroker: ({ seconds }: { readonly seconds: number }) =>
    `The broker answered twice, ${seconds} s apart, that it does not know this order. Countersign stopped counting and querying it. It may have filled or ended before: check the history and the positions.`,
  listRepeats: 'The broker’s list repeats itself and has no end, so that it may not be complete.',
  otherOrder: 'The broker answered with another order.',
  endedBeforeAnswer: 'Countersign ended before an answer was received.',
  statusContradicted: ({
    status,
    reported,
  }: {
    readonly status: OrderStatus
    readonly reported: string
  }) => `The order is ${STATUS_NAMES[status]}, but the broker reported ${reported}.`,
  moreFilled: 'The broker reports more filled than was ordered.',
  lessFilled: 'The broker reports less filled than before.',
  anomalyOf: (
    {
      symbol,
      clientOrderId,
      anomaly,
    }: { readonly symbol: string; readonly clientOrderId: string; readonly anomaly: Message },
    { message }: Writer,
  ) => `${symbol} ${clientOrderId}: ${message(anomaly)}`,
  anomalyIn: (
    { symbol, anomaly }: { readonly symbol: string; readonly anomaly: Message },
    { message }: Writer,
  ) => `${symbol}: ${message(anomaly)}`,
  /** Several reasons at once. */
  reasons: ({ reasons }: { readonly reasons: readonly Message[] }, { message }: Writer) =>
    reasons.map(message).join('; '),
} as const
