import { describe, expect, it } from 'vitest'
import { evaluatePolicy } from '../../../../electron/core/instructions/policy/policy-engine.js'
import { asMoney, asPrice, dec } from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { InstructionFixture } from '../harness/instruction-fixture.js'
import { draft } from '../harness/fake-order-gateway.js'

const quote = {
  symbol: symbol('AAPL'),
  bid: asPrice(dec('187.40')),
  ask: asPrice(dec('187.50')),
  last: asPrice(dec('187.45')),
} as never
const balance = {
  currency: 'USD',
  netLiquidation: asMoney(dec('1000000')),
  currencies: [],
} as never

async function createFixture(): Promise<InstructionFixture> {
  const fixture = new InstructionFixture()
  fixture.evaluatePolicy = evaluatePolicy
  fixture.facts = { quote, price: quote, balance }
  fixture.policy = {
    maxOrder: asMoney(dec('2000')),
    maxDay: asMoney(dec('5000')),
    maxSymbolDay: asMoney(dec('4000')),
  }
  return fixture.start()
}

describe("CONFIRM-26: the policy's result", () => {
  it('shows every passed rule with its figures, and the one that required approval', async () => {
    const fixture = await createFixture()
    await fixture.requestAndArm()
    const said = fixture.card().policy
    expect(said.filter(({ result }) => result === 'asks').map(({ rule }) => rule)).toEqual(['ask'])
    expect(said.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining([
        'halt',
        'account',
        'action',
        'product',
        'symbol',
        'hours',
        'per-minute',
        'pending',
        'working',
        'per-order',
        'per-day',
        'per-symbol',
      ]),
    )
    expect(said.find(({ rule }) => rule === 'per-order')?.text).toBe(
      'Order value $1,875.00 (limit $2,000.00)',
    )
    expect(said.find(({ rule }) => rule === 'per-day')?.text).toBe('$1,875.00 of $5,000.00 per day')
  })

  it('includes pending and approved instructions on the next card', async () => {
    const fixture = await createFixture()
    await fixture.requestAndArm()
    expect(await fixture.approve()).toBe('ok')
    await fixture.request('k2', draft('187.40'))
    fixture.service.confirm.show(fixture.latest().id)
    await fixture.drawCards()
    expect(fixture.card().policy.find(({ rule }) => rule === 'per-day')?.text).toBe(
      '$3,749.00 of $5,000.00 per day',
    )
  })

  it('gives the assistant and the audit chain the limit that denied, without a card', async () => {
    const fixture = await createFixture()
    const answer = await fixture.request('k1', draft('187.50', '11'))
    expect(answer).toMatchObject({
      ok: false,
      error: {
        code: 'over-limit',
        message: 'Order value $2,062.50, over the limit of $2,000.00 per order',
      },
    })
    expect(fixture.service.confirm.live.get().card).toBeNull()
    expect(fixture.auditRecords('refused')).toMatchObject([{ body: { code: 'over-limit' } }])
  })

  it('is evaluated again before sending when a limit was lowered meanwhile', async () => {
    const fixture = await createFixture()
    await fixture.requestAndArm()
    const decision = fixture.decision()
    fixture.policy = { ...fixture.policy, maxOrder: asMoney(dec('1874.99')) }
    expect((await fixture.service.decisions.decide(decision)).ok).toBe(false)
    expect([fixture.sent, fixture.latest()]).toMatchObject([
      [],
      { status: 'REJECTED', ending: { why: 'withdrawn' } },
    ])
  })
})
