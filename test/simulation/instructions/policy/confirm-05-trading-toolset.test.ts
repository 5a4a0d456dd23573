import { expect, it } from 'vitest'
import { settle } from '../../core/simulation.js'
import { ASSISTANT, InstructionFixture } from '../harness/instruction-fixture.js'

it('CONFIRM-5: no tool can request an order without the trading toolset', async () => {
  const fixture = new InstructionFixture()
  fixture.policy = { toolsets: ['account', 'market-data', 'instrument'] }
  await fixture.start()
  expect(await fixture.request('k1')).toMatchObject({
    ok: false,
    error: { code: 'toolset-off', toolset: 'trading' },
  })
  expect(
    await fixture.service.intake.instruct(ASSISTANT, {
      key: null,
      reason: '',
      action: { kind: 'cancel', accountId: 'A' as never, clientOrderId: 'O' as never },
    }),
  ).toMatchObject({ ok: false, error: { code: 'toolset-off' } })
  expect([fixture.instructions(), fixture.sent]).toEqual([[], []])
  expect(fixture.audit.map(({ kind, body }) => [kind, body['code'], body['more']])).toEqual([
    ['refused', 'toolset-off', undefined],
  ])
  await fixture.drawCards(60_000)
  expect(fixture.audit.map(({ kind, body }) => [kind, body['code'], body['more']])).toEqual([
    ['refused', 'toolset-off', undefined],
    ['refused', 'toolset-off', 1],
  ])
})

it('CONFIRM-5: a request is dropped when the toolset is removed while it is written', async () => {
  const fixture = await new InstructionFixture().start()
  const waiting: (() => void)[] = []
  fixture.diskGate = () =>
    new Promise((resolve) => {
      waiting.push(resolve)
    })
  const requested = fixture.request('k1')
  await settle()
  expect(waiting.length).toBeGreaterThan(0)
  fixture.policy = { toolsets: ['account'] }
  fixture.changeConnection('policy')
  fixture.diskGate = null
  for (const go of waiting) go()
  expect(await requested).toMatchObject({ ok: false, error: { code: 'toolset-off' } })
  expect(fixture.service.confirm.live.get().card).toBeNull()
  expect(fixture.instructions().filter(({ status }) => status === 'PENDING')).toEqual([])
})

it('CONFIRM-5: removing the toolset withdraws pending instructions', async () => {
  const fixture = await new InstructionFixture().start()
  await fixture.requestAndArm('k1')
  fixture.policy = { toolsets: ['account'] }
  fixture.changeConnection('policy')
  await settle()
  expect(fixture.instructions()).toMatchObject([
    { status: 'REJECTED', ending: { why: 'withdrawn' } },
  ])
  expect(fixture.sent).toEqual([])
})
