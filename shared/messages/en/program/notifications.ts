import type { Decimal } from '../../../domain/decimal.js'
import type { Side } from '../../../domain/side.js'
import type { Writer } from '../../writer.js'

type Filled = { readonly symbol: string; readonly side: Side; readonly quantity: Decimal }
type FillWriter = Pick<Writer, 'quantity' | 'price'>
type Counts = { readonly fills: number; readonly rejected: number; readonly ended: number }

const VERBS: Readonly<Record<Side, string>> = { buy: 'Bought', sell: 'Sold', short: 'Sold short' }

/** System notifications about orders and connections. */
export const notifications = {
  filled: ({ symbol, side, quantity }: Filled, writer: FillWriter) =>
    `${VERBS[side]} ${writer.quantity(quantity)} ${symbol}`,
  filledAt: (
    { symbol, side, quantity, price }: Filled & { readonly price: Decimal },
    writer: FillWriter,
  ) => `${VERBS[side]} ${writer.quantity(quantity)} ${symbol} at ${writer.price(price)}`,
  partiallyFilled: ({ symbol, side, quantity }: Filled, writer: FillWriter) =>
    `${VERBS[side]} ${writer.quantity(quantity)} ${symbol}, partially filled`,
  rejected: ({ symbol }: { readonly symbol: string }) => `${symbol}: order rejected`,
  canceled: ({ symbol }: { readonly symbol: string }) => `${symbol}: order canceled by the broker`,
  expired: ({ symbol }: { readonly symbol: string }) => `${symbol}: order expired`,
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
  openToRead: 'Open Countersign to read it.',
} as const
