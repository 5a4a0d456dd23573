import type { Decimal } from '../../../domain/decimal.js'
import type { OrderStatus } from '../../../domain/orders/order-state.js'
import type { Message } from '../../message.js'
import type { Writer } from '../../writer.js'
import { STATUS_NAMES } from '../names.js'

export interface Level {
  readonly symbol: string
  readonly price: Decimal
}
export interface SymbolChange {
  readonly symbol: string
  /** A fraction: 0.02 is +2%. */
  readonly ratio: Decimal
}
export interface NamedOrder {
  readonly symbol: string
  readonly id: string
}
/** A split of a stock that a waiting instruction is about. */
export interface WaitingSplit {
  readonly symbol: string
  readonly day: string
  readonly ratio: { readonly from: Decimal; readonly to: Decimal }
}
/** An instant of the exchange's clock: "2026-11-25" and "15:30". */
export interface ClockTime {
  readonly day: string
  readonly clock: string
}

/**
 * Waiting instructions: their conditions, what was seen when they woke, and how they ended. The
 * file of waiting instructions holds these in English.
 */
export const waiting = {
  priceAbove: ({ symbol, price }: Level, writer: Writer) =>
    `${symbol} trades at ${writer.exactPrice(price)} or above`,
  priceBelow: ({ symbol, price }: Level, writer: Writer) =>
    `${symbol} trades at ${writer.exactPrice(price)} or below`,
  crossesUp: ({ symbol, price }: Level, writer: Writer) =>
    `${symbol} crosses ${writer.exactPrice(price)} from below`,
  crossesDown: ({ symbol, price }: Level, writer: Writer) =>
    `${symbol} crosses ${writer.exactPrice(price)} from above`,
  changeAbove: ({ symbol, ratio }: SymbolChange, writer: Writer) =>
    `${symbol} is at ${writer.ratio(ratio)} or higher on the day`,
  changeBelow: ({ symbol, ratio }: SymbolChange, writer: Writer) =>
    `${symbol} is at ${writer.ratio(ratio)} or lower on the day`,
  time: ({ day, clock }: ClockTime, writer: Writer) =>
    `It is ${clock} New York time on ${writer.day(day)}`,
  orderFilled: ({ symbol, id }: NamedOrder) => `The ${symbol} order …${id} is filled`,
  orderEnded: ({ symbol, id }: NamedOrder) => `The ${symbol} order …${id} has ended`,

  byAlert: ({ alert }: { readonly alert: string }) => `The person’s alert fired: ${alert}`,
  /** For assistants: what the alert is about is not theirs to know. */
  alertFired: 'The person’s alert fired',
  sawPrice: ({ symbol, price }: Level, writer: Writer) =>
    `${symbol} traded at ${writer.exactPrice(price)}`,
  sawChange: ({ symbol, ratio }: SymbolChange, writer: Writer) =>
    `${symbol} was at ${writer.ratio(ratio)} on the day`,
  sawTime: ({ day, clock }: ClockTime, writer: Writer) =>
    `It was ${clock} New York time on ${writer.day(day)}`,
  sawOrder: ({ symbol, id, status }: NamedOrder & { readonly status: OrderStatus }) =>
    `The ${symbol} order …${id} was ${STATUS_NAMES[status]}`,

  refused: ({ reason }: { readonly reason: Message }, { message }: Writer) =>
    `Its condition was met, but nothing was requested: ${message(reason)}`,
  missed: 'Its time passed while it was not evaluated; nothing was requested',
  impossible: ({ status }: { readonly status: OrderStatus }) =>
    `The order was ${STATUS_NAMES[status]} and cannot fill any more; nothing was requested`,
  split: ({ symbol, day, ratio }: WaitingSplit, writer: Writer) =>
    `${symbol} split ${writer.decimal(ratio.to)} for ${writer.decimal(ratio.from)} on ${writer.day(day)}, and this was in old prices and shares; nothing was requested`,
  contractExpired: (
    { symbol, day }: { readonly symbol: string; readonly day: string },
    writer: Writer,
  ) => `${symbol} expired on ${writer.day(day)}; nothing was requested`,
  expired: 'Its condition was not met in time; nothing was requested',
  removed: 'Removed by the person; nothing was requested',
  revoked: 'Removed by the assistant; nothing was requested',
  halted: 'Assistants were halted; nothing was requested',
  connectionRevoked: 'The connection was revoked; nothing was requested',
  interrupted: 'Countersign ended while it woke; nothing was requested',

  alreadyMet: ({ seen }: { readonly seen: Message }, { message }: Writer) =>
    `This condition is met already (${message(seen)}), so there is nothing to wait for. Request the order itself.`,
  atLevel: ({ symbol, price }: Level, writer: Writer) =>
    `${symbol} trades at exactly ${writer.exactPrice(price)}, so there is no side to cross from. Use above or below.`,
  timePast: ({ day, clock }: ClockTime, writer: Writer) =>
    `${clock} New York time on ${writer.day(day)} has passed.`,
  tooFar: ({ days }: { readonly days: number }) =>
    `A waiting instruction may wait at most ${days} days.`,
  expiryBeforeTime: 'It would expire before the time that it waits for.',
  tooMany: ({ count, max }: { readonly count: number; readonly max: number }) =>
    `${count} of this connection's instructions wait for a condition (limit ${max}).`,
  orderFinal: ({ status }: { readonly status: OrderStatus }) =>
    `This order has ended already: it was ${STATUS_NAMES[status]}.`,
  noChange: ({ symbol }: { readonly symbol: string }) =>
    `There is no change of the day for ${symbol} now.`,
  unknown: 'No waiting instruction of this connection has this id.',
  ended: 'It does not wait any more.',
} as const
