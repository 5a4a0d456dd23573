import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { accountId, clientOrderId } from '../../../../shared/domain/ids.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { AAPL, above, ASSISTANT, WaitingFixture } from './waiting-fixture.js'

const MINUTE = 60_000

/** Adds a waiting request that must be accepted; returns its id. */
async function added(fixture: WaitingFixture, price = '100') {
  const made = await fixture.add(above(price))
  if (!made.ok) throw new Error(inEnglish(made.error.message))
  return made.value.id
}
const stateOf = (fixture: WaitingFixture, id: string) =>
  fixture.service.all().find((waiting) => waiting.id === id)
const rowOf = (fixture: WaitingFixture, id: string) =>
  fixture.service.rows().find((row) => row.id === id)

describe('CONFIRM-47: waiting instructions', () => {
  it('wakes once when its price is reached, and makes one request', async () => {
    const fixture = await WaitingFixture.start()
    const id = await added(fixture)
    fixture.trade('99.99')
    await fixture.run(MINUTE)
    expect(fixture.wakes).toEqual([])
    fixture.trade('100')
    fixture.trade('101')
    fixture.trade('99')
    await fixture.run(MINUTE)
    expect(fixture.wakes).toEqual([`waiting-${id}`])
    expect(stateOf(fixture, id)).toMatchObject({
      state: 'woken',
      instructions: ['1'.padStart(32, '0')],
    })
  })

  it('does not wake while its market data are interrupted, and says from when to when', async () => {
    const fixture = await WaitingFixture.start()
    const id = await added(fixture)
    await fixture.run(MINUTE)
    const from = fixture.simulation.wall()
    fixture.interrupt()
    fixture.trade('105')
    await fixture.run(2 * MINUTE)
    expect(fixture.wakes).toEqual([])
    expect(rowOf(fixture, id)).toMatchObject({ held: 'offline' })
    fixture.trade('96')
    fixture.reconnect()
    await fixture.run(MINUTE)
    expect(fixture.wakes).toEqual([])
    const gap = rowOf(fixture, id)?.gap
    expect(gap?.why).toBe('offline')
    expect(Math.abs((gap?.from ?? 0) - from)).toBeLessThan(3_000)
    expect(Math.abs((gap?.to ?? 0) - from - 2 * MINUTE)).toBeLessThan(10_000)
  })

  it('does not wake by a price from before an interruption', async () => {
    const fixture = await WaitingFixture.start()
    await added(fixture)
    fixture.setConnection('paused')
    fixture.trade('105')
    await fixture.run(2_000)
    fixture.interrupt()
    fixture.trade('96')
    fixture.setConnection('active')
    fixture.reconnect()
    await fixture.run(MINUTE)
    expect(fixture.wakes).toEqual([])
  })

  it('wakes by a current price after an interruption', async () => {
    const fixture = await WaitingFixture.start()
    const id = await added(fixture)
    await fixture.run(MINUTE)
    fixture.interrupt()
    fixture.trade('105')
    await fixture.run(MINUTE)
    fixture.reconnect()
    await fixture.run(MINUTE)
    expect(fixture.wakes).toEqual([`waiting-${id}`])
  })

  it.each([
    ['locked', (fixture: WaitingFixture, on: boolean) => (fixture.locked = on)],
    [
      'paused',
      (fixture: WaitingFixture, on: boolean) => fixture.setConnection(on ? 'paused' : 'active'),
    ],
    [
      'market-closed',
      (fixture: WaitingFixture, on: boolean) => (fixture.session = on ? 'closed' : 'regular'),
    ],
    [
      'offline',
      (fixture: WaitingFixture, on: boolean) => (fixture.phase = on ? 'reconnecting' : 'ready'),
    ],
  ] as const)('is held while %s, and wakes afterwards by what is true then', async (why, set) => {
    const fixture = await WaitingFixture.start()
    const id = await added(fixture)
    await fixture.run(MINUTE)
    set(fixture, true)
    fixture.trade('105')
    await fixture.run(MINUTE)
    expect(fixture.wakes).toEqual([])
    expect(rowOf(fixture, id)).toMatchObject({ state: 'waiting', held: why })
    set(fixture, false)
    await fixture.run(MINUTE)
    expect(fixture.wakes).toHaveLength(1)
  })

  it('ends with true words when assistants are halted or its connection is revoked', async () => {
    const fixture = await WaitingFixture.start()
    const id = await added(fixture)
    fixture.setHalted(true)
    await fixture.run(MINUTE)
    expect(stateOf(fixture, id)).toMatchObject({ state: 'withdrawn' })
    expect(inEnglish(stateOf(fixture, id)?.detail ?? foreign(''))).toBe(
      'Assistants were halted; nothing was requested',
    )
    fixture.setHalted(false)
    const second = await added(fixture, '101')
    fixture.setConnection('revoked')
    fixture.trade('105')
    await fixture.run(MINUTE)
    expect(stateOf(fixture, second)).toMatchObject({ state: 'withdrawn' })
    expect(fixture.wakes).toEqual([])
  })

  it('ends with the reason when its request is refused as it wakes', async () => {
    const fixture = await WaitingFixture.start()
    const id = await added(fixture)
    fixture.refuseWake = { code: 'over-limit', message: foreign('Above the limit.') }
    fixture.trade('100')
    await fixture.run(MINUTE)
    expect(stateOf(fixture, id)).toMatchObject({ state: 'refused', instructions: [] })
    expect(inEnglish(stateOf(fixture, id)?.detail ?? foreign(''))).toBe(
      'Its condition was met, but nothing was requested: Above the limit.',
    )
  })

  it('expires at the end of the day of the exchange, and stays removed', async () => {
    const fixture = await WaitingFixture.start()
    const id = await added(fixture)
    const removed = await added(fixture, '101')
    await fixture.within(fixture.service.remove(removed, 'person'))
    await fixture.run((stateOf(fixture, id)?.expiresAt ?? 0) - fixture.simulation.wall() + MINUTE)
    fixture.trade('105')
    await fixture.run(MINUTE)
    expect(stateOf(fixture, id)).toMatchObject({ state: 'expired' })
    expect(stateOf(fixture, removed)).toMatchObject({ state: 'removed' })
    expect(fixture.wakes).toEqual([])
  })

  it('survives a restart, and counts the time between as not evaluated', async () => {
    const fixture = await WaitingFixture.start()
    const id = await added(fixture)
    await fixture.run(MINUTE)
    const closedAt = fixture.simulation.wall()
    await fixture.close()
    await fixture.run(10 * MINUTE)
    await fixture.open()
    await fixture.run(MINUTE)
    const gap = rowOf(fixture, id)?.gap
    expect(gap?.why).toBe('closed')
    expect(Math.abs((gap?.from ?? 0) - closedAt)).toBeLessThan(2_000)
    fixture.trade('100')
    await fixture.run(MINUTE)
    expect(fixture.wakes).toEqual([`waiting-${id}`])
  })

  it('counts a time as missed when it passed while nothing was evaluated', async () => {
    const fixture = await WaitingFixture.start()
    const { hours, minutes } = newYorkIn(fixture, 5)
    const made = await fixture.add({
      ...above('100'),
      condition: { kind: 'time', day: null, minute: hours * 60 + minutes },
    })
    expect(made.ok).toBe(true)
    fixture.locked = true
    await fixture.run(10 * MINUTE)
    fixture.locked = false
    await fixture.run(MINUTE)
    expect(fixture.service.all()).toMatchObject([{ state: 'missed' }])
    expect(fixture.wakes).toEqual([])
  })

  it('wakes at its time', async () => {
    const fixture = await WaitingFixture.start()
    const { hours, minutes } = newYorkIn(fixture, 5)
    await fixture.add({
      ...above('100'),
      condition: { kind: 'time', day: null, minute: hours * 60 + minutes },
    })
    await fixture.run(3 * MINUTE)
    expect(fixture.wakes).toEqual([])
    await fixture.run(3 * MINUTE)
    expect(fixture.wakes).toHaveLength(1)
  })

  it('wakes when an order ends, and ends when that order can never fill', async () => {
    const fixture = await WaitingFixture.start()
    const order = (status: Order['status']): Order =>
      ({
        accountId: accountId('ACC1'),
        clientOrderId: clientOrderId('order-1'),
        symbol: AAPL,
        status,
      }) as Order
    fixture.setOrders([order('working')])
    const condition = (when: 'filled' | 'ended') => ({
      ...above('100'),
      condition: {
        kind: 'order' as const,
        accountId: accountId('ACC1'),
        clientOrderId: clientOrderId('order-1'),
        when,
      },
    })
    await fixture.add(condition('filled'))
    await fixture.add(condition('ended'))
    fixture.setOrders([order('cancelled')])
    await fixture.run(MINUTE)
    expect(fixture.service.all().map(({ state }) => state)).toEqual(['impossible', 'woken'])
    expect(fixture.wakes).toHaveLength(1)
  })

  it('accepts at most ten of a connection', async () => {
    const fixture = await WaitingFixture.start()
    for (let count = 0; count < 10; count += 1) await added(fixture, `10${count}`)
    const more = await fixture.add(above('150'))
    expect(more).toMatchObject({ ok: false, error: { code: 'too-many' } })
    expect(fixture.service.requestTimes(ASSISTANT)).toHaveLength(10)
  })

  it('keeps what waits, and of what ended the newest, however many an assistant makes', async () => {
    const fixture = await WaitingFixture.start()
    const first = await added(fixture, '101')
    for (let count = 0; count < 520; count += 1) {
      const id = await added(fixture, `200.${String(count + 100)}`)
      await fixture.within(fixture.service.remove(id, 'assistant'))
    }
    const { service } = fixture
    expect(service.all()).toHaveLength(501)
    expect(service.rows()[0]).toMatchObject({ id: first, state: 'waiting' })
    expect(service.all().at(-1)).toMatchObject({ state: 'revoked' })
  })

  it('lets nothing wait when its records cannot be read', async () => {
    const fixture = new WaitingFixture()
    fixture.disk.lines = ['{"v":99}']
    await fixture.open()
    expect(fixture.unreadable).toBe(1)
    expect(await fixture.add(above('100'))).toMatchObject({ ok: false })
  })
})

