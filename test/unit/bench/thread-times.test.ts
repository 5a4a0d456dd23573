import { describe, expect, it } from 'vitest'
import { threadTimes, timeBetween } from '../../bench/process-time.js'

describe('the processor time of threads', () => {
  it('is what each took between two readings, a new thread from its start', () => {
    const before = new Map([
      ['1/1', 10],
      ['1/2', 5],
    ])
    const after = new Map([
      ['1/1', 12.5],
      ['1/3', 1],
    ])
    expect(timeBetween(before, after)).toBe(3.5)
    expect(timeBetween(before, before)).toBe(0)
  })

  it('grows while a thread works', () => {
    const before = threadTimes(process.pid)
    if (process.platform === 'linux') expect(before.size).toBeGreaterThan(0)
    const end = performance.now() + 30
    while (performance.now() < end) Math.sqrt(end)
    if (before.size > 0) {
      expect(timeBetween(before, threadTimes(process.pid))).toBeGreaterThan(1)
    }
  })
})
