import { describe, expect, it } from 'vitest'
import { ROOT } from '../../../build/lib/paths.mjs'
import { loadPatches, patched, problemOf, stalePatches } from '../../../build/lint/patches.mjs'
import { resultOf } from '../../saboteur/suite-run.js'

const patches = await loadPatches(ROOT)
const assertion = (status: string, ...failureMessages: string[]) => ({
  status,
  fullName: 'a test',
  failureMessages,
})

describe('the deliberate faults of test/saboteur', () => {
  it('each apply to the sources exactly once, and name suites that exist', () => {
    expect(stalePatches(ROOT, patches)).toEqual([])
  })

  it('are many, each with an id of its own and a sentence about its harm', () => {
    const ids = patches.map(({ id }) => id)
    expect(ids.length).toBeGreaterThanOrEqual(100)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([])
    expect(patches.filter(({ harm }) => !/^[A-Z0-9"].{20,}\.$/.test(harm))).toEqual([])
  })

  it('change the sources of the product only', () => {
    expect(patches.filter(({ file }) => !/^(electron|shared|renderer)\//.test(file))).toEqual([])
  })
})

describe('applying a fault', () => {
  it('replaces its text literally', () => {
    expect(patched('a = b', { find: 'b', replace: "$& '$1'" })).toEqual({ text: "a = $& '$1'" })
  })

  it.each([
    ['twice', 'b b', 'b', 'c', 'its text occurs 2 times, not once'],
    ['nowhere', 'a', 'b', 'c', 'its text occurs 0 times, not once'],
    ['without a change', 'b', 'b', 'b', 'it changes nothing'],
  ])('is refused where its text occurs %s', (_, text, find, replace, problem) => {
    expect(patched(text, { find, replace })).toEqual({ problem })
  })

  it('is refused for a file or a suite that does not exist', () => {
    const [patch] = patches
    if (patch === undefined) throw new Error('there are no faults')
    const gone = 'test/unit/gone.test.ts'
    expect(problemOf(ROOT, { ...patch, file: 'shared/gone.ts' })).toContain('does not exist')
    expect(problemOf(ROOT, { ...patch, suites: [gone] })).toContain(gone)
    expect(problemOf(ROOT, { ...patch, suites: [] })).toBe('it names no suite')
  })
})

describe('the result of a suite', () => {
  it('counts failed tests', () => {
    const result = resultOf([assertion('passed'), assertion('failed', 'AssertionError: 1 is 2')])
    expect(result).toEqual({ failed: ['a test'], passed: 1, problem: null })
  })

  it('proves nothing where no test could be loaded', () => {
    expect(resultOf([])).toMatchObject({ failed: [], problem: 'no test could be loaded' })
  })

  it.each(['ReferenceError: x is not defined', 'TypeError: x is not a function'])(
    'does not count code that cannot run: %s',
    (text) => {
      const result = resultOf([assertion('passed'), assertion('failed', text)])
      expect(result).toMatchObject({ failed: [], problem: 'the changed code cannot run' })
    },
  )
})
