import type { Decimal } from '../../../domain/decimal.js'
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

/** Names a symbol, and its outcome where the price is for "no". */
const named = ({ symbol, isNo }: PriceLevel): string =>
  isNo === true ? `“No” of ${symbol}` : symbol

/** Alerts on figures of quotes: what they wait for and what they fired by. */
export const quoteAlerts = {
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
} as const

/** The labels of the form of an alert: its kinds, and the level of each kind. */
export const quoteAlertLabels = {
  kinds: {
    price: 'Price',
    change: 'Change of the day',
    volume: 'Volume of the day',
  },
  levels: {
    price: 'Price',
    change: 'Change (%)',
    volume: 'Volume',
  },
} as const
