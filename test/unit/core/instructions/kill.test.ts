import { describe, expect, test } from 'vitest'
import { clientOrderId } from '../../../../shared/domain/ids.js'
import { asPrice, dec } from '../../../../shared/domain/decimal.js'
import { seeded } from '../../../simulation/core/world.js'
import { KillRig } from './kill-rig.js'

/** Prices that differ, so that none is taken for an accidental repetition. */
const at = (limit: string) => ({ limitPrice: asPrice(dec(limit)) })
const status = (it: KillRig, id: string): string | undefined =>
  it.rig.session.streams.orders.all().find((order) => order.clientOrderId === id)?.status
/** An exchange whose orders rest: the test decides what becomes of them. */
async function resting(more: ConstructorParameters<typeof KillRig>[0] = {}): Promise<KillRig> {
  const it = new KillRig(more)
  const chance = seeded(7)
  // Above the chance of a fill, and still another number each time.
  Object.assign(it.rig.world, { chance: () => 0.75 + chance() / 5 })
  return it.up()
}

describe('the kill switch', () => {
  test('it ends what assistants placed, leaves the person’s own orders, and says that nothing is left', async () => {
    const it = await resting()
    const theirs = [
      await it.place('ticket-a', 'assistant', at('90')),
      await it.place('ticket-b', 'assistant', at('91')),
    ]
    const own = await it.place('ticket-c', 'person', at('92'))
    it.withdrawn = 2
    const halt = await it.rig.wait(it.kill.kill('the test says so', 'assistants'))
    expect(halt).toMatchObject({
      scope: 'assistants',
      phase: 'clear',
      withdrawn: 2,
      cancelled: 2,
      working: 0,
      unknown: 0,
      left: [],
    })
    expect([...it.cancels()].sort()).toEqual([...theirs].sort())
    expect([theirs.map((id) => status(it, id)), status(it, own) === 'cancelled']).toEqual([
      ['cancelled', 'cancelled'],
      false,
    ])
    expect(it.rig.session.sessionView().trading).toBe('active')
    expect(it.pauses).toEqual(['00000000000000a1 Halted: the test says so'])
    expect(it.records.map(({ kind, line }) => `${kind}: ${line}`)).toEqual([
      'halt: Assistants halted: the test says so',
      'halt: 0 working, 0 unknown after the halt',
    ])
  })

  test('everything: trading is halted and each order ends once, whoever placed it', async () => {
    const it = await resting()
    const ids = [
      await it.place('ticket-a', 'assistant', at('90')),
      await it.place('ticket-b', 'person', at('91')),
    ]
    const halt = await it.rig.wait(it.kill.kill('stop', 'all'))
    expect(halt).toMatchObject({
      scope: 'all',
      phase: 'clear',
      cancelled: 2,
      working: 0,
      unknown: 0,
    })
    expect([...it.cancels()].sort()).toEqual([...ids].sort())
    expect(it.rig.session.sessionView().trading).toBe('halted')
  })

  test('what an assistant only changed or asked to cancel stays the person’s own order', async () => {
    const it = await resting()
    const own = await it.place('ticket-c', 'person', at('92'))
    it.tell({ state: 'acknowledged', clientOrderId: own }, { kind: 'replace' })
    expect(await it.rig.wait(it.kill.kill('stop', 'assistants'))).toMatchObject({
      phase: 'clear',
      cancelled: 0,
    })
    expect(it.cancels()).toEqual([])
  })

  test('an order that is being sent counts as unknown, and is ended when it shows', async () => {
    const it = await resting()
    it.tell({ state: 'sending', clientOrderId: null })
    const killed = it.kill.kill('stop', 'assistants')
    await it.rig.world.run(it.rig.world.now + 2_000)
    expect(it.kill.get()).toMatchObject({
      phase: 'clearing',
      unknown: 1,
      left: [{ clientOrderId: null, state: 'unknown' }],
    })
    it.instructions = []
    const id = await it.place('ticket-a', 'assistant', at('90'))
    expect(await it.rig.wait(killed)).toMatchObject({ phase: 'clear', cancelled: 1, unknown: 0 })
    expect(it.cancels()).toEqual([id])
  })

  test('a line that answers nothing: after twelve seconds it says what is left, asks on, and clears when the line is back', async () => {
    const it = await resting()
    const id = await it.place('ticket-a', 'assistant', at('90'))
    it.rig.exchange.faults = { ...it.rig.exchange.faults, write: 1, read: 1 }
    const before = it.rig.world.now
    const halt = await it.rig.wait(it.kill.kill('stop', 'assistants'))
    expect(it.rig.world.now - before).toBeLessThanOrEqual(12_000)
    expect(halt.phase).toBe('left')
    expect(halt.left).toMatchObject([
      { clientOrderId: id, line: expect.stringMatching(/BUY 10 AAPL/) as string },
    ])
    expect(halt.working + halt.unknown).toBe(1)
    it.rig.exchange.faults = { ...it.rig.exchange.faults, write: 0, read: 0 }
    await it.rig.world.run(it.rig.world.now + 180_000)
    expect(it.kill.get()).toMatchObject({ phase: 'clear', working: 0, unknown: 0, cancelled: 1 })
    expect(status(it, id)).toBe('cancelled')
  })

  test('killed in the middle of it, the next start goes on and says so', async () => {
    const it = await resting()
    const id = await it.place('ticket-a', 'assistant', at('90'))
    it.rig.exchange.faults = { ...it.rig.exchange.faults, write: 1, read: 1 }
    void it.kill.kill('stop', 'assistants')
    await it.rig.world.run(it.rig.world.now + 1_000)
    it.rig.exchange.faults = { ...it.rig.exchange.faults, write: 0, read: 0 }
    await it.restart()
    expect(it.kill.get()?.why).toBe('stop')
    await it.rig.world.run(it.rig.world.now + 60_000)
    expect(it.kill.get()).toMatchObject({ phase: 'clear', working: 0, unknown: 0 })
    expect(status(it, id)).toBe('cancelled')
    expect(it.records.map(({ line }) => line)).toContainEqual(expect.stringMatching(/it goes on/))
  })

  test('before the session has asked about its orders nobody says that nothing is left', async () => {
    const it = await resting()
    await it.place('ticket-a', 'assistant', at('90'))
    void it.kill.kill('stop', 'assistants')
    await it.restart(false)
    await it.rig.world.run(it.rig.world.now + 5_000)
    expect(it.kill.get()?.phase).not.toBe('clear')
  })

  test('the halt stands over restarts until it is lifted, and a lift that cannot be written down lifts nothing', async () => {
    const it = await resting()
    await it.rig.wait(it.kill.kill('stop', 'assistants'))
    await it.restart()
    expect(it.kill.get()).toMatchObject({ why: 'stop', phase: 'clear' })
    it.file.failure = { kind: 'full', message: 'full' }
    expect((await it.kill.lift()).ok).toBe(false)
    expect(it.kill.get()).not.toBeNull()
    it.file.failure = null
    expect((await it.kill.lift()).ok).toBe(true)
    await it.restart()
    expect(it.kill.get()).toBeNull()
  })

  test('a kill that comes while a halt is being lifted stands, in this run and the next', async () => {
    const it = await resting()
    await it.rig.wait(it.kill.kill('first', 'assistants'))
    const lifting = it.kill.lift()
    const killing = it.kill.kill('second', 'assistants')
    expect((await lifting).ok).toBe(true)
    await it.rig.wait(killing)
    expect(it.kill.get()).toMatchObject({ why: 'second' })
    await it.restart()
    expect(it.kill.get()).toMatchObject({ why: 'second' })
  })

  test('a halt that is lifted while its kill is still waited for ends that wait', async () => {
    const it = await resting()
    await it.place('ticket-open', 'assistant', at('90'))
    Object.assign(it.rig.exchange.trade, { cancel: () => new Promise(() => undefined) })
    const killing = it.kill.kill('stop', 'assistants')
    await it.rig.world.run(it.rig.world.now + 1_000)
    expect((await it.kill.lift()).ok).toBe(true)
    expect(await it.rig.wait(killing)).toMatchObject({ why: 'stop', phase: 'left' })
    expect(it.kill.get()).toBeNull()
  })

  test('a file that nobody can read halts, and is set aside', async () => {
    const it = new KillRig()
    it.file.content = '{"v":1,"halt":'
    await it.up()
    expect(it.kill.get()).toMatchObject({
      scope: 'assistants',
      phase: expect.stringMatching(/left|clear/) as string,
    })
    expect(it.file.aside).toHaveLength(1)
  })

  test('it works in production that was never armed, and while the chain hangs and the disk is full', async () => {
    const it = await resting({ environment: 'production' })
    it.rig.session.arm()
    const id = await it.place('ticket-a', 'assistant', at('90'))
    it.auditHangs = true
    it.file.failure = { kind: 'full', message: 'full' }
    it.rig.disk.crash()
    await it.restart()
    expect(it.rig.session.armed).toBe(false)
    expect(await it.rig.wait(it.kill.kill('stop', 'all'))).toMatchObject({
      phase: 'clear',
      working: 0,
      unknown: 0,
    })
    expect(status(it, id)).toBe('cancelled')
  })

  test('an order that was taken for gone and shows up late belongs to the halt still', async () => {
    const it = await resting()
    await it.rig.wait(it.kill.kill('stop', 'assistants'))
    expect(it.kill.get()?.phase).toBe('clear')
    const late = await it.place('ticket-late', 'assistant', at('90'))
    await it.rig.world.run(it.rig.world.now + 30_000)
    expect([status(it, late), it.kill.get()?.phase, it.kill.get()?.cancelled]).toEqual([
      'cancelled',
      'clear',
      1,
    ])
  })

  test('a kill of everything takes over one of assistants, and the halt of assistants ends without ending that of trading', async () => {
    const it = await resting()
    const own = await it.place('ticket-c', 'person', at('92'))
    await it.rig.wait(it.kill.kill('first', 'assistants'))
    expect(await it.rig.wait(it.kill.kill('second', 'all'))).toMatchObject({
      scope: 'all',
      why: 'second',
      cancelled: 1,
    })
    expect(status(it, own)).toBe('cancelled')
    await it.kill.lift()
    expect([it.kill.get(), it.rig.session.sessionView().trading]).toEqual([null, 'halted'])
  })

  test('an id that nobody has a row for is asked of the broker, and what it does not know is not left', async () => {
    const it = await resting()
    it.kill.dispose()
    it.file.content = JSON.stringify({
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
    await it.restart()
    await it.rig.world.run(it.rig.world.now + 5_000)
    expect(it.kill.get()).toMatchObject({ phase: 'clear', cancelled: 3, left: [] })
  })
})
