import { describe, expect, it } from 'vitest'
import { asQuantity, dec } from '../../../shared/domain/decimal.js'
import { zDecision } from '../../../shared/ipc/instructions.js'
import { DeskWorld, draft } from './desk-world.js'

describe('rule 1: the instruction lives in main, and a page cannot name an order', () => {
  it('sends the order of its own store, whatever else the page sends along', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    const lying = {
      ...at.decision(),
      limitPrice: '999',
      quantity: '1000',
      draft: draft('999', '1000'),
    }
    expect((await at.desk.decide(lying)).ok).toBe(true)
    expect(at.sent.map((each) => each.draft)).toEqual([draft()])
  })

  it('a decision has ids, digests, ticks and words for a reason; no price, size or account', () => {
    expect(Object.keys(zDecision.shape).sort()).toEqual([
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
      zDecision.safeParse({
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

  it('nothing of the card that the page holds reaches the order', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    const card = at.card()
    ;(card as { line: string }).line = 'SELL 1000 AAPL'
    ;(card.editable as { quantity: unknown }).quantity = asQuantity(dec('1000'))
    expect(await at.approve(card)).toBe('ok')
    expect(at.sent.map((each) => each.draft)).toEqual([draft()])
  })

  it('an id that is not known, or not waiting, does nothing and is on the record', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    expect(await at.decide({ id: 'f'.repeat(32) as ReturnType<typeof at.card>['id'] })).toBe(
      'instruction/ended',
    )
    expect(at.sent).toEqual([])
    expect(at.kinds('decided').map(({ subject, body }) => [subject, body['refused']])).toEqual([
      ['f'.repeat(32), true],
    ])
    expect(at.logged).toContain('instruction.decision-refused')
  })
})
