import { expect, test } from 'vitest'
import { asPrice, dec } from '../../../shared/domain/decimal.js'
import { accountId } from '../../../shared/domain/ids.js'
import { DeskRig, draft } from './desk-rig.js'

const dearer = draft({ limitPrice: asPrice(dec('98')) })

test('rel-036: a full disk halts in words, stays halted until the person resumes, and resumes only when it can write again', async () => {
  const rig = new DeskRig()
  const session = await rig.up()
  await rig.wait(session.submit('ticket-0001', draft()))
  rig.disk.failing = true
  expect(await rig.wait(session.submit('ticket-0002', dearer))).toMatchObject({
    ok: true,
    value: { outcome: 'denied' },
  })
  expect(
    session.sessionView().notices.find((notice) => notice.code === 'trading-halted')?.detail,
  ).toBe('The order journal cannot be written: the disk is full')

  expect(await rig.wait(session.setTrading('active', 'tried too soon'))).toMatchObject({
    trading: 'halted',
  })
  expect(await rig.wait(session.submit('ticket-0003', dearer))).toMatchObject({
    ok: true,
    value: { outcome: 'denied' },
  })

  rig.disk.failing = false
  await rig.world.run(rig.world.now + 5_000)
  expect(session.sessionView().trading).toBe('halted')
  expect(await rig.wait(session.setTrading('active', 'made room'))).toMatchObject({
    trading: 'active',
  })
  expect(session.sessionView().notices.map((notice) => notice.code)).not.toContain('trading-halted')
  expect(await rig.wait(session.submit('ticket-0004', dearer))).toMatchObject({
    ok: true,
    value: { outcome: 'acknowledged' },
  })
  expect(rig.exchange.sent).toHaveLength(2)
  await rig.restart()
  expect(rig.session.sessionView().trading).toBe('active')
})

test("sec-008: an order for an account that is not the person's never leaves", async () => {
  const rig = new DeskRig()
  const session = await rig.up()
  expect(
    await rig.wait(session.submit('ticket-0001', draft({ accountId: accountId('SOMEBODY-ELSE') }))),
  ).toMatchObject({
    ok: false,
    error: { class: 'local', order: 'not-placed', message: 'This account does not exist' },
  })
  expect(rig.exchange.sent).toHaveLength(0)
})
