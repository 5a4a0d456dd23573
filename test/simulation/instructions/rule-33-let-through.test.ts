import { describe, expect, it } from 'vitest'
import { judgePolicy } from '../../../electron/core/instructions/judge.js'
import { asMoney, dec } from '../../../shared/domain/decimal.js'
import { epochMs } from '../../../shared/domain/time.js'
import { DeskWorld, draft, RICH } from './desk-world.js'

describe('rule 33: let through by a rule', () => {
  const rule = {
    symbol: draft().symbol,
    maxOrder: asMoney(dec('2000')),
    until: epochMs(9_000_000_000_000),
  }
  const desk = async (
    over: Partial<typeof rule> = {},
    environment: DeskWorld['environment'] = 'practice',
  ): Promise<DeskWorld> => {
    const at = new DeskWorld()
    at.environment = environment
    at.judge = judgePolicy
    at.facts = { balance: RICH }
    at.policy = { allow: [{ ...rule, ...over }] }
    await at.restart()
    return at
  }

  it('in practice and sandbox: sent at once, on the record as that, and once for any number of calls', async () => {
    for (const environment of ['practice', 'sandbox'] as const) {
      const at = await desk({}, environment)
      await at.ask('k1')
      await at.ask('k1')
      await at.pass(10)
      expect(at.sent).toHaveLength(1)
      expect(at.only()).toMatchObject({
        status: 'APPROVED',
        ending: { why: 'allowed-by-rule' },
        outcome: { state: 'acknowledged' },
      })
      expect(at.kinds('decided')[0]?.body).toMatchObject({ by: 'rule', shown: null })
      expect(at.desk.confirm.get().card).toBeNull()
    }
  })

  it.each([
    ['over its limit', { maxOrder: asMoney(dec('1874.99')) }, 'practice'],
    ['after its end', { until: epochMs(1_000) }, 'practice'],
    ['never in production', {}, 'production'],
  ] as const)('%s it is asked', async (_what, over, environment) => {
    const at = await desk(over, environment)
    await at.ask('k1')
    await at.pass(1_000)
    expect([at.sent.length, at.only().status]).toEqual([0, 'PENDING'])
  })

  it('a rule that was taken back while the request was being written down lets nothing through', async () => {
    const at = await desk()
    let writes = 0
    at.disk = async () => {
      writes += 1
      if (writes === 2) at.policy = {}
      await Promise.resolve()
    }
    await at.ask('k1')
    await at.pass(1_000)
    expect([at.sent.length, at.only().status]).toEqual([0, 'PENDING'])
  })
})
