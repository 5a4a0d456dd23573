import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../../../build/lib/paths.mjs'
import { asPrice, dec } from '../../../../shared/domain/decimal.js'
import { ASSISTANT, InstructionFixture } from '../harness/instruction-fixture.js'
import { orderRow, draft, market } from '../harness/fake-order-gateway.js'

describe('CONFIRM-5: every effect on an order needs a decision, whatever its name', () => {
  it('calls the order gateway only in the dispatch of a decision', () => {
    const folder = join(ROOT, 'electron', 'core', 'instructions')
    const filesWith = (pattern: RegExp): readonly string[] =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .filter((name) => pattern.test(readFileSync(join(folder, name), 'utf8')))
    const effects =
      /\borderGateway\s*\.orders\s*\.(submit|submitApproved|submitApprovedCombo|replace|cancel)\(/
    expect(filesWith(effects)).toEqual([join('queue', 'gateway', 'submit-instruction.ts')])
    expect(filesWith(/from '.*\/submit-instruction\.js'/)).toEqual([join('queue', 'dispatch.ts')])
  })

  it('changes nothing for any requested effect before the person decides', async () => {
    const fixture = await new InstructionFixture().start()
    fixture.policy = { maxPending: 50, maxPerMinute: 60 }
    const workingOrder = orderRow(draft(), 'c'.repeat(32))
    fixture.gateway.setOrder(workingOrder)
    const on = { accountId: workingOrder.accountId, clientOrderId: workingOrder.clientOrderId }
    const answers = [
      await fixture.request('place', draft()),
      await fixture.request('market', market()),
      await fixture.request('batch', [draft('1'), draft('2')]),
      await fixture.service.intake.instruct(ASSISTANT, {
        key: 'replace',
        reason: '',
        action: { kind: 'replace', ...on, change: { limitPrice: asPrice(dec('1')) } },
      }),
      await fixture.service.intake.instruct(ASSISTANT, {
        key: 'cancel',
        reason: '',
        action: { kind: 'cancel', ...on },
      }),
    ]
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true, true])
    for (const instruction of fixture.instructions()) {
      await fixture.service.endings.revoke(ASSISTANT, instruction.id)
    }
    await fixture.advance(60_000)
    expect([fixture.sent, fixture.gateway.changes]).toEqual([[], []])
    expect(fixture.instructions().every(({ status }) => status === 'REJECTED')).toBe(true)
  })
})
