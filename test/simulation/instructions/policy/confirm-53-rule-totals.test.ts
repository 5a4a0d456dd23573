import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nodeCrypto } from '../../../../electron/adapters/crypto.js'
import { systemRandom } from '../../../../electron/adapters/random.js'
import { openConnections } from '../../../../electron/core/instructions/connections/connections.js'
import { evaluatePolicy } from '../../../../electron/core/instructions/policy/policy-engine.js'
import {
  asMoney,
  asPrice,
  dec,
  decimalText,
  fromInteger,
  lte,
} from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { fakeDocument } from '../../../fakes/document.js'
import { runs } from '../../../harness/system/effort.js'
import { InstructionFixture, RICH } from '../harness/instruction-fixture.js'
import { draft, held } from '../harness/fake-order-gateway.js'

const AAPL = symbol('AAPL')
const money = (text: string) => asMoney(dec(text))
const rule = (maxOrder: string, total: string) => ({
  symbol: AAPL,
  maxOrder: money(maxOrder),
  total: money(total),
  used: money('0'),
  until: epochMs(9_000_000_000_000),
})

const openFixture = async (maxOrder: string, total: string): Promise<InstructionFixture> => {
  const fixture = new InstructionFixture()
  fixture.evaluatePolicy = evaluatePolicy
  fixture.facts = { balance: RICH }
  fixture.policy = {
    allow: [rule(maxOrder, total)],
    maxPerMinute: 1_000,
    maxPending: 1_000,
    ordersPerDay: 1_000,
    maxDay: money('1000000'),
    maxWorking: 1_000,
  }
  await fixture.restart()
  return fixture
}

/** Opens the list of paired assistants over a file, with one assistant that has this rule. */
async function openPaired(file: ReturnType<typeof fakeDocument>, total: string) {
  const connections = await openConnections({
    file,
    clock: { now: () => epochMs(1_800_000_000_000), monotonic: () => 0 },
    random: systemRandom,
    crypto: nodeCrypto,
    log: { event: () => undefined },
    environment: 'practice',
  })
  const [known] = connections.all()
  if (known !== undefined) return { connections, id: known.id }
  const paired = await connections.pair('Helper', false)
  if (!paired.ok) throw new Error('not paired')
  const { id, policy } = paired.value.connection
  await connections.setPolicy(id, { ...policy, allow: [rule(total, total)] })
  return { connections, id }
}

describe('CONFIRM-53: the total of an auto-approve rule', () => {
  it('approves one of 110 orders of 60 dollars under a rule of 100; the person decides on the rest', async () => {
    const fixture = await openFixture('100', '100')
    for (let index = 0; index < 110; index += 1) {
      await fixture.request(`k${index}`, draft('60', '1'))
      await fixture.advance(1_000)
    }
    expect(fixture.sent).toHaveLength(1)
    expect(fixture.policy.allow?.map(({ used }) => decimalText(used))).toEqual(['60'])
  })

  it('counts sales of a position, in any number of pieces', async () => {
    const fixture = await openFixture('100', '150')
    const sale = { ...draft('60', '1'), side: 'sell' as const }
    const price = {
      symbol: AAPL,
      bid: asPrice(dec('60')),
      ask: asPrice(dec('60')),
      last: asPrice(dec('60')),
    }
    const quote = price as never
    fixture.facts = { balance: RICH, position: held(sale, '100'), quote, price: quote }
    for (let index = 0; index < 10; index += 1) {
      await fixture.request(`k${index}`, { ...sale, limitPrice: draft(`60.0${index}`).limitPrice })
      await fixture.advance(1_000)
    }
    expect(fixture.sent.length).toBeLessThanOrEqual(2)
    expect(fixture.sent.length).toBeGreaterThan(0)
  })

  it('is not exceeded by requests at the same time, and counts across restarts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 1_000 }),
        async (values, total) => {
          const file = fakeDocument()
          const text = String(total)
          const first = await openPaired(file, text)
          const spend = async (
            { connections, id }: Awaited<ReturnType<typeof openPaired>>,
            all: readonly number[],
          ): Promise<number> => {
            const answers = await Promise.all(
              all.map((value) => connections.spendRule(id, AAPL, asMoney(fromInteger(value)))),
            )
            return all.reduce((sum, value, index) => sum + (answers[index] === true ? value : 0), 0)
          }
          const before = await spend(first, values)
          const next = await openPaired(file, text)
          const after = await spend(next, values)
          const [stored] = next.connections.get(next.id)?.policy.allow ?? []
          if (stored === undefined) throw new Error('no rule')
          expect(decimalText(stored.used)).toBe(String(before + after))
          expect(lte(stored.used, stored.total)).toBe(true)
        },
      ),
      { numRuns: runs(60, 1_000) },
    )
  })

  it('goes on counting when the person saves the limits, whatever the window says was used', async () => {
    const { connections, id } = await openPaired(fakeDocument(), '100')
    expect(await connections.spendRule(id, AAPL, money('70'))).toBe(true)
    const policy = connections.get(id)?.policy
    if (policy === undefined) throw new Error('no policy')
    await connections.setPolicy(id, { ...policy, allow: [rule('100', '120')] })
    expect(connections.get(id)?.policy.allow.map(({ used }) => decimalText(used))).toEqual(['70'])
    expect(await connections.spendRule(id, AAPL, money('60'))).toBe(false)
    expect(await connections.spendRule(id, AAPL, money('50'))).toBe(true)
  })
})
