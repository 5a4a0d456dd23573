import { describe, expect, it } from 'vitest'
import { judgePolicy } from '../../../electron/core/instructions/judge.js'
import { asPrice, asQuantity, dec, decimalText } from '../../../shared/domain/decimal.js'
import { symbol } from '../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../shared/domain/order.js'
import type { DraftLeg } from '../../../shared/domain/order-terms.js'
import { DeskWorld, draft, RICH } from './desk-world.js'

const AAPL = symbol('AAPL')
const leg = (side: 'buy' | 'sell', quantity: string, strike: string): DraftLeg => ({
  symbol: AAPL,
  side,
  quantity: asQuantity(dec(quantity)),
  option: { type: 'call', strike: asPrice(dec(strike)), expiration: '2026-12-18' },
})
const options = (units: string, legs: readonly DraftLeg[]): OrderDraft => ({
  ...draft('3'),
  assetClass: 'option',
  symbol: AAPL,
  session: 'core',
  timeInForce: 'day',
  size: { kind: 'quantity', quantity: asQuantity(dec(units)) },
  terms: { strategy: legs.length === 1 ? 'single' : 'vertical', legs },
})
const asked = async (of: OrderDraft): Promise<DeskWorld> => {
  const at = new DeskWorld()
  at.judge = judgePolicy
  at.facts = { multiplier: '100', balance: RICH }
  await at.start()
  await at.ask('k1', of)
  await at.look(3_500)
  return at
}
const change = (at: DeskWorld, quantity: string) =>
  at.desk.amend(at.card().id, at.card().digest, { quantity: asQuantity(dec(quantity)) })
const sentLegs = (at: DeskWorld): readonly string[] =>
  (at.sent[0]?.draft.terms?.legs ?? []).map(({ quantity }) => decimalText(quantity))

describe('a counter-offer changes the whole order: what is sent is what the card says', () => {
  it.each([
    ['one contract', options('10', [leg('buy', '10', '190')]), '5', ['5']],
    [
      'a combination',
      options('4', [leg('buy', '4', '190'), leg('sell', '4', '200')]),
      '2',
      ['2', '2'],
    ],
    [
      'a combination of unequal legs',
      options('2', [leg('buy', '2', '190'), leg('sell', '2', '200'), leg('buy', '4', '210')]),
      '1',
      ['1', '1', '2'],
    ],
  ])('%s', async (_what, of, to, legs) => {
    const at = await asked(of)
    const before = at.card().money.find(({ id }) => id === 'worst')?.value
    expect((await change(at, to)).ok).toBe(true)
    await at.look(3_500)
    expect(at.card().line).toContain(`BUY ${to} `)
    expect(at.card().money.find(({ id }) => id === 'worst')?.value).not.toBe(before)
    const { card } = at.desk.confirm.get()
    expect(await at.decide({ acknowledged: (card?.dangers ?? []).map(({ code }) => code) })).toBe(
      'ok',
    )
    expect(at.sent[0]?.draft.size).toEqual({ kind: 'quantity', quantity: dec(to) })
    expect(sentLegs(at)).toEqual(legs)
  })

  it('to parts of a contract is no change that can be made', async () => {
    const at = await asked(options('4', [leg('buy', '4', '190'), leg('sell', '4', '200')]))
    expect(await change(at, '1.5')).toMatchObject({
      ok: false,
      error: { code: 'instruction/refused' },
    })
    expect(at.card().amended).toBe(false)
  })
})
