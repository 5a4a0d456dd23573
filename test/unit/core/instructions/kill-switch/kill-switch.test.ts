import { describe, expect, test } from 'vitest'
import { clientOrderId } from '../../../../../shared/domain/ids.js'
import { asPrice, dec } from '../../../../../shared/domain/decimal.js'
import { seeded } from '../../../../simulation/core/simulation.js'
import { KillSwitchFixture } from './kill-switch-fixture.js'
import { writtenOut } from '../../../../harness/written-out.js'
import { HOUR_MS } from '../../../../../shared/domain/time.js'
import { foreign, message } from '../../../../../shared/messages/make-message.js'

/** A limit price of its own per order, so that none is refused as a duplicate. */
const limitAt = (limit: string) => ({ limitPrice: asPrice(dec(limit)) })
const status = (fixture: KillSwitchFixture, id: string): string | undefined =>
  fixture.desk.session.streams.orders.all().find((order) => order.clientOrderId === id)?.status
/** Opens an exchange whose orders rest until the test changes them. */
async function resting(
  overrides: ConstructorParameters<typeof KillSwitchFixture>[0] = {},
): Promise<KillSwitchFixture> {
  const fixture = new KillSwitchFixture(overrides)
  const chance = seeded(7)
  // Draws above the chance of a fill, with a different number each time.
  Object.assign(fixture.desk.simulation, { chance: () => 0.75 + chance() / 5 })
  return fixture.start()
}

