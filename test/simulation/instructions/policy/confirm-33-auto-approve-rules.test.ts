import { describe, expect, it } from 'vitest'
import { openConnections } from '../../../../electron/core/instructions/connections/connections.js'
import { DEFAULT_POLICIES } from '../../../../electron/core/instructions/connections/connection-file.js'
import { evaluatePolicy } from '../../../../electron/core/instructions/policy/policy-engine.js'
import { nodeCrypto } from '../../../../electron/adapters/crypto.js'
import { asMoney, asPrice, dec } from '../../../../shared/domain/decimal.js'
import { ENVIRONMENTS } from '../../../../shared/domain/environment.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { fakeDocument } from '../../../fakes/document.js'
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

/** Creates a connection with a rule for AAPL up to this amount, for this long from now. */
async function createFixture(
  environment: InstructionFixture['environment'],
  maxOrder: string,
  forMs: number,
): Promise<InstructionFixture> {
  const fixture = new InstructionFixture()
  Object.assign(fixture, { environment })
  fixture.service.dispose()
  fixture.evaluatePolicy = evaluatePolicy
  fixture.facts = { quote, price: quote, balance }
  fixture.policy = {
    allow: [
      {
        symbol: symbol('AAPL'),
        maxOrder: asMoney(dec(maxOrder)),
        total: asMoney(dec('1000000')),
        used: asMoney(dec('0')),
        until: epochMs(fixture.wall() + forMs),
      },
    ],
  }
  await fixture.restart()
  return fixture
}

describe('CONFIRM-33: auto-approve rules have a limit and an end, and never exist in production', () => {
  it('exist in no environment by default', () => {
    expect(ENVIRONMENTS.map((environment) => DEFAULT_POLICIES[environment].allow)).toEqual([
      [],
      [],
      [],
    ])
  })

  it.each(['practice', 'sandbox'] as const)(
    'approve an order without a card in %s, and the record says that a rule decided',
    async (environment) => {
      const fixture = await createFixture(environment, '1875', 60_000)
      await fixture.request('k1')
      await fixture.advance(100)
      expect(fixture.sent).toHaveLength(1)
      expect(fixture.service.confirm.live.get().card).toBeNull()
      expect(fixture.latest().ending?.why).toBe('allowed-by-rule')
      expect(fixture.auditRecords('decided')).toMatchObject([{ body: { by: 'rule', shown: null } }])
    },
  )

  it.each([
    ['a cent over the rule’s limit', '1874.99', 60_000, draft()],
    ['after the rule’s end', '5000', 0, draft()],
    ['another symbol', '5000', 60_000, draft('187.50', '10', { symbol: symbol('MSFT') })],
    ['a dangerous order', '100000', 60_000, draft('187.50', '10', { side: 'short' })],
  ])('leave the decision to the person: %s', async (_what, maxOrder, forMs, order) => {
    const fixture = await createFixture('practice', maxOrder, forMs)
    await fixture.request('k1', order)
    await fixture.advance(100)
    expect([fixture.sent, fixture.latest().status]).toEqual([[], 'PENDING'])
  })

  it('approve nothing in production even when stored, and cannot be set there', async () => {
    const fixture = await createFixture('production', '5000', 60_000)
    await fixture.request('k1')
    await fixture.advance(100)
    expect([fixture.sent, fixture.latest().status]).toEqual([[], 'PENDING'])
    const connections = await openConnections({
      file: fakeDocument(),
      clock: fixture.simulation.clock,
      random: fixture.simulation.random(),
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
              total: asMoney(dec('1')),
              used: asMoney(dec('0')),
              until: epochMs(fixture.wall() + 60_000),
            },
          ],
        })
      ).ok,
    ).toBe(false)
    expect(connections.get(id)?.policy.allow).toEqual([])
  })
})
