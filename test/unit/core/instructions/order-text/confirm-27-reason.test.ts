import { describe, expect, it } from 'vitest'
import { formatReason } from '../../../../../electron/core/instructions/order-text/plain-text.js'

describe("CONFIRM-27: an assistant's reason", () => {
  it.each([
    [
      'Earnings beat, see https://example.com/a?b=c today',
      'Earnings beat, see [link removed] today',
    ],
    ['www.example.com', '[link removed]'],
    ['Open COUNTERSIGN://approve now', 'Open [link removed] now'],
    ['javascript://%0aalert(1)', '[link removed]'],
  ])('contains no link: %s', (given, shown) => {
    expect(formatReason(given)).toBe(shown)
  })

  it('contains no link that a hidden character or a line break divides', () => {
    expect(formatReason('a\u200bb\nc \u202ehttps://example.com')).toBe('a b c [link removed]')
  })

  it('is one line of at most 280 characters', () => {
    expect(formatReason('word '.repeat(2_000))).toHaveLength(279)
    expect(formatReason('x'.repeat(1_000_000))).toBe('x'.repeat(280))
  })

  it('keeps the text of a person: prices, slashes and colons', () => {
    const text = 'Sell 10 AAPL at $187.50: 3/4 of the position, P/E above 30'
    expect(formatReason(text)).toBe(text)
  })
})
