import { z } from 'zod'
import { asPrice, dec, div, isPositive, neg, trim } from '../../../shared/domain/decimal.js'
import { accountId, clientOrderId, symbol } from '../../../shared/domain/ids.js'
import type {
  RequestedCondition,
  RequestedExpiry,
} from '../../../shared/domain/instructions/waiting-request.js'
import { ok } from '../../../shared/domain/result.js'
import { zAccountId, zClientOrderId, zNumber, zSymbol } from './input-fields.js'
import { invalid, type Drafted } from './order-drafts.js'

const PERCENT = 'a percentage in quotes with at most two places, like "-2.5"'
const zPercent = z.string(PERCENT).regex(/^[+-]?\d{1,4}(\.\d{1,2})?$/, PERCENT)
const TIME = 'HH:mm, or yyyy-MM-ddTHH:mm, New York time'
export const zExchangeTime = z
  .string()
  .regex(/^(20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T)?([01]\d|2[0-3]):[0-5]\d$/, TIME)
  .describe(`${TIME}.`)

/** What a request waits for, in the words of the tool. */
export const zCondition = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('price'),
    symbol: zSymbol,
    when: z
      .enum(['above', 'below', 'crosses'])
      .describe('The last price reaches the level from below, from above, or from its side now.'),
    price: zNumber.describe('As text.'),
  }),
  z.strictObject({
    kind: z.literal('day_change'),
    symbol: zSymbol,
    when: z.enum(['above', 'below']),
    percent: zPercent.describe('Change from the previous close, as text: "-2.5".'),
  }),
  z.strictObject({ kind: z.literal('time'), time: zExchangeTime }),
  z.strictObject({
    kind: z.literal('order'),
    account_id: zAccountId,
    client_order_id: zClientOrderId,
    when: z.enum(['filled', 'ended']).describe('ended: filled, canceled or rejected.'),
  }),
])

const HUNDRED = dec('100')
const RATIO_PLACES = 4

/** Converts a time of the exchange; a real day has a date of the calendar. */
export function toExchangeTime(text: string, name: string): Drafted<RequestedExpiry> {
  const [clock = '', day = null] = text.split('T').toReversed()
  const [hours = '0', minutes = '0'] = clock.split(':')
  const isReal = day === null || new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) === day
  return isReal
    ? ok({ day, minute: Number(hours) * 60 + Number(minutes) })
    : invalid(`${day} is no day of the calendar.`, name, text, 'no-such-day')
}

/** Converts the condition of a call. */
export function toCondition(input: z.output<typeof zCondition>): Drafted<RequestedCondition> {
  switch (input.kind) {
    case 'price': {
      const price = dec(input.price)
      return isPositive(price)
        ? ok({
            kind: 'price',
            symbol: symbol(input.symbol),
            when: input.when,
            price: asPrice(trim(price)),
          })
        : invalid('A price is above zero.', 'condition.price', input.price, 'not-positive')
    }
    case 'day_change': {
      const size = dec(input.percent.replace(/^[+-]/, ''))
      const ratio = div(size, HUNDRED, RATIO_PLACES, 'half-up') ?? size
      return ok({
        kind: 'change',
        symbol: symbol(input.symbol),
        when: input.when,
        ratio: trim(input.percent.startsWith('-') ? neg(ratio) : ratio),
      })
    }
    case 'time': {
      const time = toExchangeTime(input.time, 'condition.time')
      return time.ok ? ok({ kind: 'time', ...time.value }) : time
    }
    case 'order':
      return ok({
        kind: 'order',
        accountId: accountId(input.account_id),
        clientOrderId: clientOrderId(input.client_order_id),
        when: input.when,
      })
  }
}
