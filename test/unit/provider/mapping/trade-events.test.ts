import { describe, expect, it } from 'vitest'
import { epochMs } from '../../../../shared/domain/time.js'
import { toOrderEvent } from '../../../../electron/provider/mapping/trade-events.js'

const AT = epochMs(1_797_000_000_000)

describe('order events (example of EVENTS-3)', () => {
  const payload = {
    account_id: 'ACC',
    request_id: 'ORDER0000000000000000001AB',
    order_id: 'ORDER0000000000000000001AB',
    client_order_id: '0f8fad5bd9cb469fa16570867728950e',
    instrument_id: '913256135',
    order_status: 'PARTIAL_FILLED',
    symbol: 'AAPL',
    short_name: 'Apple Inc',
    qty: '3.0000000000',
    filled_price: '180.00',
    filled_qty: '1.0',
    filled_time: '2026-11-20T15:40:35.524+0000',
    side: 'BUY',
    scene_type: 'FILLED',
    category: 'US_STOCK',
    order_type: 'LIMIT',
  }
  it('map the published event', () => {
    expect(toOrderEvent(JSON.stringify(payload), AT)).toMatchObject({
      eventType: 'partial-fill',
      observation: {
        source: 'event',
        clientOrderId: payload.client_order_id,
        orderId: payload.order_id,
        status: 'partially-filled',
        assetClass: 'stock',
        side: 'buy',
        quantity: '3.0000000000',
        filledQuantity: '1.0',
        averageFillPrice: '180.00',
        filledAt: Date.parse('2026-11-20T15:40:35.524Z'),
        timeInForce: null,
        fees: null,
      },
    })
  })
  it('map unknown values as unknown, and refuse unreadable events', () => {
    expect(
      toOrderEvent(
        JSON.stringify({
          ...payload,
          scene_type: 'SANG',
          order_status: 'WORKING',
          filled_qty: '0E-10',
          filled_price: '0E-10',
          order_id: undefined,
          actual_commission: '1',
        }),
        AT,
      ),
    ).toMatchObject({
      eventType: 'other',
      observation: {
        status: 'working',
        averageFillPrice: null,
        filledQuantity: '0',
        orderId: payload.request_id,
        fees: '1',
      },
    })
    for (const bad of [
      '',
      'x',
      '[]',
      'null',
      '{}',
      JSON.stringify({ ...payload, qty: 'many' }),
      JSON.stringify({ ...payload, client_order_id: 5 }),
    ]) {
      expect(toOrderEvent(bad, AT)).toBeNull()
    }
  })
  it.each([
    ['FINAL_FILLED', 'final-fill'],
    ['PLACE_FAILED', 'place-failed'],
    ['MODIFY_SUCCESS', 'replace-done'],
    ['MODIFY_FAILED', 'replace-refused'],
    ['CANCEL_SUCCESS', 'cancel-done'],
    ['CANCEL_FAILED', 'cancel-refused'],
    ['toString', 'other'],
  ])('map scene %s', (wireType, eventType) => {
    expect(toOrderEvent(JSON.stringify({ ...payload, scene_type: wireType }), AT)?.eventType).toBe(
      eventType,
    )
  })
})
