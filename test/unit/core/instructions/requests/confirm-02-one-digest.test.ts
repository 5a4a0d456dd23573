import { describe, expect, test } from 'vitest'
import { nodeCrypto } from '../../../../../electron/adapters/crypto.js'
import { digestOf } from '../../../../../electron/core/instructions/requests/digest.js'

const digest = (value: unknown): string => digestOf(nodeCrypto, value)
const sha256 = (text: string): string =>
  nodeCrypto.digestHex('sha256', new TextEncoder().encode(text))

describe('rule-02: one digest for one content', () => {
  test('it is SHA-256 over JSON with members in the order of their names, at every depth; lists keep their order', () => {
    expect(digest({ b: [2, { z: 1, y: null }], a: 'x', C: true })).toBe(
      sha256('{"C":true,"a":"x","b":[2,{"y":null,"z":1}]}'),
    )
    expect(digest([3, 1, 2])).toBe(sha256('[3,1,2]'))
    expect([digest('x'), digest(null), digest(7)]).toEqual([
      sha256('"x"'),
      sha256('null'),
      sha256('7'),
    ])
  })

  test('however its members were put together', () => {
    const names = ['e', 'b', 'd', 'a', 'c']
    const made = (order: readonly string[]) =>
      digest(Object.fromEntries(order.map((name) => [name, { n: name }])))
    for (const order of [
      [...names].sort(),
      [...names].sort().reverse(),
      ['c', 'a', 'e', 'b', 'd'],
    ]) {
      expect(made(order)).toBe(made(names))
    }
  })

  test('what is not said is not there; what is said to be nothing is', () => {
    expect([
      digest({ a: 1, b: undefined }) === digest({ a: 1 }),
      digest({ a: 1, b: null }) === digest({ a: 1 }),
    ]).toEqual([true, false])
  })
})
