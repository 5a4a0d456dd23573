import { describe, expect, test } from 'vitest'
import { asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { SessionFixture, draft, instrument } from './session-fixture.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'

const haltDetail = (desk: SessionFixture): string | undefined => {
  const notice = desk.session.connection
    .view()
    .notices.find(({ code }) => code === 'trading-halted')
  return notice === undefined ? undefined : inEnglish(notice.detail)
}
const otherDraft = draft({ limitPrice: asPrice(dec('98')) })

describe('REL-36: automatic halts of trading', () => {
  test('a halt while the session reads its journal is kept', async () => {
    const desk = new SessionFixture()
    const starting = desk.session.connection.start()
    void desk.session.trading.set('halted', foreign('pressed while starting'))
    await desk.wait(starting)
    await desk.simulation.run(desk.simulation.now + 3_000)
    expect(desk.session.connection.view()).toMatchObject({ phase: 'ready', trading: 'halted' })
    expect(await desk.wait(desk.session.orders.submit('ticket-0001', draft()))).toMatchObject({
      ok: true,
      value: { outcome: 'denied' },
    })
  })

  test('a halt while another one is being lifted is kept, also after a restart', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    await desk.wait(session.trading.set('halted', foreign('first')))
    await desk.simulation.run(desk.simulation.now + 100)
    const lifting = session.trading.set('active', foreign('checked'))
    void session.trading.set('halted', foreign('second'))
    await desk.wait(lifting)
    await desk.simulation.run(desk.simulation.now + 100)
    expect(session.connection.view().trading).toBe('halted')
    expect(session.connection.view().notices.map(({ detail }) => inEnglish(detail))).toContain(
      'second',
    )
    expect(await desk.wait(session.orders.submit('ticket-0001', draft()))).toMatchObject({
      ok: true,
      value: { outcome: 'denied' },
    })
    await desk.restart()
    expect(desk.session.connection.view().trading).toBe('halted')
    await desk.wait(desk.session.trading.set('active', foreign('checked again')))
    expect(desk.session.connection.view()).toMatchObject({
      trading: 'active',
    })
  })

  test('an impossible order report of the provider halts trading', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    await desk.wait(session.orders.submit('ticket-0001', draft()))
    await desk.simulation.run(desk.simulation.now + 100)
    const exchangeOrder = Array.from(desk.exchange.orders.values())[0]
    if (exchangeOrder === undefined) throw new Error('no order at the exchange')
    expect(session.connection.view().trading).toBe('active')
    desk.exchange.listener?.onOrder({
      eventType: 'partial-fill',
      observation: {
        ...desk.exchange.observation(exchangeOrder, 'event'),
        filledQuantity: asQuantity(dec('11')),
        averageFillPrice: asPrice(dec('99')),
      },
    })
    expect(session.connection.view().trading).toBe('halted')
    expect(haltDetail(desk)).toContain('more filled than was ordered')
    expect(await desk.wait(session.orders.submit('ticket-0002', otherDraft))).toMatchObject({
      ok: true,
      value: { outcome: 'denied' },
    })
  })

  test('five orders of unknown outcome halt trading, five that are being sent do not', async () => {
    const desk = new SessionFixture()
    const names = ['A', 'B', 'C', 'D', 'E'].map((name) => symbol(name))
    desk.instruments = names.map((name) => ({ ...instrument, symbol: name }))
    const session = await desk.start()
    const { trade } = desk.exchange
    const behavior = {
      place: (): Promise<unknown> =>
        new Promise((resolve) => {
          desk.simulation.schedule(
            200,
            () => resolve({ outcome: 'acknowledged', orderId: null }),
            -1,
          )
        }),
      detail: () => new Promise(() => undefined),
    }
    Object.assign(trade, behavior)
    const submitAll = (run: string) =>
      desk.wait(
        Promise.all(
          names.map((name) =>
            session.orders.submit(`${run}-${name}-0001`, draft({ symbol: name })),
          ),
        ),
      )
    expect((await submitAll('first')).map((answer) => answer.ok && answer.value.outcome)).toEqual(
      names.map(() => 'acknowledged'),
    )
    expect(session.connection.view().trading).toBe('active')
    Object.assign(trade, {
      place: () => Promise.resolve({ outcome: 'unknown', reason: foreign('lost') }),
    })
    await desk.simulation.run(desk.simulation.now + 2_000)
    expect((await submitAll('second')).map((answer) => answer.ok && answer.value.outcome)).toEqual(
      names.map(() => 'unknown'),
    )
    expect(session.connection.view().trading).toBe('halted')
    expect(haltDetail(desk)).toContain('no known outcome')
  })

  test('a clock that was set back halts trading; sleep and small corrections do not', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    desk.sleptMs += 8 * 3_600_000
    await desk.simulation.run(desk.simulation.now + 60_000)
    desk.sleptMs -= 2_000
    await desk.simulation.run(desk.simulation.now + 60_000)
    expect(session.connection.view().trading).toBe('active')
    desk.sleptMs -= 3_600_000
    await desk.simulation.run(desk.simulation.now + 60_000)
    expect(session.connection.view().trading).toBe('halted')
    expect(haltDetail(desk)).toContain('set back')
    expect(await desk.wait(session.orders.submit('ticket-0001', draft()))).toMatchObject({
      ok: true,
      value: { outcome: 'denied' },
    })
    // It is reported once: after the person resumes, the same jump does not halt again.
    await desk.wait(session.trading.set('active', foreign('I set it myself')))
    await desk.simulation.run(desk.simulation.now + 60_000)
    expect(session.connection.view().trading).toBe('active')
  })
})