/** Returns the clock of New York (UTC-5 at the time of the simulation) in some minutes. */
function newYorkIn(fixture: WaitingFixture, inMinutes: number) {
  const time = new Date(fixture.simulation.wall() + (inMinutes * 60 - 5 * 3_600) * 1_000)
  return { hours: time.getUTCHours(), minutes: time.getUTCMinutes() }
}

type Command =
  | { readonly does: 'trade'; readonly price: number }
  | { readonly does: 'interrupt' | 'reconnect' | 'crash' | 'pause' | 'resume' | 'remove' }

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .integer({ min: 90, max: 104 })
      .map((price) => ({ does: 'trade' as const, price })),
  },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom<Command['does']>('interrupt', 'reconnect', 'crash', 'pause', 'resume', 'remove')
      .map((does) => ({ does }) as Command),
  },
)

describe('CONFIRM-47: whatever happens, and wherever it crashes', () => {
  it('makes at most one request when it crashes at any time after its condition was met', async () => {
    for (let after = 0; after < 60; after += 0.25) {
      const fixture = await WaitingFixture.start(after * 4)
      const id = await added(fixture)
      fixture.trade('101')
      await fixture.run(after)
      await fixture.crash()
      await fixture.open()
      fixture.trade('102')
      await fixture.run(MINUTE)
      expect(fixture.wakes.length, `after ${after} ms`).toBeLessThanOrEqual(1)
      expect(['woken', 'interrupted']).toContain(stateOf(fixture, id)?.state)
    }
  })

  it('wakes at most once, and only after a price that was current and reached the level', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(
            command,
            fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 9_000 })),
          ),
          { maxLength: 25 },
        ),
        fc.integer({ min: 1, max: 1_000_000 }),
        async (script, seed) => {
          const fixture = await WaitingFixture.start(seed)
          const id = await added(fixture)
          const state = { online: true, paused: false, price: 95, wasMet: false, isRemoved: false }
          for (const [next, pause] of script) {
            const madeBefore = fixture.wakes.length
            await apply(fixture, next, state, id)
            // What is true at any instant of the pause may wake it, never anything else.
            if (state.online && !state.paused && state.price >= 100) state.wasMet = true
            await fixture.run(pause)
            if (fixture.wakes.length > madeBefore) expect(state.wasMet).toBe(true)
          }
          await fixture.run(MINUTE)
          expect(fixture.wakes.length).toBeLessThanOrEqual(1)
          if (state.isRemoved) expect(fixture.wakes).toEqual([])
          expect(stateOf(fixture, id)?.state).not.toBe('waking')
        },
      ),
      { numRuns: 120 },
    )
  })
})

interface ScriptState {
  online: boolean
  paused: boolean
  price: number
  wasMet: boolean
  isRemoved: boolean
}

async function apply(
  fixture: WaitingFixture,
  next: Command,
  state: ScriptState,
  id: Parameters<WaitingFixture['service']['remove']>[0],
): Promise<void> {
  switch (next.does) {
    case 'trade':
      state.price = next.price
      return fixture.trade(`${next.price}`)
    case 'interrupt':
      state.online = false
      return fixture.interrupt()
    case 'reconnect':
      state.online = true
      return fixture.reconnect()
    case 'pause':
      state.paused = true
      return fixture.setConnection('paused')
    case 'resume':
      state.paused = false
      return fixture.setConnection('active')
    case 'remove': {
      const removed = await fixture.within(fixture.service.remove(id, 'person'))
      if (removed.ok) state.isRemoved = true
      return
    }
    case 'crash':
      await fixture.crash()
      return fixture.open()
  }
}
