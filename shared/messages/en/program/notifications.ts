import { isZero, type Decimal } from '../../../domain/decimal.js'
import type { ExpiredLeg } from '../../../domain/notifications/order-news.js'
import type { LinkedName } from '../../../domain/orders/combo-rules.js'
import type { Side } from '../../../domain/side.js'
import type { Message } from '../../message.js'
import type { Writer } from '../../writer.js'

/** The instrument is a message of its own: an option and an outcome are named by language. */
type Filled = { readonly instrument: Message; readonly side: FillVerb; readonly quantity: Decimal }
type FillWriter = Pick<Writer, 'quantity' | 'exactPrice' | 'message'>
type EndWriter = Pick<Writer, 'quantity' | 'message'>
/** An order that ended, with what had filled; the total is null where it is not known. */
type Ended = {
  readonly instrument: Message
  readonly filled: Decimal
  readonly total: Decimal | null
}
/** A linked order that filled, and the one that its fill canceled. */
type LinkedFill = {
  readonly instrument: Message
  readonly filled: LinkedName
  readonly quantity: Decimal
  readonly price: Decimal | null
  readonly canceled: LinkedName
}
type Counts = { readonly fills: number; readonly rejected: number; readonly ended: number }

const LINKED: Readonly<Record<LinkedName, string>> = {
  'take-profit': 'take profit',
  'stop-loss': 'stop loss',
  stop: 'stop order',
  limit: 'limit order',
}

/** "take profit expired, stop loss still working". */
const expiredText = (
  names: typeof LINKED,
  name: LinkedName,
  other: ExpiredLeg['other'],
): string => {
  if (other === null) return `${names[name]} expired`
  return other.state === 'working'
    ? `${names[name]} expired, ${names[other.name]} still working`
    : `${names[name]} and ${names[other.name]} expired`
}
/** What a fill did: a roll sells one option and buys another. */
export type FillVerb = Side | 'roll'
const VERBS: Readonly<Record<FillVerb, string>> = {
  buy: 'Bought',
  sell: 'Sold',
  short: 'Sold short',
  roll: 'Rolled',
}

/** ", 4 of 10 filled", where a part of the order did. */
const fillText = ({ filled, total }: Ended, { quantity }: Pick<Writer, 'quantity'>): string => {
  if (isZero(filled)) return ''
  return `, ${quantity(filled)}${total === null ? '' : ` of ${quantity(total)}`} filled`
}

/** System notifications about orders and connections. */
export const notifications = {
  filled: ({ instrument, side, quantity }: Filled, writer: FillWriter) =>
    `${VERBS[side]} ${writer.quantity(quantity)} ${writer.message(instrument)}`,
  filledAt: (
    { instrument, side, quantity, price }: Filled & { readonly price: Decimal },
    writer: FillWriter,
  ) =>
    `${VERBS[side]} ${writer.quantity(quantity)} ${writer.message(instrument)} at ${writer.exactPrice(price)}`,
  partiallyFilled: ({ instrument, side, quantity }: Filled, writer: FillWriter) =>
    `${VERBS[side]} ${writer.quantity(quantity)} ${writer.message(instrument)}, partially filled`,
  rejected: (order: Ended, writer: EndWriter) =>
    `${writer.message(order.instrument)}: order rejected${fillText(order, writer)}`,
  canceled: (order: Ended, writer: EndWriter) =>
    `${writer.message(order.instrument)}: order canceled by the broker${fillText(order, writer)}`,
  filledInstead: (
    { instrument, filled, quantity, price, canceled }: LinkedFill,
    { message, quantity: writeQuantity, exactPrice }: FillWriter,
  ) =>
    `${message(instrument)}: ${LINKED[filled]} filled ${writeQuantity(quantity)}${price === null ? '' : ` at ${exactPrice(price)}`}, ${LINKED[canceled]} canceled`,
  expired: (order: Ended, writer: EndWriter) =>
    `${writer.message(order.instrument)}: order expired${fillText(order, writer)}`,
  legExpired: (
    {
      instrument,
      leg: { name, other },
    }: { readonly instrument: Message; readonly leg: ExpiredLeg },
    { message }: Pick<Writer, 'message'>,
  ) => `${message(instrument)}: ${expiredText(LINKED, name, other)}`,
  bundle: ({ fills, rejected, ended }: Counts, { plural, list }: Pick<Writer, 'plural' | 'list'>) =>
    list(
      [
        fills === 0 ? '' : plural(fills, { one: '# order filled', other: '# orders filled' }),
        rejected === 0 ? '' : plural(rejected, { one: '# rejected', other: '# rejected' }),
        ended === 0
          ? ''
          : plural(ended, { one: '# canceled or expired', other: '# canceled or expired' }),
      ].filter((part) => part !== ''),
    ),
  lost: 'Connection lost',
  lostDetail:
    'For more than a minute. Working orders stay at the broker; Countersign keeps reconnecting.',
  restored: 'Connection restored',
  restoredDetail: 'Orders and positions were checked with the broker.',
  hiddenAlert: 'An alert fired',
  alerts: ({ count }: { readonly count: number }, { plural }: Pick<Writer, 'plural'>) =>
    plural(count, { one: '# alert fired or expired', other: '# alerts fired or expired' }),
  openToRead: 'Open Countersign to read it.',
} as const
