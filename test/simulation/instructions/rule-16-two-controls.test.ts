import { describe, expect, it } from 'vitest'
import { asMoney, asQuantity, dec } from '../../../shared/domain/decimal.js'
import { DeskWorld, draft } from './desk-world.js'

const DANGERS = [
  { code: 'short-sale', text: 'Sells what is not held' },
  { code: 'far-through', text: 'Reaches far' },
]
const facing = async (
  tier: 'danger' | 'largest',
  of = draft('187.50', '1234.5'),
): Promise<DeskWorld> => {
  const at = await new DeskWorld().start()
  at.verdict = { dangers: DANGERS, tier }
  await at.ready('k1', of)
  return at
}
const ALL = DANGERS.map(({ code }) => code)

describe('rule 16: dangerous orders take two controls', () => {
  it('every danger has to be acknowledged by its own code', async () => {
    for (const acknowledged of [
      [],
      ['short-sale'],
      ['far-through'],
      ['short-sale', 'other'],
      ['Short-Sale', 'far-through'],
    ]) {
      const at = await facing('danger')
      expect(at.card().dangers).toEqual(DANGERS)
      expect(await at.decide({ acknowledged })).toBe('instruction/refused')
      expect(at.sent).toEqual([])
      expect(await at.decide({ acknowledged: ALL })).toBe('ok')
      expect(at.sent).toHaveLength(1)
    }
  })

  it('the largest tier takes the typed quantity as well, as a person writes it', async () => {
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
      const at = await facing('largest')
      expect(await at.decide({ acknowledged: ALL, typedQuantity }), String(typedQuantity)).toBe(
        'instruction/refused',
      )
      expect(at.sent).toEqual([])
    }
    for (const typedQuantity of ['1234.5', '1,234.5', ' 1 234.50 ']) {
      const at = await facing('largest')
      expect(await at.decide({ acknowledged: ALL, typedQuantity }), typedQuantity).toBe('ok')
      expect(at.sent).toHaveLength(1)
    }
  })

  it('the number is that of the order as it is now: amended, or an amount', async () => {
    const at = await facing('largest')
    await at.desk.amend(at.card().id, at.card().digest, { quantity: asQuantity(dec('5')) })
    await at.look(3_400)
    expect(await at.decide({ acknowledged: ALL, typedQuantity: '1234.5' })).toBe(
      'instruction/refused',
    )
    expect(await at.decide({ acknowledged: ALL, typedQuantity: '5' })).toBe('ok')
    const amount = await facing(
      'largest',
      draft('1', '1', {
        type: 'market',
        limitPrice: null,
        size: { kind: 'amount', amount: asMoney(dec('2500')) },
      }),
    )
    expect(await amount.decide({ acknowledged: ALL, typedQuantity: '2,500' })).toBe('ok')
  })

  it('to decline takes one', async () => {
    const at = await facing('largest')
    expect(await at.decline()).toBe('ok')
  })
})
