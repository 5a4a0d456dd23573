import { describe, expect, it } from 'vitest'
import { refused } from '../../../electron/assistant/refusals.js'
import { notReady } from '../../../electron/core/instructions/readiness.js'
import { SESSION_PHASES } from '../../../shared/ipc/views.js'
import { ASSISTANT, DeskWorld, draft } from './desk-world.js'

const STARTING = notReady({ phase: 'starting' })

describe('asked before the desk is ready', () => {
  it('every phase in which accounts and orders are not known is told as not ready, and no other', () => {
    expect(SESSION_PHASES.map((phase) => [phase, notReady({ phase })?.code ?? 'ready'])).toEqual([
      ['starting', 'not-ready'],
      ['signing-in', 'not-ready'],
      ['ready', 'ready'],
      ['reconnecting', 'ready'],
      ['attention', 'not-ready'],
      ['signed-out', 'not-ready'],
    ])
  })

  it('an order is refused as not ready: nothing is placed, nothing kept, and the same call is taken a moment later', async () => {
    const at = await new DeskWorld().start()
    at.unready = STARTING
    const answer = await at.ask('k1')
    expect(answer).toEqual({
      ok: false,
      error: {
        code: 'not-ready',
        message: 'The desk is not ready: it is still connecting to its broker.',
      },
    })
    const told = answer.ok ? null : refused(answer.error, 'instruct')
    expect(JSON.stringify(told?.content)).toContain(
      'Nothing was asked for and nothing was sent. Try again in a moment.',
    )
    expect([at.all().length, at.lines.length, at.kinds('refused').length]).toEqual([0, 0, 0])
    at.unready = null
    expect((await at.ask('k1')).ok).toBe(true)
    expect(at.all()).toHaveLength(1)
  })

  it('a cancel of an order that is not read yet is not "unknown"', async () => {
    const at = await new DeskWorld().start()
    at.unready = STARTING
    const { accountId } = draft()
    expect(
      await at.desk.instruct(ASSISTANT, {
        key: 'c',
        reason: '',
        action: { kind: 'cancel', accountId, clientOrderId: 'a'.repeat(32) as never },
      }),
    ).toMatchObject({ ok: false, error: { code: 'not-ready' } })
  })

  it('asking again and again while it starts pauses nobody', async () => {
    const at = await new DeskWorld().start()
    at.unready = STARTING
    for (let count = 0; count < 10; count += 1) await at.ask(`k${count}`)
    expect(at.pauses).toEqual([])
  })

  it('a session that goes away while a request is being written down leaves nothing waiting', async () => {
    const at = await new DeskWorld().start()
    let writes = 0
    at.disk = async () => {
      writes += 1
      if (writes === 2) at.unready = notReady({ phase: 'signed-out' })
      await Promise.resolve()
    }
    expect(await at.ask('k1')).toMatchObject({ ok: false, error: { code: 'not-ready' } })
    expect(at.all().filter(({ status }) => status === 'PENDING')).toEqual([])
  })

  it('what was asked for before is still told when the same call comes again', async () => {
    const at = await new DeskWorld().start()
    await at.ask('k1')
    at.unready = notReady({ phase: 'attention' })
    expect((await at.ask('k1')).ok).toBe(true)
    expect(at.all()).toHaveLength(1)
  })
})
