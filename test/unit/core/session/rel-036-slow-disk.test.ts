import { expect, test } from 'vitest'
import { SessionFixture, draft } from './session-fixture.js'
import { asPrice, dec } from '../../../../shared/domain/decimal.js'

test('REL-36: a cancel leaves within a second while the disk answers no write', async () => {
  const desk = new SessionFixture()
  const session = await desk.start()
  await desk.wait(session.orders.submit('ticket-0001', draft({ limitPrice: asPrice(dec('50')) })))
  await desk.wait(session.orders.submit('ticket-0002', draft({ limitPrice: asPrice(dec('51')) })))
  const orders = [...desk.exchange.orders.values()]
  expect(orders).toHaveLength(2)
  desk.disk.silent = true
  const startedAt = desk.simulation.now

  const replies = orders.map((order) => session.orders.cancel(order.draft.accountId, order.id))
  await desk.simulation.run(startedAt + 100)
  const sentBefore = desk.exchange.sent.filter(({ kind }) => kind === 'cancel').length
  await desk.simulation.run(startedAt + 1_000)

  expect(sentBefore).toBe(0)
  expect(desk.exchange.sent.filter(({ kind }) => kind === 'cancel')).toHaveLength(2)
  for (const reply of replies) {
    expect(await desk.wait(reply)).toMatchObject({ ok: true, value: { outcome: 'acknowledged' } })
  }
  // An order is never sent before its record is on the disk.
  void session.orders.submit('ticket-0003', draft({ limitPrice: asPrice(dec('52')) }))
  await desk.simulation.run(desk.simulation.now + 20_000)
  expect(desk.exchange.sent.filter(({ kind }) => kind === 'place')).toHaveLength(2)
})
