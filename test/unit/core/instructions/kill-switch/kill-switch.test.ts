import { describe, expect, test } from 'vitest'
import { clientOrderId } from '../../../../../shared/domain/ids.js'
import { asPrice, dec } from '../../../../../shared/domain/decimal.js'
import { seeded } from '../../../../simulation/core/simulation.js'
import { KillSwitchFixture } from './kill-switch-fixture.js'

/** Prices that differ, so that none is taken for an accidental repetition. */
const limitAt = (limit: string) => ({ limitPrice: asPrice(dec(limit)) })
const status = (fixture: KillSwitchFixture, id: string): string | undefined =>
  fixture.desk.session.streams.orders.all().find((order) => order.clientOrderId === id)?.status
/** An exchange whose orders rest: the test decides what becomes of them. */
async function resting(
  overrides: ConstructorParameters<typeof KillSwitchFixture>[0] = {},
): Promise<KillSwitchFixture> {
  const fixture = new KillSwitchFixture(overrides)
  const chance = seeded(7)
  // Above the chance of a fill, and still another number each time.
  Object.assign(fixture.desk.simulation, { chance: () => 0.75 + chance() / 5 })
  return fixture.start()
}

describe('the kill switch', () => {
  test('it ends what assistants placed, leaves the person’s own orders, and says that nothing is left', async () => {
    const fixture = await resting()
    const assistantOrders = [
      await fixture.placeOrder('ticket-a', 'assistant', limitAt('90')),
      await fixture.placeOrder('ticket-b', 'assistant', limitAt('91')),
    ]
    const personOrder = await fixture.placeOrder('ticket-c', 'person', limitAt('92'))
    fixture.withdrawn = 2
    const halt = await fixture.desk.wait(fixture.killSwitch.kill('the test says so', 'assistants'))
    expect(halt).toMatchObject({
      scope: 'assistants',
      phase: 'clear',
      withdrawn: 2,
      cancelled: 2,
      working: 0,
      unknown: 0,
      left: [],
    })
    expect([...fixture.cancelledOrders()].sort()).toEqual([...assistantOrders].sort())
    expect([
      assistantOrders.map((id) => status(fixture, id)),
      status(fixture, personOrder) === 'cancelled',
    ]).toEqual([['cancelled', 'cancelled'], false])
    expect(fixture.desk.session.sessionView().trading).toBe('active')
    expect(fixture.pauses).toEqual(['00000000000000a1 Halted: the test says so'])
    expect(fixture.records.map(({ kind, line }) => `${kind}: ${line}`)).toEqual([
      'halt: Assistants halted: the test says so',
      'halt: 0 working, 0 unknown after the halt',
    ])
  })

  test('everything: trading is halted and each order ends once, whoever placed it', async () => {
    const fixture = await resting()
    const ids = [
      await fixture.placeOrder('ticket-a', 'assistant', limitAt('90')),
      await fixture.placeOrder('ticket-b', 'person', limitAt('91')),
    ]
    const halt = await fixture.desk.wait(fixture.killSwitch.kill('stop', 'all'))
    expect(halt).toMatchObject({
      scope: 'all',
      phase: 'clear',
      cancelled: 2,
      working: 0,
      unknown: 0,
    })
    expect([...fixture.cancelledOrders()].sort()).toEqual([...ids].sort())
    expect(fixture.desk.session.sessionView().trading).toBe('halted')
  })

  test('what an assistant only changed or asked to cancel stays the person’s own order', async () => {
    const fixture = await resting()
    const personOrder = await fixture.placeOrder('ticket-c', 'person', limitAt('92'))
    fixture.addInstruction(
      { state: 'acknowledged', clientOrderId: personOrder },
      { kind: 'replace' },
    )
    expect(await fixture.desk.wait(fixture.killSwitch.kill('stop', 'assistants'))).toMatchObject({
      phase: 'clear',
      cancelled: 0,
    })
    expect(fixture.cancelledOrders()).toEqual([])
  })

  test('an order that is being sent counts as unknown, and is ended when it shows', async () => {
    const fixture = await resting()
    fixture.addInstruction({ state: 'sending', clientOrderId: null })
    const killed = fixture.killSwitch.kill('stop', 'assistants')
    await fixture.desk.simulation.run(fixture.desk.simulation.now + 2_000)
    expect(fixture.killSwitch.get()).toMatchObject({
      phase: 'clearing',
      unknown: 1,
      left: [{ clientOrderId: null, state: 'unknown' }],
    })
    fixture.instructions = []
    const id = await fixture.placeOrder('ticket-a', 'assistant', limitAt('90'))
    expect(await fixture.desk.wait(killed)).toMatchObject({
      phase: 'clear',
      cancelled: 1,
      unknown: 0,
    })
    expect(fixture.cancelledOrders()).toEqual([id])
  })

  test('a line that answers nothing: after twelve seconds it says what is left, asks on, and clears when the line is back', async () => {
    const fixture = await resting()
    const id = await fixture.placeOrder('ticket-a', 'assistant', limitAt('90'))
    fixture.desk.exchange.faults = { ...fixture.desk.exchange.faults, write: 1, read: 1 }
    const before = fixture.desk.simulation.now
    const halt = await fixture.desk.wait(fixture.killSwitch.kill('stop', 'assistants'))
    expect(fixture.desk.simulation.now - before).toBeLessThanOrEqual(12_000)
    expect(halt.phase).toBe('left')
    expect(halt.left).toMatchObject([
      { clientOrderId: id, line: expect.stringMatching(/BUY 10 AAPL/) as string },
    ])
    expect(halt.working + halt.unknown).toBe(1)
    fixture.desk.exchange.faults = { ...fixture.desk.exchange.faults, write: 0, read: 0 }
    await fixture.desk.simulation.run(fixture.desk.simulation.now + 180_000)
    expect(fixture.killSwitch.get()).toMatchObject({
      phase: 'clear',
      working: 0,
      unknown: 0,
      cancelled: 1,
    })
    expect(status(fixture, id)).toBe('cancelled')
  })

  test('killed in the middle of it, the next start goes on and says so', async () => {
    const fixture = await resting()
    const id = await fixture.placeOrder('ticket-a', 'assistant', limitAt('90'))
    fixture.desk.exchange.faults = { ...fixture.desk.exchange.faults, write: 1, read: 1 }
    void fixture.killSwitch.kill('stop', 'assistants')
    await fixture.desk.simulation.run(fixture.desk.simulation.now + 1_000)
    fixture.desk.exchange.faults = { ...fixture.desk.exchange.faults, write: 0, read: 0 }
    await fixture.restart()
    expect(fixture.killSwitch.get()?.why).toBe('stop')
    await fixture.desk.simulation.run(fixture.desk.simulation.now + 60_000)
    expect(fixture.killSwitch.get()).toMatchObject({ phase: 'clear', working: 0, unknown: 0 })
    expect(status(fixture, id)).toBe('cancelled')
    expect(fixture.records.map(({ line }) => line)).toContainEqual(
      expect.stringMatching(/it goes on/),
    )
  })

  test('before the session has asked about its orders nobody says that nothing is left', async () => {
    const fixture = await resting()
    await fixture.placeOrder('ticket-a', 'assistant', limitAt('90'))
    void fixture.killSwitch.kill('stop', 'assistants')
    await fixture.restart(false)
    await fixture.desk.simulation.run(fixture.desk.simulation.now + 5_000)
    expect(fixture.killSwitch.get()?.phase).not.toBe('clear')
  })

  test('the halt stands over restarts until it is lifted, and a lift that cannot be written down lifts nothing', async () => {
    const fixture = await resting()
    await fixture.desk.wait(fixture.killSwitch.kill('stop', 'assistants'))
    await fixture.restart()
    expect(fixture.killSwitch.get()).toMatchObject({ why: 'stop', phase: 'clear' })
    fixture.file.failure = { kind: 'full', message: 'full' }
    expect((await fixture.killSwitch.lift()).ok).toBe(false)
    expect(fixture.killSwitch.get()).not.toBeNull()
    fixture.file.failure = null
    expect((await fixture.killSwitch.lift()).ok).toBe(true)
    await fixture.restart()
    expect(fixture.killSwitch.get()).toBeNull()
  })

  test('a kill that comes while a halt is being lifted stands, in this run and the next', async () => {
    const fixture = await resting()
    await fixture.desk.wait(fixture.killSwitch.kill('first', 'assistants'))
    const lifting = fixture.killSwitch.lift()
    const killing = fixture.killSwitch.kill('second', 'assistants')
    expect((await lifting).ok).toBe(true)
    await fixture.desk.wait(killing)
    expect(fixture.killSwitch.get()).toMatchObject({ why: 'second' })
    await fixture.restart()
    expect(fixture.killSwitch.get()).toMatchObject({ why: 'second' })
  })

  test('a halt that is lifted while its kill is still waited for ends that wait', async () => {
    const fixture = await resting()
    await fixture.placeOrder('ticket-open', 'assistant', limitAt('90'))
    Object.assign(fixture.desk.exchange.trade, { cancel: () => new Promise(() => undefined) })
    const killing = fixture.killSwitch.kill('stop', 'assistants')
    await fixture.desk.simulation.run(fixture.desk.simulation.now + 1_000)
    expect((await fixture.killSwitch.lift()).ok).toBe(true)
    expect(await fixture.desk.wait(killing)).toMatchObject({ why: 'stop', phase: 'left' })
    expect(fixture.killSwitch.get()).toBeNull()
  })

  test('a file that nobody can read halts, and is set aside', async () => {
    const fixture = new KillSwitchFixture()
    fixture.file.content = '{"v":1,"halt":'
    await fixture.start()
    expect(fixture.killSwitch.get()).toMatchObject({
      scope: 'assistants',
      phase: expect.stringMatching(/left|clear/) as string,
    })
    expect(fixture.file.aside).toHaveLength(1)
  })

  test('it works in production that was never armed, and while the chain hangs and the disk is full', async () => {
    const fixture = await resting({ environment: 'production' })
    fixture.desk.session.arm()
    const id = await fixture.placeOrder('ticket-a', 'assistant', limitAt('90'))
    fixture.auditHangs = true
    fixture.file.failure = { kind: 'full', message: 'full' }
    fixture.desk.disk.crash()
    await fixture.restart()
    expect(fixture.desk.session.armed).toBe(false)
    expect(await fixture.desk.wait(fixture.killSwitch.kill('stop', 'all'))).toMatchObject({
      phase: 'clear',
      working: 0,
      unknown: 0,
    })
    expect(status(fixture, id)).toBe('cancelled')
  })

  test('an order that was taken for gone and shows up late belongs to the halt still', async () => {
    const fixture = await resting()
    await fixture.desk.wait(fixture.killSwitch.kill('stop', 'assistants'))
    expect(fixture.killSwitch.get()?.phase).toBe('clear')
    const late = await fixture.placeOrder('ticket-late', 'assistant', limitAt('90'))
    await fixture.desk.simulation.run(fixture.desk.simulation.now + 30_000)
    expect([
      status(fixture, late),
      fixture.killSwitch.get()?.phase,
      fixture.killSwitch.get()?.cancelled,
    ]).toEqual(['cancelled', 'clear', 1])
  })

  test('a kill of everything takes over one of assistants, and the halt of assistants ends without ending that of trading', async () => {
    const fixture = await resting()
    const personOrder = await fixture.placeOrder('ticket-c', 'person', limitAt('92'))
    await fixture.desk.wait(fixture.killSwitch.kill('first', 'assistants'))
    expect(await fixture.desk.wait(fixture.killSwitch.kill('second', 'all'))).toMatchObject({
      scope: 'all',
      why: 'second',
      cancelled: 1,
    })
    expect(status(fixture, personOrder)).toBe('cancelled')
    await fixture.killSwitch.lift()
    expect([fixture.killSwitch.get(), fixture.desk.session.sessionView().trading]).toEqual([
      null,
      'halted',
    ])
  })

  test('an id that nobody has a row for is asked of the broker, and what it does not know is not left', async () => {
    const fixture = await resting()
    fixture.killSwitch.dispose()
    fixture.file.content = JSON.stringify({
      v: 1,
      halt: {
        scope: 'assistants',
        why: 'stop',
        at: 1,
        phase: 'clearing',
        withdrawn: 0,
        cancelled: 3,
        working: 1,
        unknown: 0,
        left: [
          {
            clientOrderId: clientOrderId('gone1'),
            accountId: 'ACC',
            symbol: 'AAPL',
            state: 'working',
            line: 'BUY',
          },
        ],
      },
    })
    await fixture.restart()
    await fixture.desk.simulation.run(fixture.desk.simulation.now + 5_000)
    expect(fixture.killSwitch.get()).toMatchObject({ phase: 'clear', cancelled: 3, left: [] })
  })
})
