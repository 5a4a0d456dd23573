import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OtherPositions } from '../../../../renderer/stores/other-positions.js'
import type { MainWindow } from '../../../../renderer/stores/main-window.js'
import type { NamedPosition } from '../../../../shared/domain/account/account.js'
import { position } from '../../core/instructions/policy/policy-fixture.js'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

type Reply = { readonly ok: true; readonly value: NamedPosition | null } | { readonly ok: false }

/** Positions of other accounts that main answers with these replies, the last one from then on. */
function positionsWith(...replies: readonly Reply[]) {
  let now = 0
  let calls = 0
  const invoke = async (): Promise<Reply> => {
    const reply = replies[Math.min(calls, replies.length - 1)]
    calls += 1
    return Promise.resolve(reply ?? { ok: false })
  }
  const others = new OtherPositions({ invoke, now: () => now } as unknown as MainWindow)
  return {
    others,
    calls: () => calls,
    pass: async (ms: number) => {
      now += ms
      await vi.advanceTimersByTimeAsync(ms)
    },
  }
}
const seven = position('1', { positionId: 'P7' })
const { accountId } = seven

describe('Positions of accounts that are not selected', () => {
  it('are read once for all rows that name them, and again when they may have changed', async () => {
    const { others, calls, pass } = positionsWith({ ok: true, value: seven })
    await Promise.all([others.request(accountId, 'P7'), others.request(accountId, 'P7')])
    expect([calls(), others.get(accountId, 'P7')]).toEqual([1, seven])
    await pass(31_000)
    await others.request(accountId, 'P7')
    expect(calls()).toBe(2)
  })

  it('are read again after a failure, for as long as a panel shows them', async () => {
    const { others, calls, pass } = positionsWith({ ok: false }, { ok: true, value: seven })
    const changed = vi.fn()
    const stop = others.onChanged(changed)
    await others.request(accountId, 'P7')
    expect(others.get(accountId, 'P7')).toBeUndefined()
    await pass(2_500)
    expect([calls(), others.get(accountId, 'P7'), changed.mock.calls.length]).toEqual([2, seven, 1])
    stop()
    const failing = positionsWith({ ok: false })
    await failing.others.request(accountId, 'P7')
    await failing.pass(60_000)
    expect(failing.calls()).toBe(1)
  })

  it('are asked for more and more rarely while they cannot be read, however many rows need them', async () => {
    const { others, calls, pass } = positionsWith({ ok: false })
    others.onChanged(() => undefined)
    for (let second = 0; second < 600; second += 1) {
      void others.request(accountId, 'P7')
      await pass(1_000)
    }
    expect(calls()).toBeGreaterThan(8)
    expect(calls()).toBeLessThan(20)
  })

  it('are read at once when the broker answers again, also after a long outage', async () => {
    const replies = [...Array.from({ length: 6 }, () => ({ ok: false }) as const)]
    const { others, calls, pass } = positionsWith(...replies, { ok: true, value: seven })
    others.onChanged(() => undefined)
    await others.request(accountId, 'P7')
    for (let second = 0; second < 65; second += 1) await pass(1_000)
    expect([calls(), others.get(accountId, 'P7')]).toEqual([6, undefined])
    await others.request(accountId, 'P7')
    expect(calls(), 'a pause lasts while nothing says that the broker answers').toBe(6)
    others.retryNow()
    await others.request(accountId, 'P7')
    expect([calls(), others.get(accountId, 'P7')]).toEqual([7, seven])
    others.retryNow()
    await others.request(accountId, 'P7')
    expect(calls(), 'what was read is not read again').toBe(7)
  })

  it('keep their name once they are closed', async () => {
    const { others, pass } = positionsWith({ ok: true, value: seven }, { ok: true, value: null })
    await others.request(accountId, 'P7')
    await pass(31_000)
    await others.request(accountId, 'P7')
    expect(others.get(accountId, 'P7')).toEqual(seven)
  })
})
