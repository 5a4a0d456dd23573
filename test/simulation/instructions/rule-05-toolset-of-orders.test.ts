import { expect, it } from 'vitest'
import { settle } from '../core/world.js'
import { ASSISTANT, DeskWorld } from './desk-world.js'

it('without the toolset of trading nothing is asked for, whatever tool it came by', async () => {
  const at = new DeskWorld()
  at.policy = { toolsets: ['account', 'market-data', 'instrument'] }
  await at.start()
  expect(await at.ask('k1')).toMatchObject({
    ok: false,
    error: { code: 'toolset-off', toolset: 'trading' },
  })
  expect(
    await at.desk.instruct(ASSISTANT, {
      key: null,
      reason: '',
      action: { kind: 'cancel', accountId: 'A' as never, clientOrderId: 'O' as never },
    }),
  ).toMatchObject({ ok: false, error: { code: 'toolset-off' } })
  expect([at.all(), at.sent]).toEqual([[], []])
  expect(at.audit.map(({ kind, body }) => [kind, body['code'], body['more']])).toEqual([
    ['refused', 'toolset-off', undefined],
  ])
  await at.look(60_000)
  expect(at.audit.map(({ kind, body }) => [kind, body['code'], body['more']])).toEqual([
    ['refused', 'toolset-off', undefined],
    ['refused', 'toolset-off', 1],
  ])
})

it('a request that is being written down when the person takes the toolset away never reaches them', async () => {
  const at = await new DeskWorld().start()
  const waiting: (() => void)[] = []
  at.disk = () =>
    new Promise((resolve) => {
      waiting.push(resolve)
    })
  const asked = at.ask('k1')
  await settle()
  expect(waiting.length).toBeGreaterThan(0)
  at.policy = { toolsets: ['account'] }
  at.connection('policy')
  at.disk = null
  for (const go of waiting) go()
  expect(await asked).toMatchObject({ ok: false, error: { code: 'toolset-off' } })
  expect(at.desk.confirm.get().card).toBeNull()
  expect(at.all().filter(({ status }) => status === 'PENDING')).toEqual([])
})

it('what waits when the toolset is taken away is withdrawn, as with every change of the policy', async () => {
  const at = await new DeskWorld().start()
  await at.ready('k1')
  at.policy = { toolsets: ['account'] }
  at.connection('policy')
  await settle()
  expect(at.all()).toMatchObject([{ status: 'REJECTED', ending: { why: 'withdrawn' } }])
  expect(at.sent).toEqual([])
})
