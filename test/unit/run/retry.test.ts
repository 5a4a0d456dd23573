import { describe, expect, it, vi } from 'vitest'
import { retryAlone } from '../../run/retry.mjs'

const test = (title: string) => ({
  file: 'test/a.test.ts',
  title,
  reason: 'not equal\nexpected 2',
})
const result = (passed: number, ...failed: string[]) => ({
  passed,
  failed: failed.length,
  skipped: 0,
  notes: [],
  failedTests: failed.map(test),
})

describe('the second run of failed tests', () => {
  it('does not run anything when every test passed', async () => {
    const runAlone = vi.fn()
    expect(await retryAlone(result(3), runAlone)).toEqual(result(3))
    expect(runAlone).not.toHaveBeenCalled()
  })

  it('names a test that passes alone as flaky and keeps one that fails again', async () => {
    const runAlone = vi.fn(() => Promise.resolve(result(1, 'b')))
    const after = await retryAlone(result(5, 'a', 'b'), runAlone)
    expect(runAlone).toHaveBeenCalledWith(['test/a.test.ts'])
    expect(after).toMatchObject({ passed: 6, failed: 1, flaky: 1 })
    expect(after.notes).toEqual([
      'Failed: test/a.test.ts › b\n      not equal\n      expected 2',
      'Flaky: test/a.test.ts › a\n      not equal\n      expected 2',
    ])
  })

  it('counts what was not run after a failure once it has run', async () => {
    const first = { ...result(5, 'a'), notRun: 3 }
    const passedAlone = await retryAlone(first, () => Promise.resolve(result(4)))
    expect(passedAlone).toMatchObject({ passed: 9, failed: 0, flaky: 1, notRun: 0 })
    const broken = await retryAlone(first, () => Promise.resolve({ ...result(0, 'a'), notRun: 3 }))
    expect(broken).toMatchObject({ passed: 5, failed: 1, flaky: 0, notRun: 3 })
    expect(broken.notes).toContain('Not run, because a test before them failed: 3')
  })

  it('stays red when something outside any test failed', async () => {
    const runAlone = vi.fn()
    const first = { ...result(5, 'a'), failed: 2 }
    expect(await retryAlone(first, runAlone)).toMatchObject({
      failed: 2,
      notes: [expect.stringContaining('Failed: test/a.test.ts › a')],
    })
    expect(runAlone).not.toHaveBeenCalled()
  })

  it('stays red when the second run itself breaks', async () => {
    const broken = { passed: 0, failed: 1, skipped: 0, notes: ['ended without a result'] }
    const after = await retryAlone(result(5, 'a'), () => Promise.resolve(broken))
    expect(after.failed).toBe(1)
    expect(after.notes).toEqual([
      expect.stringContaining('Failed: test/a.test.ts › a'),
      'ended without a result',
    ])
  })
})
