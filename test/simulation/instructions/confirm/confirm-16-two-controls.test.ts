import { describe, expect, it } from 'vitest'
import { asMoney, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { InstructionFixture } from '../harness/instruction-fixture.js'
import { draft } from '../harness/fake-order-gateway.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { writtenOut } from '../../../harness/written-out.js'

const DANGERS = [
  { code: 'short-sale', text: foreign('Sells what is not held') },
  { code: 'far-through', text: foreign('Reaches far') },
]
const createFixture = async (
  tier: 'danger' | 'largest',
  order = draft('187.50', '1234.5'),
): Promise<InstructionFixture> => {
  const fixture = await new InstructionFixture().start()
  fixture.verdict = { dangers: DANGERS, tier }
  await fixture.requestAndArm('k1', order)
  return fixture
}
const ALL = DANGERS.map(({ code }) => code)

describe('CONFIRM-16: dangerous orders take two controls', () => {
  it('requires every danger to be acknowledged by its code', async () => {
    for (const acknowledged of [
      [],
      ['short-sale'],
      ['far-through'],
      ['short-sale', 'other'],
      ['Short-Sale', 'far-through'],
    ]) {
      const fixture = await createFixture('danger')
      expect(fixture.card().dangers).toEqual(writtenOut(DANGERS))
      expect(await fixture.decide({ acknowledged })).toBe('instruction/refused')
      expect(fixture.sent).toEqual([])
      expect(await fixture.decide({ acknowledged: ALL })).toBe('ok')
      expect(fixture.sent).toHaveLength(1)
    }
  })

  it('requires the typed quantity in the largest tier, in any usual notation', async () => {
    for (const typedQuantity of [
      null,
      '',
      '1234',
      '12345',
      '-1234.5',
      '1234.51',
      'all',
      '1e3',
      '0x4D2',
    ]) {
      const fixture = await createFixture('largest')
      expect(
        await fixture.decide({ acknowledged: ALL, typedQuantity }),
        String(typedQuantity),
      ).toBe('instruction/refused')
      expect(fixture.sent).toEqual([])
    }
    for (const typedQuantity of ['1234.5', '1,234.5', ' 1 234.50 ']) {
      const fixture = await createFixture('largest')
      expect(await fixture.decide({ acknowledged: ALL, typedQuantity }), typedQuantity).toBe('ok')
      expect(fixture.sent).toHaveLength(1)
    }
  })

  it('compares with the present quantity: amended, or an amount', async () => {
    const fixture = await createFixture('largest')
    await fixture.service.review.amend(fixture.card().id, fixture.card().digest, {
      quantity: asQuantity(dec('5')),
    })
    await fixture.drawCards(3_400)
    expect(await fixture.decide({ acknowledged: ALL, typedQuantity: '1234.5' })).toBe(
      'instruction/refused',
    )
    expect(await fixture.decide({ acknowledged: ALL, typedQuantity: '5' })).toBe('ok')
    const amount = await createFixture(
      'largest',
      draft('1', '1', {
        type: 'market',
        limitPrice: null,
        size: { kind: 'amount', amount: asMoney(dec('2500')) },
      }),
    )
    expect(await amount.decide({ acknowledged: ALL, typedQuantity: '2,500' })).toBe('ok')
  })

  it('requires one control to decline', async () => {
    const fixture = await createFixture('largest')
    expect(await fixture.decline()).toBe('ok')
  })
})
