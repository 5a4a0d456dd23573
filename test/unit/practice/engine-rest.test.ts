import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Exchange } from '../../../electron/practice/exchange/api/exchange-api.js'
import type { Market } from '../../../electron/practice/market/securities/market-types.js'
import { ExchangeClock } from '../../../electron/practice/simulation/clock.js'
import { Engine } from '../../../electron/practice/simulation/engine.js'
import { epochMs } from '../../../shared/domain/time.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const BEGIN = epochMs(Date.parse('2026-11-20T15:00:00Z'))

/** An engine whose market has no steps, and how often it queried the clock. */
function openEngine(speed: number) {
  const host = { wall: () => 0, monotonic: () => performance.now() }
  const clock = new ExchangeClock(host, 'real', BEGIN, speed)
  const now = vi.spyOn(clock, 'now')
  const engine = new Engine(
    {
      clock,
      market: { skipEmitsSteps: () => false, advance: () => undefined } as unknown as Market,
      exchange: { clockTo: () => undefined } as unknown as Exchange,
      monotonic: host.monotonic,
      onStep: () => undefined,
      onTime: () => undefined,
      onError: (error) => {
        throw error
      },
    },
    BEGIN,
  )
  engine.start()
  return { clock, engine, queries: () => now.mock.calls.length }
}

describe('the engine of the exchange', () => {
  it('follows its clock', () => {
    const { engine } = openEngine(1)
    vi.advanceTimersByTime(10_000)
    expect(engine.now() - BEGIN).toBeGreaterThan(9_900)
    engine.stop()
  })

  it('rests while its clock stands still, and goes on once it is started', () => {
    const { clock, engine, queries } = openEngine(1)
    vi.advanceTimersByTime(1_000)
    clock.setSpeed(0)
    vi.advanceTimersByTime(1_000)
    const before = queries()
    expect(vi.getTimerCount()).toBe(0)
    vi.advanceTimersByTime(60_000)
    expect(queries()).toBe(before)
    clock.setSpeed(2)
    engine.wake()
    const stoodAt = engine.now()
    vi.advanceTimersByTime(1_000)
    expect(engine.now() - stoodAt).toBeGreaterThan(1_900)
    engine.stop()
  })

  it('follows a jump of a clock that stands still', async () => {
    const { clock, engine } = openEngine(0)
    vi.advanceTimersByTime(1_000)
    clock.jump(epochMs(BEGIN + 3_600_000))
    const caughtUp = engine.caughtUp()
    await vi.advanceTimersByTimeAsync(5_000)
    await caughtUp
    expect(engine.now()).toBe(BEGIN + 3_600_000)
    engine.stop()
  })

  it('stays stopped when its clock is started', () => {
    const { clock, engine } = openEngine(0)
    vi.advanceTimersByTime(1_000)
    engine.stop()
    clock.setSpeed(1)
    engine.wake()
    vi.advanceTimersByTime(1_000)
    expect([vi.getTimerCount(), engine.now()]).toEqual([0, BEGIN])
  })
})
