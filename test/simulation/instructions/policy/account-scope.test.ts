import { expect, it } from 'vitest'
import { evaluatePolicy } from '../../../../electron/core/instructions/policy/policy-engine.js'
import { accountId, clientOrderId } from '../../../../shared/domain/ids.js'
import { ASSISTANT, InstructionFixture } from '../harness/instruction-fixture.js'
import { orderRow, draft } from '../harness/fake-order-gateway.js'
import { writtenOut } from '../../../harness/written-out.js'

const OWN_ACCOUNT = draft().accountId
const HIDDEN = accountId('HIDDEN')
const NOWHERE = accountId('NOWHERE')

it('an assistant gets the same answer for every request outside its accounts', async () => {
  const fixture = new InstructionFixture()
  fixture.evaluatePolicy = evaluatePolicy
  fixture.policy = { accounts: [OWN_ACCOUNT] }
  await fixture.start()
  fixture.gateway.setOrder(orderRow({ ...draft(), accountId: HIDDEN }, 'works'))
  fixture.gateway.setOrder(
    orderRow({ ...draft(), accountId: HIDDEN }, 'filled', { status: 'filled' }),
  )
  // The broker's answer about an unknown account must not be visible either.
  fixture.factsFail = true
  const answers: unknown[] = []
  for (const account of [HIDDEN, NOWHERE]) {
    answers.push(
      await fixture.request(null, { ...draft(), accountId: account }),
      await fixture.request(null, [draft(), { ...draft(), accountId: account }]),
    )
    for (const id of ['works', 'filled', 'never']) {
      const orderRef = { accountId: account, clientOrderId: clientOrderId(id) }
      answers.push(
        writtenOut(
          await fixture.service.intake.instruct(ASSISTANT, {
            key: null,
            reason: '',
            action: { kind: 'cancel', ...orderRef },
          }),
        ),
        writtenOut(
          await fixture.service.intake.instruct(ASSISTANT, {
            key: null,
            reason: '',
            action: { kind: 'replace', ...orderRef, change: { timeInForce: 'gtc' } },
          }),
        ),
      )
    }
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]).toMatchObject({ ok: false, error: { code: 'account-hidden' } })
  expect(fixture.instructions()).toEqual([])
})
