import { describe, expect, test } from 'vitest'
import type { AuditBody } from '../../../../../electron/core/audit/audit-port.js'
import type { Refusal, RefusalCode } from '../../../../../shared/domain/instructions/refusal.js'
import { createRefusalLog } from '../../../../../electron/core/instructions/connections/refusal-log.js'
import type { ConnectionId } from '../../../../../shared/domain/ids.js'
import { ok } from '../../../../../shared/domain/result.js'
import { Simulation } from '../../../../simulation/core/simulation.js'
import { foreign } from '../../../../../shared/messages/make-message.js'

const OWN = '00000000000000a1' as ConnectionId
const OTHER = '00000000000000b2' as ConnectionId
const refusal = (code: RefusalCode, message = 'No.'): Refusal => ({
  code,
  message: foreign(message),
})

function createFixture() {
  const simulation = new Simulation(5)
  const chain: [string, string, AuditBody][] = []
  const refusalLog = createRefusalLog({
    timers: simulation.timers(),
    audit: {
      append: (_kind, subject, line, body) => {
        chain.push([subject, line, body])
        return Promise.resolve(ok({ seq: chain.length, hash: '' }))
      },
    },
  })
  return { chain, refusalLog, advance: (ms: number) => simulation.run(simulation.now + ms) }
}

describe('CONFIRM-37: the refusal log', () => {
  test('writes the first refusal at once and counts the rest of a minute by connection and code', async () => {
    const { chain, refusalLog, advance } = createFixture()
    await refusalLog.record(OWN, refusal('over-limit'), { request: 'a' })
    await refusalLog.record(OWN, refusal('paused'), { request: 'b' })
    await refusalLog.record(OTHER, refusal('over-limit'), { request: 'c' })
    for (const request of ['d', 'e', 'f']) {
      await refusalLog.record(OWN, refusal('over-limit', `No, ${request}.`), { request })
    }
    const first = [
      [OWN, 'No.', { request: 'a', code: 'over-limit' }],
      [OWN, 'No.', { request: 'b', code: 'paused' }],
      [OTHER, 'No.', { request: 'c', code: 'over-limit' }],
    ]
    expect(chain).toEqual(first)
    await advance(60_000)
    expect(chain).toEqual([
      ...first,
      [OWN, 'No, f. (and 3 more within a minute)', { request: 'f', code: 'over-limit', more: 3 }],
    ])
  })

  test('writes the next refusal at once after the minute', async () => {
    const { chain, refusalLog, advance } = createFixture()
    for (const request of ['a', 'b']) {
      await refusalLog.record(OWN, refusal('invalid'), { request })
      await advance(61_000)
    }
    expect(chain.map(([, , body]) => body)).toEqual([
      { request: 'a', code: 'invalid' },
      { request: 'b', code: 'invalid' },
    ])
  })

  test('writes at most two records a minute for four refusals a second', async () => {
    const { chain, refusalLog, advance } = createFixture()
    for (let call = 0; call < 4 * 3_600; call += 1) {
      await refusalLog.record(OWN, refusal('paused'), { call })
      await advance(250)
    }
    refusalLog.close()
    expect(chain.length).toBeLessThanOrEqual(2 * 60 + 1)
    expect(
      chain.reduce((sum, [, , { more }]) => sum + (typeof more === 'number' ? more : 1), 0),
      'and none is missing',
    ).toBe(4 * 3_600)
  })

  test('writes the counted refusals when it closes', async () => {
    const { chain, refusalLog, advance } = createFixture()
    for (const request of ['a', 'b']) {
      await refusalLog.record(OWN, refusal('halted', 'x'.repeat(900)), { request })
    }
    refusalLog.close()
    expect(chain.map(([, line, body]) => [line.length, body['more']])).toEqual([
      [260, undefined],
      [289, 1],
    ])
    await advance(120_000)
    expect(chain).toHaveLength(2)
  })
})
