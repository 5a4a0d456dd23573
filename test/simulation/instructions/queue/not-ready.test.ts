import { describe, expect, it } from 'vitest'
import { refused } from '../../../../electron/assistant/refusals.js'
import { notReadyReason } from '../../../../electron/core/instructions/assistant/not-ready-reason.js'
import { SESSION_PHASES } from '../../../../shared/domain/session/session-view.js'
import { ASSISTANT, InstructionFixture } from '../harness/instruction-fixture.js'
import { draft } from '../harness/fake-order-gateway.js'
import type { Refusal } from '../../../../shared/domain/instructions/refusal.js'

const STARTING = notReadyReason({ phase: 'starting' })

describe('requests before the session is ready', () => {
  it('are refused as not-ready in every phase without known accounts and orders, and no other', () => {
    expect(
      SESSION_PHASES.map((phase) => [phase, notReadyReason({ phase })?.code ?? 'ready']),
    ).toEqual([
      ['starting', 'not-ready'],
      ['signing-in', 'not-ready'],
      ['ready', 'ready'],
      ['reconnecting', 'ready'],
      ['attention', 'not-ready'],
      ['signed-out', 'not-ready'],
    ])
  })

  it('store and place nothing, and the same call is accepted later', async () => {
    const fixture = await new InstructionFixture().start()
    fixture.notReadyReason = STARTING
    const answer = await fixture.request('k1')
    expect(answer).toEqual({
      ok: false,
      error: {
        code: 'not-ready',
        message: 'Countersign is not ready: it is still connecting to the broker.',
      },
    })
    const result = refused(STARTING as Refusal, 'instruct')
    expect(JSON.stringify(result.content)).toContain(
      'Nothing was requested and nothing was sent. Try again in a moment.',
    )
    expect([
      fixture.instructions().length,
      fixture.journalLines.length,
      fixture.auditRecords('refused').length,
    ]).toEqual([0, 0, 0])
    fixture.notReadyReason = null
    expect((await fixture.request('k1')).ok).toBe(true)
    expect(fixture.instructions()).toHaveLength(1)
  })

  it('do not report an order as unknown before orders are loaded', async () => {
    const fixture = await new InstructionFixture().start()
    fixture.notReadyReason = STARTING
    const { accountId } = draft()
    expect(
      await fixture.service.intake.instruct(ASSISTANT, {
        key: 'c',
        reason: '',
        action: { kind: 'cancel', accountId, clientOrderId: 'a'.repeat(32) as never },
      }),
    ).toMatchObject({ ok: false, error: { code: 'not-ready' } })
  })

  it('do not pause the assistant, however often they are repeated', async () => {
    const fixture = await new InstructionFixture().start()
    fixture.notReadyReason = STARTING
    for (let count = 0; count < 10; count += 1) await fixture.request(`k${count}`)
    expect(fixture.pauses).toEqual([])
  })

  it('leave nothing pending when the session ends while one is written', async () => {
    const fixture = await new InstructionFixture().start()
    let writes = 0
    fixture.diskGate = async () => {
      writes += 1
      if (writes === 2) fixture.notReadyReason = notReadyReason({ phase: 'signed-out' })
      await Promise.resolve()
    }
    expect(await fixture.request('k1')).toMatchObject({ ok: false, error: { code: 'not-ready' } })
    expect(fixture.instructions().filter(({ status }) => status === 'PENDING')).toEqual([])
  })

  it('find an earlier instruction when the same call comes again', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.request('k1')
    fixture.notReadyReason = notReadyReason({ phase: 'attention' })
    expect((await fixture.request('k1')).ok).toBe(true)
    expect(fixture.instructions()).toHaveLength(1)
  })
})
