import { expect, test } from 'vitest'
import { asPrice, dec } from '../../../../shared/domain/decimal.js'
import { accountId } from '../../../../shared/domain/ids.js'
import { SessionFixture, draft } from './session-fixture.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { writtenOut } from '../../../harness/written-out.js'

const otherDraft = draft({ limitPrice: asPrice(dec('98')) })

test('REL-36: a full disk halts trading until the person resumes and it can be written again', async () => {
  const desk = new SessionFixture()
  const session = await desk.start()
  await desk.wait(session.orders.submit('ticket-0001', draft()))
  desk.disk.failing = true
  expect(await desk.wait(session.orders.submit('ticket-0002', otherDraft))).toMatchObject({
    ok: true,
    value: { outcome: 'denied' },
  })
  const halt = session.connection.view().notices.find((notice) => notice.code === 'trading-halted')
  expect(halt === undefined ? null : inEnglish(halt.detail)).toBe(
    'The order journal cannot be written: the disk is full',
  )

  await desk.wait(session.trading.set('active', foreign('tried too soon')))
  expect(session.connection.view()).toMatchObject({
    trading: 'halted',
  })
  expect(await desk.wait(session.orders.submit('ticket-0003', otherDraft))).toMatchObject({
    ok: true,
    value: { outcome: 'denied' },
  })

  desk.disk.failing = false
  await desk.simulation.run(desk.simulation.now + 5_000)
  expect(session.connection.view().trading).toBe('halted')
  await desk.wait(session.trading.set('active', foreign('made room')))
  expect(session.connection.view()).toMatchObject({
    trading: 'active',
  })
  expect(session.connection.view().notices.map((notice) => notice.code)).not.toContain(
    'trading-halted',
  )
  expect(await desk.wait(session.orders.submit('ticket-0004', otherDraft))).toMatchObject({
    ok: true,
    value: { outcome: 'acknowledged' },
  })
  expect(desk.exchange.sent).toHaveLength(2)
  await desk.restart()
  expect(desk.session.connection.view().trading).toBe('active')
})

test("SEC-08: an order for an account that is not the person's is never sent", async () => {
  const desk = new SessionFixture()
  const session = await desk.start()
  expect(
    writtenOut(
      await desk.wait(
        session.orders.submit('ticket-0001', draft({ accountId: accountId('SOMEBODY-ELSE') })),
      ),
    ),
  ).toMatchObject({
    ok: false,
    error: { class: 'local', order: 'not-placed', message: 'This account does not exist.' },
  })
  expect(desk.exchange.sent).toHaveLength(0)
})
