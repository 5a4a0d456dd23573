import { describe, expect, it } from 'vitest'
import { MissedEvents } from '../../../../../electron/core/orders/reconcile/missed-events.js'
import type { OrderReport } from '../../../../../electron/core/orders/reconcile/order-reports.js'
import { asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import type { OrderStatus } from '../../../../../shared/domain/orders/order-state.js'
import { VirtualTime } from '../../../../property/provider/virtual-time.js'

function fixture() {
  const time = new VirtualTime()
  let missed = 0
  const events = new MissedEvents(time, () => {
    missed += 1
  })
  /** A report of an order that has this status and filled quantity after it. */
  const report = (
    by: 'event' | 'read',
    status: OrderStatus,
    filled: string,
    { id = 'A', changed = true } = {},
  ): void =>
    events.onReport({
      observation: { clientOrderId: id },
      eventType: by === 'event' ? 'fill' : null,
      applied: { order: { status, filledQuantity: asQuantity(dec(filled)) }, changed },
    } as unknown as OrderReport)
  return { time, events, report, missed: () => missed }
}

describe('REL-34: the event stream is in doubt', () => {
  it.each([
    ['a fill', 'partially-filled', '1'],
    ['the last fill', 'filled', '5'],
    ['a cancel', 'cancelled', '0'],
    ['a refusal', 'rejected', '0'],
  ] as const)(
    'the stream is in doubt when %s was read and no event came',
    async (_name, status, filled) => {
      const { time, report, missed } = fixture()
      report('read', 'working', '0')
      report('read', status, filled)
      expect(missed()).toBe(0)
      await time.advance(1_000)
      expect(missed()).toBe(1)
    },
  )

  it.each(['before', 'after'] as const)('never when the event came %s the read', async (when) => {
    const { time, report, missed } = fixture()
    if (when === 'before') report('event', 'filled', '5')
    report('read', 'filled', '5', { changed: when === 'after' })
    if (when === 'after') report('event', 'filled', '5', { changed: false })
    await time.advance(5_000)
    expect(missed()).toBe(0)
  })

  it('never for what no event reports: acceptance, new terms, an order that expired', async () => {
    const { time, report, missed } = fixture()
    report('read', 'pending', '0')
    report('read', 'working', '0')
    report('event', 'partially-filled', '2')
    report('read', 'partially-filled', '2')
    report('read', 'not-found', '2')
    await time.advance(5_000)
    expect(missed()).toBe(0)
  })

  it('the stream is in doubt when one order has its event and another has none', async () => {
    const { time, report, missed } = fixture()
    for (const id of ['A', 'B']) report('read', 'filled', '5', { id })
    report('event', 'filled', '5', { id: 'A', changed: false })
    await time.advance(5_000)
    expect(missed()).toBe(1)
  })

  it('never after the session ended', async () => {
    const { time, events, report, missed } = fixture()
    report('read', 'filled', '5')
    events.dispose()
    await time.advance(5_000)
    expect(missed()).toBe(0)
  })
})
