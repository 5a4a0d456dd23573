import { describe, expect, it } from 'vitest'
import { evaluatePolicy } from '../../../../electron/core/instructions/policy/policy-engine.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { asMoney, dec } from '../../../../shared/domain/decimal.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { InstructionFixture, RICH } from '../harness/instruction-fixture.js'

/**
 * Lets the disk take its time with what a rule approves; returns the function that ends the wait.
 */
function slowRule(fixture: InstructionFixture): () => void {
  let end = (): void => undefined
  const written = new Promise<void>((resolve) => {
    end = resolve
  })
  fixture.ruleGate = () => written
  return () => end()
}

describe('CONFIRM-33: an order that a rule approves', () => {
  const rule = {
    symbol: symbol('AAPL'),
    maxOrder: asMoney(dec('2000')),
    total: asMoney(dec('1000000')),
    used: asMoney(dec('0')),
    until: epochMs(9_000_000_000_000),
  }
  const createFixture = async (
    over: Partial<typeof rule> = {},
    environment: InstructionFixture['environment'] = 'practice',
  ): Promise<InstructionFixture> => {
    const fixture = new InstructionFixture()
    fixture.environment = environment
    fixture.evaluatePolicy = evaluatePolicy
    fixture.facts = { balance: RICH }
    fixture.policy = { allow: [{ ...rule, ...over }] }
    await fixture.restart()
    return fixture
  }

  it('is sent at once in practice and sandbox, recorded, and sent once for repeated calls', async () => {
    for (const environment of ['practice', 'sandbox'] as const) {
      const fixture = await createFixture({}, environment)
      await fixture.request('k1')
      await fixture.request('k1')
      await fixture.advance(10)
      expect(fixture.sent).toHaveLength(1)
      expect(fixture.latest()).toMatchObject({
        status: 'APPROVED',
        ending: { why: 'allowed-by-rule' },
        outcome: { state: 'acknowledged' },
      })
      expect(fixture.auditRecords('decided')[0]?.body).toMatchObject({ by: 'rule', shown: null })
      expect(fixture.service.confirm.live.get().card).toBeNull()
    }
  })

  it.each([
    ['over the rule’s limit', { maxOrder: asMoney(dec('1874.99')) }, 'practice'],
    ['after the rule’s end', { until: epochMs(1_000) }, 'practice'],
    ['in production', {}, 'production'],
  ] as const)('needs approval: %s', async (_what, over, environment) => {
    const fixture = await createFixture(over, environment)
    await fixture.request('k1')
    await fixture.advance(1_000)
    expect([fixture.sent.length, fixture.latest().status]).toEqual([0, 'PENDING'])
  })

  it('is sent however long the rule is written, because its own time is not over', async () => {
    const fixture = await createFixture()
    const write = slowRule(fixture)
    void fixture.request('k1')
    await fixture.advance(5_000)
    expect(fixture.latest().status).toBe('PENDING')
    write()
    await fixture.advance(1_000)
    expect(fixture.latest()).toMatchObject({
      status: 'APPROVED',
      outcome: { state: 'acknowledged' },
    })
  })

  it.each([
    ['the rule allows', {}],
    ['the rule does not allow any more', { total: asMoney(dec('1')) }],
  ])(
    'is neither sent, decided nor shown when it ended while the rule was written: %s',
    async (_what, over) => {
      const fixture = await createFixture()
      const write = slowRule(fixture)
      void fixture.request('k1')
      await fixture.advance(1_000)
      fixture.halt()
      await fixture.advance(1_000)
      fixture.policy = { allow: [{ ...rule, ...over }] }
      write()
      await fixture.advance(1_000)
      expect(fixture.latest().status).toBe('REJECTED')
      expect(fixture.sent).toEqual([])
      expect(fixture.auditRecords('decided')).toEqual([])
      expect(fixture.service.confirm.live.get()).toMatchObject({ card: null, batch: [] })
    },
  )

  it('needs approval when the rule was removed while the request was written', async () => {
    const fixture = await createFixture()
    let writes = 0
    fixture.diskGate = async () => {
      writes += 1
      if (writes === 2) fixture.policy = {}
      await Promise.resolve()
    }
    await fixture.request('k1')
    await fixture.advance(1_000)
    expect([fixture.sent.length, fixture.latest().status]).toEqual([0, 'PENDING'])
  })
})
