import { describe, expect, it } from 'vitest'
import { judgePolicy } from '../../../electron/core/instructions/judge.js'
import { asMoney, asPrice, dec } from '../../../shared/domain/decimal.js'
import { symbol } from '../../../shared/domain/ids.js'
import { DeskWorld, draft } from './desk-world.js'

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

async function desk(): Promise<DeskWorld> {
  const at = new DeskWorld()
  at.judge = judgePolicy
  at.facts = { quote, price: quote, balance }
  at.policy = {
    maxOrder: asMoney(dec('2000')),
    maxDay: asMoney(dec('5000')),
    maxSymbolDay: asMoney(dec('4000')),
  }
  return at.start()
}

describe('rule 26: what the policy says of it', () => {
  it('every rule that passed stands on the card with its figures, and which one asked', async () => {
    const at = await desk()
    await at.ready()
    const said = at.card().policy
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
      'Worth $1,875.00 of $2,000.00 per order',
    )
    expect(said.find(({ rule }) => rule === 'per-day')?.text).toBe('$1,875.00 of $5,000.00 a day')
  })

  it('the next card counts what waits and what was approved', async () => {
    const at = await desk()
    await at.ready()
    expect(await at.approve()).toBe('ok')
    await at.ask('k2', draft('187.40'))
    at.desk.show(at.only().id)
    await at.look()
    expect(at.card().policy.find(({ rule }) => rule === 'per-day')?.text).toBe(
      '$3,749.00 of $5,000.00 a day',
    )
  })

  it('what is denied makes no card: the assistant is told which limit, the chain too', async () => {
    const at = await desk()
    const answer = await at.ask('k1', draft('187.50', '11'))
    expect(answer).toMatchObject({
      ok: false,
      error: {
        code: 'over-limit',
        message: 'Worth $2,062.50, over the limit of $2,000.00 per order',
      },
    })
    expect(at.desk.confirm.get().card).toBeNull()
    expect(at.kinds('refused')).toMatchObject([{ body: { code: 'over-limit' } }])
  })

  it('a limit that is lowered while a card is read is judged again before anything is sent', async () => {
    const at = await desk()
    await at.ready()
    const decision = at.decision()
    at.policy = { ...at.policy, maxOrder: asMoney(dec('1874.99')) }
    expect((await at.desk.decide(decision)).ok).toBe(false)
    expect([at.sent, at.only()]).toMatchObject([
      [],
      { status: 'REJECTED', ending: { why: 'withdrawn' } },
    ])
  })
})
