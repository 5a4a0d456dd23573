import { describe, expect, it } from 'vitest'
import { evaluatePolicy } from '../../../../electron/core/instructions/policy/policy-engine.js'
import { asPrice, asQuantity, dec, decimalText } from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { DraftLeg } from '../../../../shared/domain/orders/order-terms.js'
import { InstructionFixture, RICH } from '../harness/instruction-fixture.js'
import { draft } from '../harness/fake-order-gateway.js'

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
const createFixtureWith = async (order: OrderDraft): Promise<InstructionFixture> => {
  const fixture = new InstructionFixture()
  fixture.evaluatePolicy = evaluatePolicy
  fixture.facts = { multiplier: '100', balance: RICH }
  await fixture.start()
  await fixture.request('k1', order)
  await fixture.drawCards(3_500)
  return fixture
}
const change = (fixture: InstructionFixture, quantity: string) =>
  fixture.service.review.amend(fixture.card().id, fixture.card().digest, {
    quantity: asQuantity(dec(quantity)),
  })
const sentLegs = (fixture: InstructionFixture): readonly string[] =>
  (fixture.sent[0]?.draft.terms?.legs ?? []).map(({ quantity }) => decimalText(quantity))

describe('an amendment changes the whole order that is sent', () => {
  it.each([
    ['one contract', options('10', [leg('buy', '10', '190')]), '5', ['5']],
    [
      'a combination',
      options('4', [leg('buy', '4', '190'), leg('sell', '4', '200')]),
      '2',
      ['2', '2'],
    ],
    [
      'a combination with unequal legs',
      options('2', [leg('buy', '2', '190'), leg('sell', '2', '200'), leg('buy', '4', '210')]),
      '1',
      ['1', '1', '2'],
    ],
  ])('an amendment changes the whole order for %s', async (_what, order, to, legs) => {
    const fixture = await createFixtureWith(order)
    const before = fixture.card().money.find(({ id }) => id === 'worst')?.value
    expect((await change(fixture, to)).ok).toBe(true)
    await fixture.drawCards(3_500)
    expect(fixture.card().line).toContain(`BUY ${to} `)
    expect(fixture.card().money.find(({ id }) => id === 'worst')?.value).not.toBe(before)
    const { card } = fixture.service.confirm.live.get()
    expect(
      await fixture.decide({ acknowledged: (card?.dangers ?? []).map(({ code }) => code) }),
    ).toBe('ok')
    expect(fixture.sent[0]?.draft.size).toEqual({ kind: 'quantity', quantity: dec(to) })
    expect(sentLegs(fixture)).toEqual(legs)
  })

  it('an amendment is refused when it leaves a fraction of a contract', async () => {
    const fixture = await createFixtureWith(
      options('4', [leg('buy', '4', '190'), leg('sell', '4', '200')]),
    )
    expect(await change(fixture, '1.5')).toMatchObject({
      ok: false,
      error: { code: 'instruction/refused' },
    })
    expect(fixture.card().amended).toBe(false)
  })
})
