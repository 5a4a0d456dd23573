import { describe, expect, it } from 'vitest'
import { FillNotices, summarizeFills } from '../../../../renderer/stores/fill-notices.js'
import { createRowStore } from '../../../../renderer/stores/row-store.js'
import { asQuantity, dec } from '../../../../shared/domain/decimal.js'
import type { Fill } from '../../../../shared/domain/orders/order.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { fill, price } from '../samples.js'

const NOW = 100_000_000
const filled = (order: string, more: Partial<Fill> = {}): Fill => ({
  ...fill(order),
  time: epochMs(NOW),
  ...more,
})

/** A fill from before the test began. */
const history = (order: string): Fill => filled(order, { time: epochMs(NOW - 1) })

class NoticesTest {
  readonly fills = createRowStore<Fill, Fill>((entry) => entry)
  readonly noticed: string[] = []
  now = NOW - 1_000
  readonly notices = new FillNotices(
    this.fills,
    { now: () => this.now, exchangeNow: () => NOW },
    (summaries) => this.noticed.push(...summaries.map((entry) => entry.fill.clientOrderId)),
  )

  constructor() {
    this.notices.start()
  }

  /** Applies a list of all fills, as it comes at the start and after a gap. */
  list(...fills: readonly Fill[]): void {
    this.fills.replaceAll(fills)
    this.fills.setFreshness('live')
  }
}

describe('notices of fills', () => {
  it('are given for executions after the first list, not for those in it', () => {
    const test = new NoticesTest()
    test.list(history('a'))
    test.fills.upsert([filled('b')])
    expect(test.noticed).toEqual(['b'])
  })

  it('are given for executions that happen while the first list is awaited', () => {
    const test = new NoticesTest()
    test.now += 30_000
    test.list(
      filled('before', { time: epochMs(NOW - 31_000) }),
      filled('while waiting', { time: epochMs(NOW - 29_000) }),
    )
    expect(test.noticed).toEqual(['while waiting'])
  })

  it('are given for what a list after a gap adds, and for nothing twice', () => {
    const test = new NoticesTest()
    test.list(history('a'))
    test.fills.setFreshness('stale')
    test.list(history('a'), filled('missed'))
    test.list(history('a'), filled('missed'))
    expect(test.noticed).toEqual(['missed'])
  })

  it('count two equal executions as two', () => {
    const test = new NoticesTest()
    test.list(history('a'))
    test.fills.upsert([filled('a')])
    expect(test.noticed).toEqual(['a'])
  })

  it('are not given for history, nor for the list of another session', () => {
    const test = new NoticesTest()
    test.list()
    test.fills.upsert([filled('old', { time: epochMs(NOW - 11 * 60_000) })])
    test.notices.reset()
    test.list(history('other session'))
    expect(test.noticed).toEqual([])
  })

  it('sum the executions of one order, with their average price', () => {
    const part = (quantity: string, paid: string): Fill =>
      filled('a', { quantity: asQuantity(dec(quantity)), price: price(paid) })
    expect(summarizeFills([part('10', '100'), filled('b'), part('30', '102')])).toMatchObject([
      { quantity: '40', price: '101.5' },
      { fill: { clientOrderId: 'b' } },
    ])
  })
})
