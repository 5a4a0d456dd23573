import { describe, expect, it } from 'vitest'
import { ASSISTANT, DeskWorld, draft } from '../simulation/instructions/desk-world.js'

describe('SEC-24: a decision is for one card, as it is shown, once', () => {
  it('sends what was shown, and only after approve is armed', async () => {
    const at = new DeskWorld()
    await at.start()
    await at.ask('k1')
    await at.look(1_400)
    expect((await at.desk.decide(at.decision())).ok).toBe(false)
    expect(at.sent).toHaveLength(0)
    await at.look(400)
    const decision = at.decision()
    const done = await at.desk.decide(decision)
    expect(done.ok ? 'done' : done.error.message).toBe('done')
    expect(at.sent).toHaveLength(1)
    expect((await at.desk.decide(decision)).ok).toBe(false)
    expect(at.sent).toHaveLength(1)
    expect(at.audit.findIndex(({ kind }) => kind === 'sent')).toBeGreaterThan(
      at.audit.findIndex(({ kind }) => kind === 'decided'),
    )
  })

  it('refuses another digest, another nonce, and a card that was not drawn', async () => {
    const at = new DeskWorld()
    await at.start()
    await at.ask('k1')
    await at.world.run(3_000)
    expect((await at.desk.decide(at.decision())).ok).toBe(false)
    await at.look(2_000)
    expect((await at.desk.decide(at.decision({ digest: '0'.repeat(64) }))).ok).toBe(false)
    expect((await at.desk.decide(at.decision({ nonce: '0'.repeat(32) }))).ok).toBe(false)
    expect(at.sent).toHaveLength(0)
  })

  it.each(['decided', 'sent'] as const)(
    'sends nothing when the %s record cannot be written',
    async (kind) => {
      const at = new DeskWorld()
      await at.start()
      await at.ask('k1')
      await at.look(2_000)
      at.auditFails = kind
      await at.desk.decide(at.decision())
      expect(at.sent).toHaveLength(0)
    },
  )
})

describe('SEC-23: a request that comes again is the same instruction', () => {
  it('over repeats, a changed order and a restart', async () => {
    const at = new DeskWorld()
    await at.start()
    const first = await at.ask('k1')
    const again = await at.ask('k1', draft('187.5'))
    expect(again.ok && first.ok && again.value[0]?.id === first.value[0]?.id).toBe(true)
    const other = await at.ask('k1', draft('188.00'))
    expect(other.ok ? '' : other.error.code).toBe('key-conflict')
    await at.look(2_000)
    await at.desk.decide(at.decision())
    await at.restart()
    const late = await at.ask('k1')
    expect(late.ok && first.ok && late.value[0]?.id === first.value[0]?.id).toBe(true)
    expect(at.sent).toHaveLength(1)
  })
})

describe('SEC-25: what withdraws', () => {
  it.each(['restart', 'halt', 'lock', 'time', 'pause'] as const)('%s', async (why) => {
    const at = new DeskWorld()
    await at.start()
    await at.ask('k1')
    await at.look(2_000)
    const decision = at.decision()
    if (why === 'restart') await at.restart()
    if (why === 'halt') at.halt()
    if (why === 'lock') at.desk.disturbed('locked')
    if (why === 'time') await at.world.run(at.world.now + 16 * 60_000)
    if (why === 'pause') await at.desk.withdraw('paused', ASSISTANT)
    expect(at.desk.of(ASSISTANT)[0]?.status).toBe(why === 'time' ? 'EXPIRED' : 'REJECTED')
    expect((await at.desk.decide(decision)).ok).toBe(false)
    expect(at.sent).toHaveLength(0)
  })
})
