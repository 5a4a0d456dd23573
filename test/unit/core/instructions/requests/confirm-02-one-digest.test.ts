import { describe, expect, test } from 'vitest'
import { nodeCrypto } from '../../../../../electron/adapters/crypto.js'
import { digestOf } from '../../../../../electron/core/instructions/requests/digest.js'

const digest = (value: unknown): string => digestOf(nodeCrypto, value)
const sha256 = (text: string): string =>
  nodeCrypto.digestHex('sha256', new TextEncoder().encode(text))

describe('CONFIRM-2: the digest', () => {
  test('is SHA-256 over JSON with sorted members at every depth and lists in sequence', () => {
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

  test('does not depend on the sequence in which members were set', () => {
    const names = ['e', 'b', 'd', 'a', 'c']
    const digestOf = (order: readonly string[]) =>
      digest(Object.fromEntries(order.map((name) => [name, { n: name }])))
    for (const order of [
      [...names].sort(),
      [...names].sort().reverse(),
      ['c', 'a', 'e', 'b', 'd'],
    ]) {
      expect(digestOf(order)).toBe(digestOf(names))
    }
  })

  test('omits undefined members but includes null', () => {
    expect([
      digest({ a: 1, b: undefined }) === digest({ a: 1 }),
      digest({ a: 1, b: null }) === digest({ a: 1 }),
    ]).toEqual([true, false])
  })
})
