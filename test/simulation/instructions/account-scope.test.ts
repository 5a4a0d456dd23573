import { expect, it } from 'vitest'
import { judgePolicy } from '../../../electron/core/instructions/judge.js'
import { accountId, clientOrderId } from '../../../shared/domain/ids.js'
import { ASSISTANT, DeskWorld, draft } from './desk-world.js'
import { orderRow } from './fake-door.js'

const MINE = draft().accountId
const HIDDEN = accountId('HIDDEN')
const NOWHERE = accountId('NOWHERE')

it('an assistant that asks for something in an account beyond its scope hears the same of each: no account and no order is given away', async () => {
  const at = new DeskWorld()
  at.judge = judgePolicy
  at.policy = { accounts: [MINE] }
  await at.start()
  at.door.row(orderRow({ ...draft(), accountId: HIDDEN }, 'works'))
  at.door.row(orderRow({ ...draft(), accountId: HIDDEN }, 'filled', { status: 'filled' }))
  // What the broker says to who asks about an account that does not exist must not come through
  // either.
  at.factsFail = true
  const heard: unknown[] = []
  for (const account of [HIDDEN, NOWHERE]) {
    heard.push(
      await at.ask(null, { ...draft(), accountId: account }),
      await at.ask(null, [draft(), { ...draft(), accountId: account }]),
    )
    for (const id of ['works', 'filled', 'never']) {
      const of = { accountId: account, clientOrderId: clientOrderId(id) }
      heard.push(
        await at.desk.instruct(ASSISTANT, {
          key: null,
          reason: '',
          action: { kind: 'cancel', ...of },
        }),
        await at.desk.instruct(ASSISTANT, {
          key: null,
          reason: '',
          action: { kind: 'replace', ...of, change: { timeInForce: 'gtc' } },
        }),
      )
    }
  }
  expect(new Set(heard.map((each) => JSON.stringify(each))).size).toBe(1)
  expect(heard[0]).toMatchObject({ ok: false, error: { code: 'account-hidden' } })
  expect(at.all()).toEqual([])
})