describe('the kill switch', () => {
  test('cancels the orders of assistants, leaves those of the person, and reports none left', async () => {
    const fixture = await resting()
    const assistantOrders = [
      await fixture.placeOrder('ticket-a', 'assistant', limitAt('90')),
      await fixture.placeOrder('ticket-b', 'assistant', limitAt('91')),
    ]
    const personOrder = await fixture.placeOrder('ticket-c', 'person', limitAt('92'))
    fixture.withdrawn = 2
    const halt = await fixture.desk.wait(
      fixture.killSwitch.kill(foreign('the test says so'), 'assistants'),
    )
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
    expect(fixture.desk.session.connection.view().trading).toBe('active')
    expect(fixture.pauses).toEqual(['00000000000000a1 Halted: the test says so'])
    expect(fixture.records.map(({ kind, line }) => `${kind}: ${line}`)).toEqual([
      'halt: Assistants halted: the test says so',
      'halt: 0 working, 0 unknown after the halt',
    ])
  })

  test.each([
    ['at once', true],
    ['after a restart, before the session is ready', false],
  ])(
    'REL-36: cancels an order that was sent before the clock was set back, %s',
    async (_when, ready) => {
      const fixture = await resting()
      // The order is sent at a time that lies hours after the kill, by the clock of this computer.
      fixture.desk.sleptMs = 3 * HOUR_MS
      const sentLater = await fixture.placeOrder('ticket-a', 'person', limitAt('90'))
      if (!ready) await fixture.restart(false)
      const kill = fixture.killSwitch.kill(foreign('stop'), 'all')
      if (!ready) await fixture.desk.start()
      await fixture.desk.wait(kill)
      await fixture.desk.simulation.run(fixture.desk.simulation.now + 60_000)
      expect(fixture.killSwitch.get()).toMatchObject({ phase: 'clear', cancelled: 1 })
      expect(status(fixture, sentLater)).toBe('cancelled')
    },
  )

  test('halts trading and cancels every order once when the scope is everything', async () => {
    const fixture = await resting()
    const ids = [
      await fixture.placeOrder('ticket-a', 'assistant', limitAt('90')),
      await fixture.placeOrder('ticket-b', 'person', limitAt('91')),
    ]
    const halt = await fixture.desk.wait(fixture.killSwitch.kill(foreign('stop'), 'all'))
    expect(halt).toMatchObject({
      scope: 'all',
      phase: 'clear',
      cancelled: 2,
      working: 0,
      unknown: 0,
    })
    expect([...fixture.cancelledOrders()].sort()).toEqual([...ids].sort())
    expect(fixture.desk.session.connection.view().trading).toBe('halted')
  })

  test('leaves an order of the person that an assistant only changed or asked to cancel', async () => {
    const fixture = await resting()
    const personOrder = await fixture.placeOrder('ticket-c', 'person', limitAt('92'))
    fixture.addInstruction(
      { state: 'acknowledged', clientOrderId: personOrder },
      { kind: 'replace' },
    )
    expect(
      await fixture.desk.wait(fixture.killSwitch.kill(foreign('stop'), 'assistants')),
    ).toMatchObject({
      phase: 'clear',
      cancelled: 0,
    })
    expect(fixture.cancelledOrders()).toEqual([])
  })

  test('counts an order that is being sent as unknown, and cancels it when it appears', async () => {
    const fixture = await resting()
    fixture.addInstruction({ state: 'sending', clientOrderId: null })
    const killed = fixture.killSwitch.kill(foreign('stop'), 'assistants')
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

  test('reports what is left after 12 s without answers, and clears when they come again', async () => {
    const fixture = await resting()
    const id = await fixture.placeOrder('ticket-a', 'assistant', limitAt('90'))
    fixture.desk.exchange.faults = { ...fixture.desk.exchange.faults, write: 1, read: 1 }
    const before = fixture.desk.simulation.now
    const halt = await fixture.desk.wait(fixture.killSwitch.kill(foreign('stop'), 'assistants'))
    expect(fixture.desk.simulation.now - before).toBeLessThanOrEqual(12_000)
    expect(halt.phase).toBe('left')
    expect(writtenOut(halt.left)).toMatchObject([
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

  test('finds the code of its reason again after a restart', async () => {
    const fixture = await resting()
    const reason = message('system.haltedFromTray')
    await fixture.desk.wait(fixture.killSwitch.kill(reason, 'assistants'))
    expect(fixture.pauses).toEqual(['00000000000000a1 Halted: Halted from the tray.'])
    await fixture.restart()
    expect(fixture.killSwitch.get()?.why).toEqual(reason)
  })

  test('continues after a crash in the middle, and the next start says so', async () => {
    const fixture = await resting()
    const id = await fixture.placeOrder('ticket-a', 'assistant', limitAt('90'))
    fixture.desk.exchange.faults = { ...fixture.desk.exchange.faults, write: 1, read: 1 }
    void fixture.killSwitch.kill(foreign('stop'), 'assistants')
    await fixture.desk.simulation.run(fixture.desk.simulation.now + 1_000)
    fixture.desk.exchange.faults = { ...fixture.desk.exchange.faults, write: 0, read: 0 }
    await fixture.restart()
    expect(fixture.killSwitch.get()?.why).toEqual(foreign('stop'))
    await fixture.desk.simulation.run(fixture.desk.simulation.now + 60_000)
    expect(fixture.killSwitch.get()).toMatchObject({ phase: 'clear', working: 0, unknown: 0 })
    expect(status(fixture, id)).toBe('cancelled')
    expect(fixture.records.map(({ line }) => line)).toContainEqual(
      expect.stringMatching(/unfinished halt and continues it/),
    )
  })

  test('does not report that nothing is left before the session has loaded its orders', async () => {
    const fixture = await resting()
    await fixture.placeOrder('ticket-a', 'assistant', limitAt('90'))
    void fixture.killSwitch.kill(foreign('stop'), 'assistants')
    await fixture.restart(false)
    await fixture.desk.simulation.run(fixture.desk.simulation.now + 5_000)
    expect(fixture.killSwitch.get()?.phase).not.toBe('clear')
  })

  test('keeps the halt over restarts until a lift is written down', async () => {
    const fixture = await resting()
    await fixture.desk.wait(fixture.killSwitch.kill(foreign('stop'), 'assistants'))
    await fixture.restart()
    expect(fixture.killSwitch.get()).toMatchObject({ why: foreign('stop'), phase: 'clearing' })
    await fixture.desk.simulation.run(fixture.desk.simulation.now + 5_000)
    expect(fixture.killSwitch.get()).toMatchObject({ why: foreign('stop'), phase: 'clear' })
    fixture.file.failure = { kind: 'full', message: 'full' }
    expect((await fixture.killSwitch.lift()).ok).toBe(false)
    expect(fixture.killSwitch.get()).not.toBeNull()
    fixture.file.failure = null
    expect((await fixture.killSwitch.lift()).ok).toBe(true)
    await fixture.restart()
    expect(fixture.killSwitch.get()).toBeNull()
  })

  test('keeps a kill that comes while a halt is being lifted, also after a restart', async () => {
    const fixture = await resting()
    await fixture.desk.wait(fixture.killSwitch.kill(foreign('first'), 'assistants'))
    const lifting = fixture.killSwitch.lift()
    const killing = fixture.killSwitch.kill(foreign('second'), 'assistants')
    expect((await lifting).ok).toBe(true)
    await fixture.desk.wait(killing)
    expect(fixture.killSwitch.get()).toMatchObject({ why: foreign('second') })
    await fixture.restart()
    expect(fixture.killSwitch.get()).toMatchObject({ why: foreign('second') })
  })

  test('is lifted once by two lifts at the same time', async () => {
    const fixture = await resting()
    await fixture.desk.wait(fixture.killSwitch.kill(foreign('stop'), 'assistants'))
    const lifts = await Promise.all([fixture.killSwitch.lift(), fixture.killSwitch.lift()])
    expect(lifts.map(({ ok }) => ok)).toEqual([true, true])
    expect(fixture.killSwitch.get()).toBeNull()
    expect(
      fixture.records.filter(({ line }) => line.startsWith('The halt was lifted')),
    ).toHaveLength(1)
  })

  test('stops waiting for a kill when its halt is lifted', async () => {
    const fixture = await resting()
    await fixture.placeOrder('ticket-open', 'assistant', limitAt('90'))
    Object.assign(fixture.desk.exchange.trade, { cancel: () => new Promise(() => undefined) })
    const killing = fixture.killSwitch.kill(foreign('stop'), 'assistants')
    await fixture.desk.simulation.run(fixture.desk.simulation.now + 1_000)
    expect((await fixture.killSwitch.lift()).ok).toBe(true)
    expect(await fixture.desk.wait(killing)).toMatchObject({ why: foreign('stop'), phase: 'left' })
    expect(fixture.killSwitch.get()).toBeNull()
  })

  test('halts when its file cannot be read, and sets the file aside', async () => {
    const fixture = new KillSwitchFixture()
    fixture.file.content = '{"v":1,"halt":'
    await fixture.start()
    expect(fixture.killSwitch.get()).toMatchObject({
      scope: 'assistants',
      phase: expect.stringMatching(/left|clear/) as string,
    })
    expect(fixture.file.aside).toHaveLength(1)
  })

  test('works in unarmed production, with a stuck audit chain and a full disk', async () => {
    const fixture = await resting({ environment: 'production' })
    fixture.desk.session.trading.arm()
    const id = await fixture.placeOrder('ticket-a', 'assistant', limitAt('90'))
    fixture.auditHangs = true
    fixture.file.failure = { kind: 'full', message: 'full' }
    fixture.desk.disk.crash()
    await fixture.restart()
    expect(fixture.desk.session.trading.armed).toBe(false)
    expect(await fixture.desk.wait(fixture.killSwitch.kill(foreign('stop'), 'all'))).toMatchObject({
      phase: 'clear',
      working: 0,
      unknown: 0,
    })
    expect(status(fixture, id)).toBe('cancelled')
  })

  test('cancels an order that was considered gone and appears late', async () => {
    const fixture = await resting()
    await fixture.desk.wait(fixture.killSwitch.kill(foreign('stop'), 'assistants'))
    expect(fixture.killSwitch.get()?.phase).toBe('clear')
    const late = await fixture.placeOrder('ticket-late', 'assistant', limitAt('90'))
    await fixture.desk.simulation.run(fixture.desk.simulation.now + 30_000)
    expect([
      status(fixture, late),
      fixture.killSwitch.get()?.phase,
      fixture.killSwitch.get()?.cancelled,
    ]).toEqual(['cancelled', 'clear', 1])
  })

  test('widens a kill of assistants to everything, and lifts it without resuming trading', async () => {
    const fixture = await resting()
    const personOrder = await fixture.placeOrder('ticket-c', 'person', limitAt('92'))
    await fixture.desk.wait(fixture.killSwitch.kill(foreign('first'), 'assistants'))
    expect(
      await fixture.desk.wait(fixture.killSwitch.kill(foreign('second'), 'all')),
    ).toMatchObject({
      scope: 'all',
      why: foreign('second'),
      cancelled: 1,
    })
    expect(status(fixture, personOrder)).toBe('cancelled')
    await fixture.killSwitch.lift()
    expect([fixture.killSwitch.get(), fixture.desk.session.connection.view().trading]).toEqual([
      null,
      'halted',
    ])
  })

  test('queries the broker for an order without a row, and drops what the broker does not know', async () => {
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
