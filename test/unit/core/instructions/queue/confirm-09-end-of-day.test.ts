import { describe, expect, test } from 'vitest'
import { validityMs } from '../../../../../electron/core/instructions/queue/validity.js'
import type { InstructionAction } from '../../../../../shared/domain/instructions/instruction.schema.js'
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
    ['ends at 16:00 for stocks in the core session', place(), timeAt(20, 10), '20T16:00'],
    [
      'ends at 20:00 for stocks in extended hours',
      place({ session: 'all' }),
      timeAt(20, 10),
      '20T20:00',
    ],
    ['ends today a minute before the close', place(), timeAt(20, 15, 59), '20T16:00'],
    [
      'ends on the next trading day from the close on, over a weekend',
      place(),
      timeAt(20, 16),
      '23T16:00',
    ],
    ['ends today before the open', place(), timeAt(20, 1), '20T16:00'],
    ['ends on Monday when requested on a Saturday', place(), timeAt(21, 10), '23T16:00'],
    ['ends after the holiday when requested on its eve', place(), timeAt(25, 17), '27T13:00'],
    ['ends at 13:00 on a short day', place(), timeAt(27, 10), '27T13:00'],
    [
      'ends at 16:00 for options, whatever their session',
      place({ assetClass: 'option', session: 'all' }),
      timeAt(20, 10),
      '20T16:00',
    ],
    [
      'ends at midnight for crypto, on any day',
      place({ assetClass: 'crypto' }),
      timeAt(21, 10),
      '22T00:00',
    ],
    [
      'ends at midnight for event contracts, on any day',
      place({ assetClass: 'event' }),
      timeAt(21, 10),
      '22T00:00',
    ],
    ['ends at 17:00 for futures', place({ assetClass: 'futures' }), timeAt(20, 10), '20T17:00'],
    [
      'ends on the next day for futures in the evening',
      place({ assetClass: 'futures' }),
      timeAt(19, 19),
      '20T17:00',
    ],
    [
      'ends on Monday for futures on a Saturday',
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
