import type { Decimal } from '../../../domain/decimal.js'
import type { Message } from '../../message.js'
import type { Writer } from '../../writer.js'

export interface PriceLevel {
  readonly symbol: string
  readonly price: Decimal
}
export interface RatioLevel {
  readonly symbol: string
  /** A fraction: 0.02 is +2%. */
  readonly ratio: Decimal
}
export interface VolumeLevel {
  readonly symbol: string
  readonly quantity: Decimal
}

/** Alerts: their conditions, what they fired by, and why one is refused. */
export const alerts = {
  priceAbove: ({ symbol, price }: PriceLevel, { exactPrice }: Writer) =>
    `${symbol} rises to ${exactPrice(price)} or above`,
  priceBelow: ({ symbol, price }: PriceLevel, { exactPrice }: Writer) =>
    `${symbol} falls to ${exactPrice(price)} or below`,
  priceThrough: ({ symbol, price }: PriceLevel, { exactPrice }: Writer) =>
    `${symbol} reaches ${exactPrice(price)} from either side`,
  changeAbove: ({ symbol, ratio }: RatioLevel, writer: Writer) =>
    `${symbol} rises to ${writer.ratio(ratio)} or more on the day`,
  changeBelow: ({ symbol, ratio }: RatioLevel, writer: Writer) =>
    `${symbol} falls to ${writer.ratio(ratio)} or less on the day`,
  volume: ({ symbol, quantity }: VolumeLevel, { decimal }: Writer) =>
    `${symbol} volume of the day reaches ${decimal(quantity)}`,

  roseTo: ({ symbol, price }: PriceLevel, { exactPrice }: Writer) =>
    `${symbol} rose to ${exactPrice(price)}`,
  fellTo: ({ symbol, price }: PriceLevel, { exactPrice }: Writer) =>
    `${symbol} fell to ${exactPrice(price)}`,
  changedTo: ({ symbol, ratio }: RatioLevel, writer: Writer) =>
    `${symbol} is at ${writer.ratio(ratio)} on the day`,
  volumeReached: ({ symbol, quantity }: VolumeLevel, { decimal }: Writer) =>
    `${symbol} volume of the day is ${decimal(quantity)}`,
  expired: ({ condition }: { readonly condition: Message }, { message }: Writer) =>
    `Expired without firing: ${message(condition)}`,

  title: 'Alert',
  late: 'The price was not current when it arrived.',
  delayed: 'The price is delayed data.',
  afterGap: 'It happened while nothing was evaluated.',

  tooMany: ({ max }: { readonly max: number }) => `At most ${max} alerts are possible.`,
  unknown: 'This alert does not exist any more.',
  levelNotPositive: 'The level must be greater than zero.',
  expiryPast: 'The expiration must be in the future.',
  ticketNotPositive: 'Quantity and limit price of the ticket must be greater than zero.',
  notSaved: 'The change could not be saved on this computer.',
  unreadable: 'The file with your alerts could not be read; nothing was changed.',
} as const
