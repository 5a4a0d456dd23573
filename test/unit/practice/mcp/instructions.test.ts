import { describe, expect, it } from 'vitest'
import { Instructions, validUntil } from '../../../../electron/practice/hosted/instructions.js'
import { zInstructions } from '../../../../electron/practice/hosted/instruction-record.js'
import { exchangeInstant } from '../../../../shared/domain/market/exchange-time.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'

const NOON = exchangeInstant('2026-11-20', 12 * 60)
const CLOSE = exchangeInstant('2026-11-20', 20 * 60)
const order = {
  client_order_id: '',
  combo_type: 'NORMAL',
  instrument_type: 'EQUITY',
  market: 'US',
  symbol: 'AAPL',
  side: 'BUY',
  order_type: 'LIMIT',
  time_in_force: 'DAY',
  entrust_type: 'QTY',
  quantity: '1',
  limit_price: '20.00',
} as const
const baseRequest = {
  userId: 'u',
  accountId: 'a',
  clientId: 'c',
  clientName: 'C',
  key: 'k',
  reason: '',
  ask: { kind: 'place', order },
} as const

/** Creates a store with a clock and orders controlled by the test. */
function storeFixture() {
  const state = {
    now: NOON,
    orders: new Map<string, { total_quantity: string; limit_price: string }>(),
  }
  const make = () =>
    new Instructions({
      now: () => epochMs(state.now),
      order: (_account, id) => state.orders.get(id) ?? null,
    })
  return { state, make, store: make() }
}
const requestIn = (
  store: Instructions,
  over: Partial<Parameters<Instructions['submit']>[0]> = {},
) => {
  const result = store.submit({ ...baseRequest, ...over })
  if (!result.ok) throw new Error(result.error)
  return result.value
}

describe('validity', () => {
  it.each([
    ['at noon', NOON, CLOSE],
    ['a moment before the end', epochMs(CLOSE - 1), CLOSE],
    ['at the end of a Friday', CLOSE, exchangeInstant('2026-11-23', 20 * 60)],
    ['on a Sunday', exchangeInstant('2026-11-22', 600), exchangeInstant('2026-11-23', 20 * 60)],
    ['on a holiday', exchangeInstant('2026-11-26', 600), exchangeInstant('2026-11-27', 20 * 60)],
  ])('ends with the trading day when requested %s', (_when, now, until) =>
    expect(validUntil(now)).toBe(until),
  )

  it('ends at that moment of the exchange clock, and not earlier', () => {
    const { state, store } = storeFixture()
    const { id } = requestIn(store)
    state.now = epochMs(CLOSE - 1)
    expect(store.get('u', id)?.status).toBe('PENDING')
    state.now = CLOSE
    const before = store.version
    store.advanceTime()
    expect([store.get('u', id)?.status, store.version === before]).toEqual(['EXPIRED', false])
    expect(
      [
        store.accept('u', id, 'o'),
        store.reject('u', id, ''),
        store.revoke('u', 'c', id),
        store.settle('u', id, 'sent', ''),
      ].map((result) => result.ok),
    ).toEqual([false, false, false, false])
  })

  it('extends for an order being sent, but not forever', () => {
    const { state, store } = storeFixture()
    const [sent, lost] = [requestIn(store), requestIn(store, { key: 'other' })]
    state.now = epochMs(CLOSE - 1_000)
    for (const [instruction, name] of [
      [sent, 'sent'],
      [lost, 'lost'],
    ] as const) {
      expect(store.accept('u', instruction.id, name).ok).toBe(true)
    }
    state.now = epochMs(CLOSE + 5_000)
    expect([store.get('u', sent.id)?.status, store.get('u', lost.id)?.status]).toEqual([
      'PENDING',
      'PENDING',
    ])
    state.orders.set('sent', { total_quantity: '2', limit_price: '20.000' })
    state.now = epochMs(CLOSE - 1_000 + ASSUMPTIONS.instructions.takenMs)
    expect(store.get('u', sent.id)).toMatchObject({
      status: 'APPROVED',
      changed: { quantity: { asked: '1', approved: '2' } },
    })
    expect(store.get('u', lost.id)?.status).toBe('EXPIRED')
  })
})

describe('the instruction store', () => {
  it('continues from its saved state, through its schema', () => {
    const { store, make } = storeFixture()
    const { id } = requestIn(store)
    store.accept('u', id, 'o')
    const restored = make()
    restored.restore(zInstructions.parse(JSON.parse(JSON.stringify(store.snapshot()))))
    expect(restored.get('u', id)).toEqual(store.get('u', id))
    expect(requestIn(restored).id).toBe(id)
    expect(restored.version).not.toBe(store.version)
  })

  it('hides instructions of another user, and allows no other client to revoke', () => {
    const { store } = storeFixture()
    const { id } = requestIn(store)
    expect([store.get('v', id), store.listFor('v'), store.listFor('u', 'd')]).toEqual([
      null,
      [],
      [],
    ])
    expect([store.accept('v', id, 'o'), store.revoke('u', 'd', id)]).toEqual([
      { ok: false, error: 'not-found' },
      { ok: false, error: 'not-found' },
    ])
  })

  it('limits pending instructions, and drops only ended ones', () => {
    const { store } = storeFixture()
    for (let n = 0; n < ASSUMPTIONS.instructions.maxPending; n += 1) {
      requestIn(store, { key: `k${n}` })
    }
    expect(store.submit({ ...baseRequest, key: 'one more' })).toEqual({
      ok: false,
      error: 'too-many',
    })
    const [first] = store.listFor('u')
    for (let n = 0; n < ASSUMPTIONS.instructions.maxStored + 20; n += 1) {
      store.reject('u', requestIn(store, { key: `d${n}`, clientId: 'd' }).id, 'no')
    }
    expect(store.listFor('u')).toHaveLength(ASSUMPTIONS.instructions.maxStored)
    expect(store.get('u', first?.id ?? '')?.status).toBe('PENDING')
  })
})
