import type { Decimal } from '../../../domain/decimal.js'
import type { Message } from '../../message.js'
import type { Writer } from '../../writer.js'

export interface PriceLevel {
  readonly symbol: string
  /** Event markets: true for the price of "no". */
  readonly isNo?: boolean
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

/** Names a symbol, and its outcome where the price is that of "no". */
const named = ({ symbol, isNo }: PriceLevel): string =>
  isNo === true ? `“No” of ${symbol}` : symbol

/** Alerts: their conditions, what they fired by, and why one is refused. */
export const alerts = {
  priceAbove: (level: PriceLevel, { exactPrice }: Writer) =>
    `${named(level)} rises to ${exactPrice(level.price)} or above`,
  priceBelow: (level: PriceLevel, { exactPrice }: Writer) =>
    `${named(level)} falls to ${exactPrice(level.price)} or below`,
  priceThrough: (level: PriceLevel, { exactPrice }: Writer) =>
    `${named(level)} reaches ${exactPrice(level.price)} from either side`,
  changeAbove: ({ symbol, ratio }: RatioLevel, writer: Writer) =>
    `${symbol} rises to ${writer.ratio(ratio)} or more on the day`,
  changeBelow: ({ symbol, ratio }: RatioLevel, writer: Writer) =>
    `${symbol} falls to ${writer.ratio(ratio)} or less on the day`,
  volume: ({ symbol, quantity }: VolumeLevel, { decimal }: Writer) =>
    `${symbol} volume of the day reaches ${decimal(quantity)}`,

  roseTo: (level: PriceLevel, { exactPrice }: Writer) =>
    `${named(level)} rose to ${exactPrice(level.price)}`,
  fellTo: (level: PriceLevel, { exactPrice }: Writer) =>
    `${named(level)} fell to ${exactPrice(level.price)}`,
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
  noOutcome: 'Only event markets have the outcome “no”.',
  expiryPast: 'The expiration must be in the future.',
  ticketNotPositive: 'Quantity and limit price of the ticket must be greater than zero.',
  notSaved: 'The change could not be saved on this computer.',
  unreadable: 'The file with your alerts could not be read; nothing was changed.',
} as const
