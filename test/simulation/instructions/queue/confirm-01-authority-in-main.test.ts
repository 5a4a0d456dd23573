import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { Decision } from '../../../../shared/domain/instructions/instruction.schema.js'
import { InstructionFixture } from '../harness/instruction-fixture.js'
import { draft } from '../harness/fake-order-gateway.js'

describe('CONFIRM-1: main holds the instruction, and a page cannot name an order', () => {
  it('sends the order of its own store, whatever else the page sends', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const lying = {
      ...fixture.decision(),
      limitPrice: '999',
      quantity: '1000',
      draft: draft('999', '1000'),
    }
    expect((await fixture.service.decisions.decide(lying)).ok).toBe(true)
    expect(fixture.sent.map((order) => order.draft)).toEqual([draft()])
  })

  it('accepts ids, digests, acknowledgements and a reason; no price, size or account', () => {
    expect(Object.keys((Decision as unknown as z.ZodObject).shape).sort()).toEqual([
      'acknowledged',
      'decision',
      'digest',
      'id',
      'nonce',
      'pauseMinutes',
      'typedQuantity',
      'why',
    ])
    expect(
      Decision.safeParse({
        id: '0'.repeat(32),
        digest: '0'.repeat(64),
        nonce: '0'.repeat(32),
        decision: 'approve',
        acknowledged: [],
        typedQuantity: null,
        why: null,
        pauseMinutes: null,
        limitPrice: '1',
      }).success,
    ).toBe(false)
  })

  it('ignores changes that the page makes to its card', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const card = fixture.card()
    ;(card as { line: string }).line = 'SELL 1000 AAPL'
    ;(card.editable as { quantity: unknown }).quantity = asQuantity(dec('1000'))
    expect(await fixture.approve(card)).toBe('ok')
    expect(fixture.sent.map((order) => order.draft)).toEqual([draft()])
  })

  it('refuses and records an id that is unknown or not pending', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    expect(
      await fixture.decide({ id: 'f'.repeat(32) as ReturnType<typeof fixture.card>['id'] }),
    ).toBe('instruction/ended')
    expect(fixture.sent).toEqual([])
    expect(
      fixture.auditRecords('decided').map(({ subject, body }) => [subject, body['refused']]),
    ).toEqual([['f'.repeat(32), true]])
    expect(fixture.logged).toContain('instruction.decision-refused')
  })
})
