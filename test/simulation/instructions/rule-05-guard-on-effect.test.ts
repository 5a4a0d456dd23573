import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../../build/lib/paths.mjs'
import { asPrice, dec } from '../../../shared/domain/decimal.js'
import { ASSISTANT, DeskWorld, draft, market } from './desk-world.js'
import { orderRow } from './fake-door.js'

describe('rule 5: what can change an order is guarded, whatever it is called', () => {
  it('only the way from a decision calls the order desk', () => {
    const folder = join(ROOT, 'electron', 'core', 'instructions')
    const callers = readdirSync(folder).filter((name) =>
      /\bdoor\.(submit|replace|cancel)\(/.test(readFileSync(join(folder, name), 'utf8')),
    )
    expect(callers).toEqual(['dispatch.ts'])
  })

  it('asking for any effect changes nothing before a person has said so', async () => {
    const at = await new DeskWorld().start()
    at.policy = { maxPending: 50, maxPerMinute: 60 }
    const standing = orderRow(draft(), 'c'.repeat(32))
    at.door.row(standing)
    const on = { accountId: standing.accountId, clientOrderId: standing.clientOrderId }
    const asked = [
      await at.ask('place', draft()),
      await at.ask('market', market()),
      await at.ask('batch', [draft('1'), draft('2')]),
      await at.desk.instruct(ASSISTANT, {
        key: 'replace',
        reason: '',
        action: { kind: 'replace', ...on, change: { limitPrice: asPrice(dec('1')) } },
      }),
      await at.desk.instruct(ASSISTANT, {
        key: 'cancel',
        reason: '',
        action: { kind: 'cancel', ...on },
      }),
    ]
    expect(asked.map(({ ok }) => ok)).toEqual([true, true, true, true, true])
    for (const instruction of at.all()) await at.desk.revoke(ASSISTANT, instruction.id)
    await at.pass(60_000)
    expect([at.sent, at.door.changes]).toEqual([[], []])
    expect(at.all().every(({ status }) => status === 'REJECTED')).toBe(true)
  })
})
