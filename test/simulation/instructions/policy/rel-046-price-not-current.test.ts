import { describe, expect, it } from 'vitest'
import { asPrice, dec } from '../../../../shared/domain/decimal.js'
import { foreign, message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { draft } from '../harness/fake-order-gateway.js'
import { InstructionFixture } from '../harness/instruction-fixture.js'

const MARKET = { ...draft(), type: 'market' as const, limitPrice: null }
const LAST = asPrice(dec('187.20'))
const NO_CURRENT_PRICE = message('policy.noCurrentPrice', { last: LAST, ageMs: 15_000 })

/** An instruction whose card names this danger, with a quote of 20 s. */
async function dangerous(text: Message, order: OrderDraft = MARKET): Promise<InstructionFixture> {
  const fixture = await new InstructionFixture().start()
  fixture.verdict = { dangers: [{ code: 'stale-quote', text }], tier: 'danger' }
  fixture.facts = {
    quoteAgeMs: 20_000,
    price: { last: LAST, bid: null, ask: null, ageMs: 20_000 },
  }
  await fixture.requestAndArm('k1', order)
  return fixture
}

describe('REL-46: an instruction whose price is not current', () => {
  it('is sent only once the person has acknowledged the last price and its age', async () => {
    const fixture = await dangerous(NO_CURRENT_PRICE)
    expect(await fixture.decide({ acknowledged: [] })).toBe('instruction/refused')
    expect(fixture.sent).toEqual([])
    expect(await fixture.decide({ acknowledged: ['stale-quote'] })).toBe('ok')
    expect(fixture.gateway.confirmed).toEqual([
      {
        prices: [{ draft: MARKET, last: LAST, bid: null, ask: null, ageMs: 20_000 }],
        shownAt: expect.any(Number),
        confirmedAt: expect.any(Number),
      },
    ])
  })

  it('carries no price where the person acknowledged another danger', async () => {
    const fixture = await dangerous(foreign('No limit on the price'))
    expect(await fixture.decide({ acknowledged: ['stale-quote'] })).toBe('ok')
    expect(fixture.gateway.confirmed).toEqual([null])
  })

  it('carries no price for an order with a limit', async () => {
    const fixture = await dangerous(NO_CURRENT_PRICE, draft())
    expect(await fixture.decide({ acknowledged: ['stale-quote'] })).toBe('ok')
    expect(fixture.gateway.confirmed).toMatchObject([{ prices: [] }])
  })
})
