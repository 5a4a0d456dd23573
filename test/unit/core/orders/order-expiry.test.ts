import { describe, expect, it } from 'vitest'
import { orderStatusText } from '../../../../renderer/ui/orders/order-status-text.js'
import { hasReason } from '../../../../renderer/panels/orders/order-filter.js'
import { toOrderEvent } from '../../../../electron/provider/mapping/trade-events.js'
import { createProjection } from '../../../../electron/core/orders/order-projection.js'
import { memoryOf, orderNews } from '../../../../shared/domain/notifications/order-news.js'
import { exchangeInstant } from '../../../../shared/domain/market/exchange-time.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import { catalogue as spanish } from '../../../../shared/messages/translations/es/index.js'
import { createMessageFormatter, inEnglish } from '../../../../shared/messages/format-message.js'
import { ID, seen } from './order-row-fixture.js'

/** A Friday whose regular session ends at 16:00. */
const DAY = '2025-11-21'
const timeOf = (hour: number, minute: number): EpochMs => exchangeInstant(DAY, hour * 60 + minute)
const placed = seen({ placedAt: timeOf(10, 0), timeInForce: 'day', session: 'core' })
const ended = (sentAt: EpochMs | undefined) =>
  seen({
    source: 'event',
    timeInForce: null,
    session: null,
    placedAt: null,
    status: 'cancelled',
    ...(sentAt === undefined ? {} : { sentAt }),
    // This computer's clock is days behind the exchange's.
    observedAt: epochMs(timeOf(10, 0) - 3 * 86_400_000),
  })

/** Returns the order after these reports, and the news of the last one. */
function after(...facts: ReturnType<typeof seen>[]) {
  const projection = createProjection()
  const last = facts.pop()!
  for (const fact of facts) projection.apply(fact)
  const before = memoryOf(projection.get(ID)!, undefined)
  projection.apply(last)
  const order = projection.get(ID)!
  return { order, news: orderNews(before, order, timeOf(10, 30))?.kind ?? null }
}

describe('a DAY order that ended with its session', () => {
  it('expired, as toast, status and reason say, though the clock here lags behind', () => {
    const { order, news } = after(placed, ended(timeOf(16, 0)))
    expect(news).toBe('expired')
    expect(hasReason(order)).toBe(true)
    expect(inEnglish(order.note!)).toBe('Expired with the session: it was a DAY order')
    expect(createMessageFormatter('es', spanish)(order.note!)).toBe(
      'Venció con la sesión: era una orden del día',
    )
    const orders = { expired: 'Expired', statuses: { cancelled: 'Canceled' } }
    expect(orderStatusText(order, { orders } as never)).toBe('Expired')
  })

  it('keeps its reason when the end is reported again without a time', () => {
    const { order } = after(placed, ended(timeOf(16, 0)), ended(undefined))
    expect(order.note?.code).toBe('orders.expired')
  })

  it('was canceled where that was before its end, or is not known', () => {
    for (const sentAt of [timeOf(12, 0), undefined]) {
      const { order, news } = after(placed, ended(sentAt))
      expect([news, order.note]).toEqual(['canceled', null])
    }
  })

  it('did not expire where its cancellation was requested here', () => {
    const projection = createProjection()
    projection.apply(placed)
    projection.apply({
      fact: 'request',
      clientOrderId: ID,
      kind: 'cancel',
      state: 'sent',
      at: timeOf(15, 59),
    })
    projection.apply(ended(timeOf(16, 0)))
    expect(projection.get(ID)!.note).toBeNull()
  })

  it('has the time of the envelope of its event', () => {
    const payload = JSON.stringify({
      account_id: 'ACC',
      client_order_id: ID,
      order_id: 'O1',
      symbol: 'AAPL',
      order_status: 'CANCELLED',
      side: 'BUY',
      scene_type: 'CANCEL_SUCCESS',
      category: 'US_STOCK',
    })
    const event = toOrderEvent(payload, timeOf(10, 0), timeOf(16, 0))
    expect(event?.observation.sentAt).toBe(timeOf(16, 0))
    expect(toOrderEvent(payload, timeOf(10, 0), epochMs(0))?.observation).not.toHaveProperty(
      'sentAt',
    )
  })
})
