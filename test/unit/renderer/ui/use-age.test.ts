import { afterEach, describe, expect, it, vi } from 'vitest'
import { onOtherAge } from '../../../../renderer/ui/use-age.js'
import { epochMs } from '../../../../shared/domain/time.js'

afterEach(() => {
  vi.useRealTimers()
})

/** Follows an age as a component does, which renders with each change; returns how often. */
function changesIn(
  ms: number,
  { ageMs, fromMs }: { readonly ageMs: number; readonly fromMs: number },
): number {
  vi.useFakeTimers()
  const time = epochMs(Date.now() - ageMs)
  let changes = 0
  let end = () => {}
  const follow = (): void => {
    end = onOtherAge({ time, fromMs, now: () => Date.now() }, () => {
      changes += 1
      follow()
    })
  }
  follow()
  vi.advanceTimersByTime(ms)
  end()
  return changes
}

describe('REL-41: the age of what is shown', () => {
  it('is another text with each second of the first minute', () => {
    expect(changesIn(10_300, { ageMs: 0, fromMs: 0 })).toBe(10)
  })

  it('changes nothing while it is too young to be shown', () => {
    expect(changesIn(2_900, { ageMs: 0, fromMs: 3_000 })).toBe(0)
    expect(changesIn(3_300, { ageMs: 0, fromMs: 3_000 })).toBe(1)
  })

  it('changes once in each minute of the first hour', () => {
    expect(changesIn(120_000, { ageMs: 300_500, fromMs: 2_000 })).toBe(2)
  })

  it('is another text soon after the computer has slept', () => {
    vi.useFakeTimers()
    let asleepMs = 0
    const time = epochMs(Date.now() - 300_500)
    let changes = 0
    const end = onOtherAge({ time, fromMs: 0, now: () => Date.now() + asleepMs }, () => {
      changes += 1
    })
    asleepMs = 8 * 3_600_000
    vi.advanceTimersByTime(1_300)
    end()
    expect(changes).toBe(1)
  })
})
