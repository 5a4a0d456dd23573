import { describe, expect, test } from 'vitest'
import { clientOrderId } from '../../../../shared/domain/ids.js'
import { asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { SessionFixture, draft } from './session-fixture.js'

/** Sells five of the ten shares that the account holds. */
const closing = draft({
  side: 'sell',
  size: { kind: 'quantity', quantity: asQuantity(dec('5')) },
})
const otherDraft = draft({ limitPrice: asPrice(dec('98')) })

describe('REL-28: an order whose intent is not on disk is not sent', () => {
  test('no order is sent, also where it closes a position, which no halt prevents', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    desk.disk.failing = true
    expect(await desk.wait(session.orders.close('ticket-0001', closing))).toMatchObject({
      ok: true,
      value: { outcome: 'denied' },
    })
    expect(desk.exchange.sent).toHaveLength(0)

    desk.disk.failing = false
    await desk.wait(session.orders.close('ticket-0002', closing))
    expect(desk.exchange.sent).toHaveLength(0)
  })

  test('no order is sent while the disk gives no answer', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    desk.disk.silent = true
    void session.orders.submit('ticket-0001', draft())
    void session.orders.close('ticket-0002', closing)
    await desk.simulation.run(desk.simulation.now + 30_000)
    expect(desk.exchange.sent).toHaveLength(0)
  })
})

describe('REL-36: a halt while the intent is being stored', () => {
  test('stops the order, which is not sent', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    desk.disk.delayMs = 500
    const submitted = session.orders.submit('ticket-0001', draft())
    await desk.simulation.run(desk.simulation.now + 100, () => desk.disk.isFlushing)
    expect(desk.disk.isFlushing).toBe(true)
    void session.trading.set('halted', foreign('by hand'))
    expect(await desk.wait(submitted)).toMatchObject({ ok: true, value: { outcome: 'denied' } })
    expect(desk.exchange.sent).toHaveLength(0)
    expect(session.streams.orders.all()).toMatchObject([{ status: 'not-placed' }])
  })
})

describe('REL-28: a journal with a record that cannot be read', () => {
  test.each(['not a record', '{"v":2,"kind":"intent"}'])(
    'is not skipped over at a start: %s',
    async (line) => {
      const desk = new SessionFixture()
      const session = await desk.start()
      await desk.wait(session.orders.submit('ticket-0001', draft()))
      await desk.wait(session.orders.submit('ticket-0002', otherDraft))
      desk.disk.lines.splice(1, 0, line)
      await desk.restart()
      expect(desk.session.connection.view().trading).toBe('halted')
      expect(await desk.wait(desk.session.orders.submit('ticket-0003', draft()))).not.toMatchObject(
        {
          value: { outcome: 'acknowledged' },
        },
      )
      expect(desk.exchange.sent).toHaveLength(2)
    },
  )
})

describe('REL-29: an id that was announced in advance', () => {
  const id = clientOrderId('a'.repeat(32))

  test('is the id of the order', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    const placed = await desk.wait(session.orders.submit('ticket-0001', draft(), id))
    expect(placed).toMatchObject({
      value: { outcome: 'acknowledged', order: { clientOrderId: id } },
    })
  })

  test('is refused for a second order, which is not sent', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    await desk.wait(session.orders.submit('ticket-0001', draft(), id))
    expect(await desk.wait(session.orders.submit('ticket-0002', otherDraft, id))).toMatchObject({
      ok: true,
      value: { outcome: 'denied' },
    })
    expect(desk.exchange.sent).toHaveLength(1)
    expect(session.streams.orders.all()).toMatchObject([{ limitPrice: '99.50' }])
  })
})
