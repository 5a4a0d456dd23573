import { describe, expect, test } from 'vitest'
import { validityMs } from '../../../../../electron/core/instructions/queue/validity.js'
import type { InstructionAction } from '../../../../../shared/domain/instructions/instruction.js'
import type { OrderDraft } from '../../../../../shared/domain/orders/order.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { ACC, draft, MARKET, order, price } from '../policy/policy-fixture.js'

const MINUTE = 60_000
const DAYS = 7 * 24 * 60
/** Returns a time in New York on a day of November 2026, five hours behind UTC. */
const timeAt = (day: number, hour: number, minute = 0, month = 10, year = 2026) =>
  epochMs(Date.UTC(year, month, day, hour + 5, minute))
const place = (overrides: Partial<OrderDraft> = {}): InstructionAction => ({
  kind: 'place',
  draft: draft(overrides),
})
/** Returns the latest end of an instruction as day, hour and minute in New York. */
const ends = (action: InstructionAction, now: ReturnType<typeof timeAt>): string =>
  new Date(now + validityMs(action, DAYS, now) - 5 * 60 * MINUTE).toISOString().slice(8, 16)

describe('CONFIRM-9: the validity of an instruction', () => {
  test('is set by the connection, and is at most two minutes for a market order', () => {
    const now = timeAt(20, 10)
    expect([
      validityMs(place(), 15, now),
      validityMs(place(MARKET), 15, now),
      validityMs(place(MARKET), 1, now),
      validityMs(place({ type: 'stop', limitPrice: null, stopPrice: price('1') }), 15, now),
    ]).toEqual([15, 2, 1, 15].map((minutes) => minutes * MINUTE))
  })

  test('is not shortened for the cancel of a market order, which has no price', () => {
    const before = order('a', { type: 'market', limitPrice: null })
    const target = { accountId: ACC, clientOrderId: before.clientOrderId, before }
    expect(validityMs({ kind: 'cancel', ...target }, 15, timeAt(20, 10))).toBe(15 * MINUTE)
  })

  test.each<[string, InstructionAction, ReturnType<typeof timeAt>, string]>([
    ['stocks in the core session end at four', place(), timeAt(20, 10), '20T16:00'],
    [
      'stocks in extended hours end at eight',
      place({ session: 'all' }),
      timeAt(20, 10),
      '20T20:00',
    ],
    ['a minute before the end it is still today', place(), timeAt(20, 15, 59), '20T16:00'],
    ['at the end it is the next trading day, over a weekend', place(), timeAt(20, 16), '23T16:00'],
    ['before the open it is today', place(), timeAt(20, 1), '20T16:00'],
    ['on a Saturday it is Monday', place(), timeAt(21, 10), '23T16:00'],
    ['on the eve of a holiday it is the day after', place(), timeAt(25, 17), '27T13:00'],
    ['on a short day it ends at one', place(), timeAt(27, 10), '27T13:00'],
    [
      'options end at four, whatever their session says',
      place({ assetClass: 'option', session: 'all' }),
      timeAt(20, 10),
      '20T16:00',
    ],
    [
      'coins end at midnight, on any day',
      place({ assetClass: 'crypto' }),
      timeAt(21, 10),
      '22T00:00',
    ],
    [
      'event contracts end at midnight, on any day',
      place({ assetClass: 'event' }),
      timeAt(21, 10),
      '22T00:00',
    ],
    ['futures end at five', place({ assetClass: 'futures' }), timeAt(20, 10), '20T17:00'],
    [
      'futures of the evening belong to the next day',
      place({ assetClass: 'futures' }),
      timeAt(19, 19),
      '20T17:00',
    ],
    [
      'futures on a Saturday end on Monday',
      place({ assetClass: 'futures' }),
      timeAt(21, 10),
      '23T17:00',
    ],
  ])('%s', (_title, action, now, end) => {
    expect(ends(action, now)).toBe(end)
  })

  test('lasts to the end of extended hours for a cancel, whatever the session of its order', () => {
    const before = order('a', { session: 'core' })
    expect(
      ends(
        { kind: 'cancel', accountId: ACC, clientOrderId: before.clientOrderId, before },
        timeAt(20, 10),
      ),
    ).toBe('20T20:00')
  })
})
