import { describe, expect, it } from 'vitest'
import { openConnections } from '../../../electron/core/instructions/connections.js'
import { DEFAULT_POLICIES } from '../../../electron/core/instructions/connection-file.js'
import { judgePolicy } from '../../../electron/core/instructions/judge.js'
import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import { asMoney, asPrice, dec } from '../../../shared/domain/decimal.js'
import { ENVIRONMENTS } from '../../../shared/domain/environment.js'
import { symbol } from '../../../shared/domain/ids.js'
import { epochMs } from '../../../shared/domain/time.js'
import { fakeDocument } from '../../fakes/document.js'
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

/** A connection with a rule for AAPL up to this much and until so long from now. */
async function desk(
  environment: DeskWorld['environment'],
  most: string,
  forMs: number,
): Promise<DeskWorld> {
  const at = new DeskWorld()
  Object.assign(at, { environment })
  at.desk.dispose()
  at.judge = judgePolicy
  at.facts = { quote, price: quote, balance }
  at.policy = {
    allow: [
      { symbol: symbol('AAPL'), maxOrder: asMoney(dec(most)), until: epochMs(at.wall() + forMs) },
    ],
  }
  await at.restart()
  return at
}

describe('rule 33: "always allow" is a rule with a limit and an end, and never in production', () => {
  it('no environment begins with such a rule', () => {
    expect(ENVIRONMENTS.map((environment) => DEFAULT_POLICIES[environment].allow)).toEqual([
      [],
      [],
      [],
    ])
  })

  it.each(['practice', 'sandbox'] as const)(
    'in %s it lets an order through without a card, and the chain says that nobody was asked',
    async (environment) => {
      const at = await desk(environment, '1875', 60_000)
      await at.ask('k1')
      await at.pass(100)
      expect(at.sent).toHaveLength(1)
      expect(at.desk.confirm.get().card).toBeNull()
      expect(at.only().ending?.why).toBe('allowed-by-rule')
      expect(at.kinds('decided')).toMatchObject([{ body: { by: 'rule', shown: null } }])
    },
  )

  it.each([
    ['a cent over its limit', '1874.99', 60_000, draft()],
    ['at its end', '5000', 0, draft()],
    ['another symbol', '5000', 60_000, draft('187.50', '10', { symbol: symbol('MSFT') })],
    ['a dangerous order', '100000', 60_000, draft('187.50', '10', { side: 'short' })],
  ])('it asks all the same: %s', async (_what, most, forMs, of) => {
    const at = await desk('practice', most, forMs)
    await at.ask('k1', of)
    await at.pass(100)
    expect([at.sent, at.only().status]).toEqual([[], 'PENDING'])
  })

  it('in production a rule that somehow stands in the file lets nothing through, and none can be set', async () => {
    const at = await desk('production', '5000', 60_000)
    await at.ask('k1')
    await at.pass(100)
    expect([at.sent, at.only().status]).toEqual([[], 'PENDING'])
    const connections = await openConnections({
      file: fakeDocument(),
      clock: at.world.clock,
      random: at.world.random(),
      crypto: nodeCrypto,
      log: { event: () => undefined },
      environment: 'production',
    })
    const paired = await connections.pair('Helper', false)
    if (!paired.ok) throw new Error('not paired')
    const { id, policy } = paired.value.connection
    expect(
      (
        await connections.setPolicy(id, {
          ...policy,
          allow: [
            {
              symbol: symbol('AAPL'),
              maxOrder: asMoney(dec('1')),
              until: epochMs(at.wall() + 60_000),
            },
          ],
        })
      ).ok,
    ).toBe(false)
    expect(connections.get(id)?.policy.allow).toEqual([])
  })
})
