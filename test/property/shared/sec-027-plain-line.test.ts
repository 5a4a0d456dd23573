import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPlainLine, plainLine } from '../../../shared/domain/text-safety.js'

const marks = (count: number): string => '\u0301\u0489\u20e0'.repeat(count).slice(0, count)

/**
 * Text of misleading kinds: letters, spaces, and characters that are invisible or drawn over
 * others.
 */
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      'a',
      'B',
      '7',
      ' ',
      '\u0301',
      '\u0338',
      '\u20e0',
      '\u0489',
      '\u200b',
      '\u202e',
      '\u2067',
      '\u3164',
      '\u115f',
      '\uffa0',
      '\u2800',
      '\u034f',
      '\u180b',
      '\ufe0f',
      '\n',
      '\u2028',
      '\ud800',
      '\udb40\udc41',
      '\u0410',
      '\u05d0',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 120,
})

describe('SEC-27: text from outside becomes one plain line', () => {
  test.each<[string, string, string]>([
    ['removes letters that are drawn as nothing', '\u3164\u115f\u1160\uffa0\u2800\u034f\u17b4', ''],
    [
      'replaces an invisible letter in a name by a space',
      'Claude\u3164Desk\u2800top',
      'Claude Desk top',
    ],
    [
      'removes a mark that would strike out the text before it',
      '\u0338\u0338 \u20e0Approve',
      'Approve',
    ],
    ['limits the marks stacked on a letter', `x${marks(60)}b`, `x${marks(4)}b`],
    [
      'removes selectors that hide data between letters',
      'A\udb40\udd00\udb40\udd01B\ufe00C',
      'A B C',
    ],
    [
      'keeps composed letters',
      'Zu\u0308rich Ng\u00e2n ha\u0300ng',
      'Z\u00fcrich Ng\u00e2n h\u00e0ng',
    ],
    [
      'keeps Thai, Hebrew and emoji',
      '\u0e01\u0e35\u0e48 \u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd \u2764\ufe0f',
      '\u0e01\u0e35\u0e48 \u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd \u2764\ufe0f',
    ],
  ])('%s', (_what, given, plain) => {
    expect(plainLine(given, 200)).toBe(plain)
  })

  test('is visible, single-line, within its length and stable, for any text', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 100 }), (given, maxLength) => {
        const plain = plainLine(given, maxLength)
        expect(plain).not.toMatch(
          /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u2800]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/u,
        )
        expect(plain).not.toMatch(/^[\p{Mn}\p{Me}]|[\p{Mn}\p{Me}]{5}/u)
        expect([...plain].length).toBeLessThanOrEqual(maxLength)
        // Wherever it was cut, the result is a plain line again.
        expect(isPlainLine(plain, maxLength)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('refuses names with hidden characters or too many marks', () => {
    for (const name of ['\u3164', 'A\u2800B', `A${marks(5)}`]) {
      expect(isPlainLine(name, 80)).toBe(false)
    }
    expect(isPlainLine('Morning desk', 80)).toBe(true)
  })
})
