import { describe, expect, it } from 'vitest'
import {
  ASSISTANT,
  InstructionFixture,
} from '../simulation/instructions/harness/instruction-fixture.js'
import { draft } from '../simulation/instructions/harness/fake-order-gateway.js'
import { inEnglish } from '../../shared/messages/format-message.js'

describe('SEC-24: a decision is for one card as displayed, once', () => {
  it('sends the displayed order, and only after approve is armed', async () => {
    const fixture = new InstructionFixture()
    await fixture.start()
    await fixture.request('k1')
    await fixture.drawCards(1_400)
    expect((await fixture.service.decisions.decide(fixture.decision())).ok).toBe(false)
    expect(fixture.sent).toHaveLength(0)
    await fixture.drawCards(400)
    const decision = fixture.decision()
    const done = await fixture.service.decisions.decide(decision)
    expect(done.ok ? 'done' : inEnglish(done.error.message)).toBe('done')
    expect(fixture.sent).toHaveLength(1)
    expect((await fixture.service.decisions.decide(decision)).ok).toBe(false)
    expect(fixture.sent).toHaveLength(1)
    expect(fixture.audit.findIndex(({ kind }) => kind === 'sent')).toBeGreaterThan(
      fixture.audit.findIndex(({ kind }) => kind === 'decided'),
    )
  })

  it('refuses another digest, another nonce, and a card that was not drawn', async () => {
    const fixture = new InstructionFixture()
    await fixture.start()
    await fixture.request('k1')
    await fixture.simulation.run(3_000)
    expect((await fixture.service.decisions.decide(fixture.decision())).ok).toBe(false)
    await fixture.drawCards(2_000)
    expect(
      (await fixture.service.decisions.decide(fixture.decision({ digest: '0'.repeat(64) }))).ok,
    ).toBe(false)
    expect(
      (await fixture.service.decisions.decide(fixture.decision({ nonce: '0'.repeat(32) }))).ok,
    ).toBe(false)
    expect(fixture.sent).toHaveLength(0)
  })

  it.each(['decided', 'sent'] as const)(
    'sends nothing when the %s record cannot be written',
    async (kind) => {
      const fixture = new InstructionFixture()
      await fixture.start()
      await fixture.request('k1')
      await fixture.drawCards(2_000)
      fixture.auditFails = kind
      await fixture.service.decisions.decide(fixture.decision())
      expect(fixture.sent).toHaveLength(0)
    },
  )
})

describe('SEC-23: a repeated request is the same instruction', () => {
  it('a request stays the same instruction over repeats, a changed order and a restart', async () => {
    const fixture = new InstructionFixture()
    await fixture.start()
    const first = await fixture.request('k1')
    const repeated = await fixture.request('k1', draft('187.5'))
    expect(repeated.ok && first.ok && repeated.value[0]?.id === first.value[0]?.id).toBe(true)
    const other = await fixture.request('k1', draft('188.00'))
    expect(other.ok ? '' : other.error.code).toBe('key-conflict')
    await fixture.drawCards(2_000)
    await fixture.service.decisions.decide(fixture.decision())
    await fixture.restart()
    const late = await fixture.request('k1')
    expect(late.ok && first.ok && late.value[0]?.id === first.value[0]?.id).toBe(true)
    expect(fixture.sent).toHaveLength(1)
  })
})

describe('SEC-25: a pending instruction ends, never as approved, on', () => {
  it.each(['restart', 'halt', 'lock', 'time', 'pause'] as const)('%s', async (why) => {
    const fixture = new InstructionFixture()
    await fixture.start()
    await fixture.request('k1')
    await fixture.drawCards(2_000)
    const decision = fixture.decision()
    if (why === 'restart') await fixture.restart()
    if (why === 'halt') fixture.halt()
    if (why === 'lock') fixture.service.handleInterruption('locked')
    if (why === 'time') await fixture.simulation.run(fixture.simulation.now + 16 * 60_000)
    if (why === 'pause') await fixture.service.endings.withdraw('paused', ASSISTANT)
    expect(fixture.service.byConnection(ASSISTANT)[0]?.status).toBe(
      why === 'time' ? 'EXPIRED' : 'REJECTED',
    )
    expect((await fixture.service.decisions.decide(decision)).ok).toBe(false)
    expect(fixture.sent).toHaveLength(0)
  })
})
