import { describe, expect, test } from 'vitest'
import type { AuditBody } from '../../../../electron/core/audit/audit-port.js'
import type { Refusal, RefusalCode } from '../../../../electron/core/instructions/assistant-port.js'
import { createRefusalLedger } from '../../../../electron/core/instructions/refusal-ledger.js'
import type { ConnectionId } from '../../../../shared/domain/instruction.js'
import { ok } from '../../../../shared/domain/result.js'
import { World } from '../../../simulation/core/world.js'

const ONE = '00000000000000a1' as ConnectionId
const OTHER = '00000000000000b2' as ConnectionId
const refusal = (code: RefusalCode, message = 'No.'): Refusal => ({ code, message })

function rig() {
  const world = new World(5)
  const chain: [string, string, AuditBody][] = []
  const ledger = createRefusalLedger({
    timers: world.timers(),
    audit: {
      append: (_kind, subject, line, body) => {
        chain.push([subject, line, body])
        return Promise.resolve(ok({ seq: chain.length, hash: '' }))
      },
    },
  })
  return { chain, ledger, later: (ms: number) => world.run(world.now + ms) }
}

describe('rule 37: what assistants are refused is on the chain, and cannot make it grow without end', () => {
  test('the first at once; what follows within a minute is counted; each connection and each reason for itself', async () => {
    const { chain, ledger, later } = rig()
    await ledger.note(ONE, refusal('over-limit'), { request: 'a' })
    await ledger.note(ONE, refusal('paused'), { request: 'b' })
    await ledger.note(OTHER, refusal('over-limit'), { request: 'c' })
    for (const request of ['d', 'e', 'f']) {
      await ledger.note(ONE, refusal('over-limit', `No, ${request}.`), { request })
    }
    const first = [
      [ONE, 'No.', { request: 'a', code: 'over-limit' }],
      [ONE, 'No.', { request: 'b', code: 'paused' }],
      [OTHER, 'No.', { request: 'c', code: 'over-limit' }],
    ]
    expect(chain).toEqual(first)
    await later(60_000)
    expect(chain).toEqual([
      ...first,
      [ONE, 'No, f. (and 3 more within a minute)', { request: 'f', code: 'over-limit', more: 3 }],
    ])
  })

  test('after the minute the next one is a record at once again', async () => {
    const { chain, ledger, later } = rig()
    for (const request of ['a', 'b']) {
      await ledger.note(ONE, refusal('invalid'), { request })
      await later(61_000)
    }
    expect(chain.map(([, , body]) => body)).toEqual([
      { request: 'a', code: 'invalid' },
      { request: 'b', code: 'invalid' },
    ])
  })

  test('an hour of asking four times a second is at most two records a minute', async () => {
    const { chain, ledger, later } = rig()
    for (let call = 0; call < 4 * 3_600; call += 1) {
      await ledger.note(ONE, refusal('paused'), { call })
      await later(250)
    }
    ledger.close()
    expect(chain.length).toBeLessThanOrEqual(2 * 60 + 1)
    expect(
      chain.reduce((sum, [, , { more }]) => sum + (typeof more === 'number' ? more : 1), 0),
      'and none is missing',
    ).toBe(4 * 3_600)
  })

  test('what was counted is written when the room closes', async () => {
    const { chain, ledger, later } = rig()
    for (const request of ['a', 'b']) {
      await ledger.note(ONE, refusal('halted', 'x'.repeat(900)), { request })
    }
    ledger.close()
    expect(chain.map(([, line, body]) => [line.length, body['more']])).toEqual([
      [260, undefined],
      [289, 1],
    ])
    await later(120_000)
    expect(chain).toHaveLength(2)
  })
})
