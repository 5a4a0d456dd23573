import { describe, expect, test } from 'vitest'
import { asPrice, asQuantity, dec } from '../../../shared/domain/decimal.js'
import { symbol } from '../../../shared/domain/ids.js'
import { DeskRig, draft, instrument } from './desk-rig.js'

const halted = (rig: DeskRig): string | undefined =>
  rig.session.sessionView().notices.find(({ code }) => code === 'trading-halted')?.detail
const dearer = draft({ limitPrice: asPrice(dec('98')) })

describe('rel-036: a halt of trading comes by itself, and none is lost', () => {
  test('one that comes while the desk reads its journal still stands afterwards', async () => {
    const rig = new DeskRig()
    const starting = rig.session.start()
    void rig.session.setTrading('halted', 'pressed while starting')
    await rig.wait(starting)
    await rig.world.run(rig.world.now + 3_000)
    expect(rig.session.sessionView()).toMatchObject({ phase: 'ready', trading: 'halted' })
    expect(await rig.wait(rig.session.submit('ticket-0001', draft()))).toMatchObject({
      ok: true,
      value: { outcome: 'denied' },
    })
  })

  test('one that comes while another is being lifted stands, and so it does after a restart', async () => {
    const rig = new DeskRig()
    const session = await rig.up()
    await rig.wait(session.setTrading('halted', 'first'))
    await rig.world.run(rig.world.now + 100)
    const lifting = session.setTrading('active', 'checked')
    void session.setTrading('halted', 'second')
    await rig.wait(lifting)
    await rig.world.run(rig.world.now + 100)
    expect(session.sessionView().trading).toBe('halted')
    expect(session.sessionView().notices.map(({ detail }) => detail)).toContain('second')
    expect(await rig.wait(session.submit('ticket-0001', draft()))).toMatchObject({
      ok: true,
      value: { outcome: 'denied' },
    })
    await rig.restart()
    expect(rig.session.sessionView().trading).toBe('halted')
    expect(await rig.wait(rig.session.setTrading('active', 'checked again'))).toMatchObject({
      trading: 'active',
    })
  })

  test('what the provider reports of an order and cannot be true', async () => {
    const rig = new DeskRig()
    const session = await rig.up()
    await rig.wait(session.submit('ticket-0001', draft()))
    await rig.world.run(rig.world.now + 100)
    const held = Array.from(rig.exchange.orders.values())[0]
    if (held === undefined) throw new Error('no order at the exchange')
    expect(session.sessionView().trading).toBe('active')
    rig.exchange.listener?.onOrder({
      scene: 'partial-fill',
      observation: {
        ...rig.exchange.observation(held, 'event'),
        filledQuantity: asQuantity(dec('11')),
        averageFillPrice: asPrice(dec('99')),
      },
    })
    expect(session.sessionView().trading).toBe('halted')
    expect(halted(rig)).toContain('more filled than was ordered')
    expect(await rig.wait(session.submit('ticket-0002', dearer))).toMatchObject({
      ok: true,
      value: { outcome: 'denied' },
    })
  })

  test('five orders of which nobody knows whether they exist; five that are on their way do not', async () => {
    const rig = new DeskRig()
    const names = ['A', 'B', 'C', 'D', 'E'].map((name) => symbol(name))
    rig.listed = names.map((name) => ({ ...instrument, symbol: name }))
    const session = await rig.up()
    const { trade } = rig.exchange
    const manner = {
      place: (): Promise<unknown> =>
        new Promise((resolve) => {
          rig.world.schedule(200, () => resolve({ outcome: 'acknowledged', orderId: null }), -1)
        }),
      detail: () => new Promise(() => undefined),
    }
    Object.assign(trade, manner)
    const all = (run: string) =>
      rig.wait(
        Promise.all(
          names.map((name) => session.submit(`${run}-${name}-0001`, draft({ symbol: name }))),
        ),
      )
    expect((await all('first')).map((answer) => answer.ok && answer.value.outcome)).toEqual(
      names.map(() => 'acknowledged'),
    )
    expect(session.sessionView().trading).toBe('active')
    Object.assign(trade, { place: () => Promise.resolve({ outcome: 'unknown', reason: 'lost' }) })
    await rig.world.run(rig.world.now + 2_000)
    expect((await all('second')).map((answer) => answer.ok && answer.value.outcome)).toEqual(
      names.map(() => 'unknown'),
    )
    expect(session.sessionView().trading).toBe('halted')
    expect(halted(rig)).toContain('no known outcome')
  })

  test('the computer’s clock that was set back; sleep and small corrections do not', async () => {
    const rig = new DeskRig()
    const session = await rig.up()
    rig.asleep += 8 * 3_600_000
    await rig.world.run(rig.world.now + 60_000)
    rig.asleep -= 2_000
    await rig.world.run(rig.world.now + 60_000)
    expect(session.sessionView().trading).toBe('active')
    rig.asleep -= 3_600_000
    await rig.world.run(rig.world.now + 60_000)
    expect(session.sessionView().trading).toBe('halted')
    expect(halted(rig)).toContain('set back')
    expect(await rig.wait(session.submit('ticket-0001', draft()))).toMatchObject({
      ok: true,
      value: { outcome: 'denied' },
    })
    // Said once: the person who lifts it is not asked again for the same jump.
    await rig.wait(session.setTrading('active', 'I set it myself'))
    await rig.world.run(rig.world.now + 60_000)
    expect(session.sessionView().trading).toBe('active')
  })
})
