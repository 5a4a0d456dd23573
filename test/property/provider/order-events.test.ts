import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readOrderEvent } from '../../../electron/provider/mapping/order-event.js'
import { zOptionalDecimal, zOptionalText, zOptionalTime } from '../../../shared/wire/fields.js'

/** The published form of an order event (EVENTS-3), as a schema. */
const zOrderEvent = z.object({
  account_id: z.string().min(1),
  client_order_id: z.string().min(1),
  order_id: zOptionalText,
  request_id: zOptionalText,
  symbol: z.string().min(1),
  category: zOptionalText,
  side: zOptionalText,
  order_type: zOptionalText,
  order_status: zOptionalText,
  qty: zOptionalDecimal,
  filled_qty: zOptionalDecimal,
  filled_price: zOptionalDecimal,
  filled_time: zOptionalTime,
  scene_type: zOptionalText,
  actual_commission: zOptionalDecimal,
  receivable_commission: zOptionalDecimal,
  fees: z
    .array(z.object({ actual_value: zOptionalDecimal, receivable_value: zOptionalDecimal }))
    .nullish(),
})

/** What the schema reads, in the members of the reader. */
function bySchema(json: unknown): unknown {
  const parsed = zOrderEvent.safeParse(json)
  if (!parsed.success) return null
  const { data } = parsed
  return {
    accountId: data.account_id,
    clientOrderId: data.client_order_id,
    orderId: data.order_id,
    requestId: data.request_id,
    symbol: data.symbol,
    category: data.category,
    side: data.side,
    orderType: data.order_type,
    orderStatus: data.order_status,
    quantity: data.qty,
    filledQuantity: data.filled_qty,
    filledPrice: data.filled_price,
    filledTime: data.filled_time,
    eventType: data.scene_type,
    fees: [
      data.actual_commission ?? data.receivable_commission,
      ...(data.fees ?? []).map((fee) => fee.actual_value ?? fee.receivable_value),
    ].filter((fee) => fee !== null),
  }
}

const wild = fc.oneof(
  fc.constantFrom<unknown>('', ' ', null, 0, -1, 1.5, true, [], {}, '0', '-0', '1e3', '1E-8'),
  fc.constantFrom<unknown>('187.4200', ' 12.50 ', '+1', '.5', '5.', '0x10', 'NaN', '1,000', '∞'),
  fc.constantFrom<unknown>('2026-11-18T15:00:00.000Z', '2026-11-18T15:00:00+0000', '2026-11-18'),
  fc.constantFrom<unknown>(1_795_000_000_000, '1795000000000', '12345', 2 ** 60),
  fc.string(),
  fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<unknown>,
)
const fee = fc.record({ actual_value: wild, receivable_value: wild }, { requiredKeys: [] })
const proper = {
  account_id: fc.string({ minLength: 1 }),
  client_order_id: fc.string({ minLength: 1 }),
  symbol: fc.constantFrom('AAPL', 'BTCUSD', 'ESZ6'),
  filled_qty: fc.constantFrom('1', '0.00012345', '', null),
  filled_price: fc.constantFrom('187.4200', '0', '', null),
  filled_time: fc.constantFrom('2026-11-18T15:00:00.000Z', 1_795_000_000_000, ''),
  fees: fc.oneof(fc.constantFrom<unknown>(null, [], ''), fc.array(fc.oneof(fee, wild))),
}
const optional = [
  'order_id',
  'request_id',
  'category',
  'side',
  'order_type',
  'order_status',
  'qty',
  'scene_type',
  'actual_commission',
  'receivable_commission',
] as const
const usual = fc.constantFrom<unknown>('1.5', 'FILLED', '', null)
const event = fc.record(
  { ...proper, ...Object.fromEntries(optional.map((name) => [name, usual])) },
  { requiredKeys: ['account_id', 'client_order_id', 'symbol'] },
)
/** A proper event of which one member has any value, or none. */
const nearly = fc
  .tuple(event, fc.constantFrom(...Object.keys(proper), ...optional), wild)
  .map(([members, name, value]) => ({ ...members, [name]: value }))

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? 'null') as unknown

describe('the reader of order events', () => {
  it('reads what the schema of the published form reads, and refuses what it refuses', () => {
    let readable = 0
    fc.assert(
      fc.property(fc.oneof(event, nearly, wild), (value) => {
        const json = asJson(value)
        const expected = bySchema(json)
        if (expected !== null) readable += 1
        expect(readOrderEvent(json)).toEqual(expected)
      }),
      { numRuns: 3_000 },
    )
    expect(readable).toBeGreaterThan(300)
  })
})
