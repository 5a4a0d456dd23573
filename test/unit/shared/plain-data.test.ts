import { describe, expect, it } from 'vitest'
import { canonicalJson, type Canonical } from '../../../shared/domain/canonical-json.js'
import { isPlainData } from '../../../shared/domain/plain-data.js'

class Custom {
  readonly member = 1
}
const CLASSED: readonly (readonly [string, object])[] = [
  ['a Map', new Map([['a', 1]])],
  ['a Set', new Set([1])],
  ['a Date', new Date(0)],
  ['an Error', new Error('x')],
  ['a typed array', new Uint8Array(2)],
  ['an object of a class', new Custom()],
]

describe('SEC-08: plain data', () => {
  it.each(CLASSED)('is not %s, at the top or inside', (_name, value) => {
    expect(isPlainData(value)).toBe(false)
    expect(isPlainData({ input: [value] })).toBe(false)
  })

  it.each([null, undefined, '', 0, true, [], {}, { a: [{ b: null }] }, Object.create(null)])(
    'is %s',
    (value) => expect(isPlainData(value)).toBe(true),
  )

  it('is no function, no big integer and nothing endless', () => {
    const endless: Record<string, unknown> = {}
    endless['self'] = endless
    for (const value of [() => 1, 1n, Symbol('s'), endless]) expect(isPlainData(value)).toBe(false)
  })

  it.each(CLASSED)(
    '%s has no canonical text, where it had that of an empty object',
    (_n, value) => {
      expect(() => canonicalJson({ value: value as unknown as Canonical })).toThrow('plain objects')
    },
  )
})
