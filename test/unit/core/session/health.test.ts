import { describe, expect, it } from 'vitest'
import { createHealth } from '../../../../electron/core/health.js'
import type { ChannelReport } from '../../../../electron/core/channel-report.js'
import { epochMs } from '../../../../shared/domain/time.js'

const LIVE: ChannelReport = { state: 'live', lastMessageAt: null, latencyMs: 5, detail: null }

/** A session's health with an API whose requests the test makes, and one timer. */
function createFixture() {
  let requested: () => void = () => undefined
  let report = LIVE
  const timers: { readonly ms: number; readonly call: () => void }[] = []
  const health = createHealth({
    clock: { now: () => epochMs(1_797_000_000_000), monotonic: () => 0 },
    timers: {
      after: (ms, call) => {
        const timer = { ms, call }
        timers.push(timer)
        return () => void timers.splice(timers.indexOf(timer), 1)
      },
      every: () => () => undefined,
    },
    api: {
      report: () => report,
      budget: () => null,
      budgets: () => [],
      unreadable: () => [],
      subscribe: (listener) => {
        requested = listener
        return () => undefined
      },
    },
  })
  const announced: (number | null | undefined)[] = []
  const latency = () => health.get().channels.find(({ channel }) => channel === 'api')?.latencyMs
  health.subscribe(() => announced.push(latency()))
  return {
    health,
    timers,
    announced,
    request: (next: Partial<ChannelReport>) => {
      report = { ...report, ...next }
      requested()
    },
  }
}

describe('the health of the channels', () => {
  it('says since when by the report, where that knows it better', () => {
    const { health } = createFixture()
    const market = () => health.get().channels.find(({ channel }) => channel === 'market')
    health.report('market', { ...LIVE, since: epochMs(1_796_999_999_000) })
    expect(market()?.since).toBe(1_796_999_999_000)
    health.report('market', { ...LIVE, state: 'down' })
    expect(market()?.since).toBe(1_797_000_000_000)
  })

  it('is announced once a second, however many requests were made', () => {
    const { announced, timers, request } = createFixture()
    for (const latencyMs of [6, 7, 8]) request({ latencyMs })
    expect(announced).toEqual([])
    expect(timers.map(({ ms }) => ms)).toEqual([1_000])
    timers[0]?.call()
    expect(announced).toEqual([8])
  })

  it('is announced at once when a state or its reason changes', () => {
    const { announced, timers, request } = createFixture()
    request({ latencyMs: 9 })
    request({ state: 'down' })
    expect(announced).toEqual([9])
    expect(timers).toEqual([])
  })
})
