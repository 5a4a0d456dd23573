import { describe, expect, it } from 'vitest'
import { installDifference } from '../../../build/lib/install.mjs'
import { nodeIsRecentEnough } from '../../../build/lib/node-version.mjs'

const entry = (version: string, overrides: object = {}): object => ({
  version,
  integrity: `sha512-${version}`,
  ...overrides,
})
const file = (packages: Record<string, object>): object => ({ packages: { '': {}, ...packages } })
const lock = file({
  'node_modules/a': entry('1.0.0'),
  'node_modules/b': entry('2.0.0', { optional: true }),
})

describe('installDifference', () => {
  it('is undefined when everything is installed', () => {
    expect(installDifference(lock, lock)).toBeUndefined()
  })

  it('ignores packages that npm skips for other platforms', () => {
    expect(installDifference(lock, file({ 'node_modules/a': entry('1.0.0') }))).toBeUndefined()
  })

  it.each([
    ['an empty installation', undefined, 'nothing is installed'],
    ['a missing package', file({ 'node_modules/b': entry('2.0.0') }), 'node_modules/a is missing'],
    [
      'another version',
      file({ 'node_modules/a': entry('1.0.1') }),
      'node_modules/a is 1.0.1, wanted 1.0.0',
    ],
    [
      'the same version with other contents',
      file({ 'node_modules/a': { version: '1.0.0', integrity: 'sha512-x' } }),
      'node_modules/a is 1.0.0, wanted 1.0.0',
    ],
    [
      'a package that should be gone',
      file({ 'node_modules/a': entry('1.0.0'), 'node_modules/c': entry('1.0.0') }),
      'node_modules/c is not in the lockfile',
    ],
  ])('describes %s', (_name, installed, difference) => {
    expect(installDifference(lock, installed)).toBe(difference)
  })
})

describe('nodeIsRecentEnough', () => {
  it.each([
    ['20.19.0', true],
    ['20.18.3', false],
    ['18.20.0', false],
    ['22.1.0', true],
    ['26.0.0', true],
  ])('%s: %s', (version, good) => {
    expect(nodeIsRecentEnough(version)).toBe(good)
  })
})
