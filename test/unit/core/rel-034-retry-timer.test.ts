import { describe, expect, it } from 'vitest'
import { RetryTimer } from '../../../electron/core/retry-timer.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import { VirtualTime } from '../../property/provider/virtual-time.js'

const MAX_MS = 15_000

/** Something that fails until the test says otherwise, and repeats itself. */
function fixture() {
  const time = new VirtualTime()
  const back = createEmitter<void>()
  const retry = new RetryTimer(
    { timers: time, network: { onBack: (listener) => back.add(listener) } },
    MAX_MS,
  )
  const triedAt: number[] = []
  let isFailing = true
  const attempt = (): void => {
    triedAt.push(time.now())
    if (isFailing) retry.failed(attempt)
    else retry.succeeded()
  }
  const start = time.now()
  const pauses = (): readonly number[] =>
    triedAt.map((tried, index) => tried - (triedAt[index - 1] ?? start)).slice(1)
  return {
    time,
    back,
    retry,
    attempt,
    pauses,
    tries: () => triedAt.length,
    heal: () => {
      isFailing = false
    },
  }
}

describe('REL-34: what failed is repeated', () => {
  it('soon at first, then at the longest pause, for ever', async () => {
    const { time, attempt, pauses, tries } = fixture()
    attempt()
    await time.advance(300_000)
    expect(pauses().slice(0, 5)).toEqual([2_000, 4_000, 8_000, 15_000, 15_000])
    await time.advance(3_600_000)
    expect(tries()).toBeGreaterThan(250)
  })

  it('a request is repeated at once when the network is back, whatever its pause, and only once', async () => {
    const { time, back, attempt, tries, heal } = fixture()
    attempt()
    await time.advance(40_000)
    const before = tries()
    heal()
    for (let count = 0; count < 10; count += 1) back.emit()
    await time.advance(1_000)
    expect(tries()).toBe(before + 1)
    await time.advance(60_000)
    expect(tries()).toBe(before + 1)
    expect(back.size).toBe(0)
  })

  it('a request is not repeated in a tight loop while the connection comes and goes', async () => {
    const { time, back, attempt, tries } = fixture()
    attempt()
    for (let count = 0; count < 1_000; count += 1) {
      back.emit()
      await time.advance(10)
    }
    expect(tries()).toBeLessThanOrEqual(22)
  })

  it('soon again after it succeeded in between, and never after it was stopped', async () => {
    const { time, back, retry, attempt, pauses, tries } = fixture()
    attempt()
    await time.advance(40_000)
    retry.succeeded()
    attempt()
    await time.advance(2_000)
    expect(pauses().at(-1)).toBe(2_000)
    retry.stop()
    const before = tries()
    back.emit()
    await time.advance(60_000)
    expect(tries()).toBe(before)
    expect(retry.isWaiting).toBe(false)
  })
})
