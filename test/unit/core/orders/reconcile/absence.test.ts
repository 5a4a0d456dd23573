import { describe, expect, test } from 'vitest'
import { Absence } from '../../../../../electron/core/orders/reconcile/absence.js'
import { clientOrderId } from '../../../../../shared/domain/ids.js'
import type { OrderStatus } from '../../../../../shared/domain/orders/order-state.js'
import type { Order } from '../../../../../shared/domain/orders/order.js'
import { epochMs } from '../../../../../shared/domain/time.js'

const ID = clientOrderId('order-1')
const START = 1_000_000

/** Answers of Order Detail that there is no such order, `ms` after the start. */
function answers(status: OrderStatus = 'working', updatedAt = START) {
  const time = { ms: 0 }
  const absence = new Absence({ now: () => epochMs(START + time.ms), monotonic: () => time.ms })
  const order = { clientOrderId: ID, status, updatedAt: epochMs(updatedAt) } as Order
  const answer = (ms: number): number | null => {
    time.ms = ms
    return absence.confirm(order)
  }
  return { time, absence, answer }
}

describe('REL-31: an order that the broker does not know any more is lost', () => {
  test('an order is lost after two answers that are five seconds apart', () => {
    const { answer } = answers()
    expect(answer(60_000)).toBeNull()
    expect(answer(64_999)).toBeNull()
    expect(answer(65_000)).toBe(5_000)
    // The next proof needs two answers proved.
    expect(answer(70_000)).toBeNull()
    expect(answer(76_000)).toBe(6_000)
  })

  test('an order younger than a minute is not lost; its answers count for nothing', () => {
    const { answer } = answers()
    expect(answer(54_000)).toBeNull()
    expect(answer(59_999)).toBeNull()
    expect(answer(60_000)).toBeNull()
    expect(answer(64_999)).toBeNull()
    expect(answer(65_000)).toBe(5_000)
  })

  test.each<OrderStatus>(['unknown', 'filled', 'not-found'])(
    'an order is not lost when it is %s',
    (status) => {
      const { answer } = answers(status)
      expect([answer(100_000), answer(200_000)]).toEqual([null, null])
    },
  )

  test('an order is not lost within a minute of its last report, by a clock that cannot be set', () => {
    const { time, absence, answer } = answers('working', START - 3_600_000)
    time.ms = 10_000
    absence.onReport({ clientOrderId: ID }, true)
    expect([answer(69_000), answer(69_999)]).toEqual([null, null])
    expect([answer(70_000), answer(75_000)]).toEqual([null, 5_000])
  })

  test('answers before and after a report, or before and after a loss of the connection, lose no order', () => {
    const reported = answers()
    expect(reported.answer(60_000)).toBeNull()
    reported.absence.onReport({ clientOrderId: ID }, false)
    expect(reported.answer(66_000)).toBeNull()
    expect(reported.answer(71_000)).toBe(5_000)
    const lost = answers()
    expect(lost.answer(60_000)).toBeNull()
    lost.absence.forget(ID)
    expect(lost.answer(66_000)).toBeNull()
    expect(lost.answer(71_000)).toBe(5_000)
  })

  test('the age of its row decides once a report ended an order, or it was proved lost', () => {
    const { time, absence, answer } = answers('working', START - 3_600_000)
    time.ms = 10_000
    absence.onReport({ clientOrderId: ID }, true)
    absence.onReport({ clientOrderId: ID }, false)
    expect([answer(11_000), answer(16_000)]).toEqual([null, 5_000])
    const proved = answers('working', START - 3_600_000)
    proved.absence.onReport({ clientOrderId: ID }, true)
    expect([proved.answer(60_000), proved.answer(65_000)]).toEqual([null, 5_000])
    expect([proved.answer(66_000), proved.answer(71_000)]).toEqual([null, 5_000])
  })
})
