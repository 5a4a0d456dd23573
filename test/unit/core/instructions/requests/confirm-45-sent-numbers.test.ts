import { describe, expect, it } from 'vitest'
import { groundingFields } from '../../../../../electron/core/instructions/confirm/fields/grounding-fields.js'
import { SentNumbers } from '../../../../../electron/core/instructions/requests/sent-numbers.js'
import { dec } from '../../../../../shared/domain/decimal.js'
import { symbol, type ConnectionId } from '../../../../../shared/domain/ids.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { inEnglish } from '../../../../../shared/messages/format-message.js'
import { price, quote } from '../policy/policy-fixture.js'

const ONE = '00000000000000a1' as ConnectionId
const OTHER = '00000000000000b2' as ConnectionId
const AT = epochMs(1_000)
const QUOTE = {
  quotes: [{ symbol: 'AAPL', price: '183.10', bid: '183.09', change_ratio: '0.012' }],
}

function recorded(): SentNumbers {
  const sent = new SentNumbers()
  sent.record(ONE, QUOTE, AT)
  return sent
}
const verdicts = (reason: string, connection = ONE, own: string[] = []) =>
  recorded()
    .ground(connection, reason, own.map(dec))
    .map(({ text, source }) => [text, source?.field ?? null])

describe('CONFIRM-45: numbers in a reason', () => {
  it('finds the field and symbol of a number that was sent', () => {
    const [found] = recorded().ground(ONE, 'AAPL trades at $183.10', [])
    expect(found?.source).toMatchObject({ field: 'price', symbol: 'AAPL', at: AT })
  })

  it.each([
    ['a number as it was written', 'at 183.1 now', [['183.1', 'price']]],
    ['a rounded number', 'about 183.1', [['183.1', 'price']]],
    ['a percentage of a fraction', 'up 1.2% today', [['1.2%', 'change_ratio']]],
    ['a number that was never sent', 'target 250.00', [['250.00', null]]],
    ['a thousands separator', 'sold 1,234 shares', [['1,234', null]]],
    ['each number once', '183.10 and 183.10', [['183.10', 'price']]],
    ['no part of a word', 'Q3 of ES2027 and v1.2.x', []],
  ])('compares %s', (_about, reason, expected) => {
    expect(verdicts(reason)).toEqual(expected)
  })

  it('does not question the numbers of the order itself', () => {
    expect(verdicts('buy 10 at 180', ONE, ['10', '180.00'])).toEqual([])
  })

  it('knows nothing of what another connection was sent', () => {
    expect(verdicts('at 183.10', OTHER)).toEqual([['183.10', null]])
  })

  it('forgets the oldest numbers and connections', () => {
    const sent = recorded()
    sent.record(ONE, { rows: Array.from({ length: 4_000 }, (_, index) => 10_000 + index) }, AT)
    expect(sent.ground(ONE, 'at 183.10', [])[0]?.source).toBeNull()
    for (let index = 0; index < 40; index += 1) {
      sent.record(`c${index}` as ConnectionId, { value: 5.5 }, AT)
    }
    expect(sent.ground(ONE, 'at 13999', [])[0]?.source).toBeNull()
  })
})

describe('CONFIRM-45: what the card says of each number in a reason', () => {
  /** Says what the card says 40 s after the quote was sent, with this quote now. */
  const said = (reason: string, now: Partial<ReturnType<typeof quote>> | null) =>
    groundingFields(
      recorded().ground(ONE, reason, []),
      { quote: now === null ? null : quote({ symbol: symbol('AAPL'), ...now }) },
      epochMs(AT + 40_000),
    ).map(({ label, value, mark }) => [inEnglish(label), inEnglish(value), mark])

  it.each([
    [
      'a price that is still the same',
      'at 183.10',
      { last: price('183.10') },
      ['“183.10” in the reason', 'matches what was shown 40 s before the request', 'none'],
    ],
    [
      'a price that moved',
      'at 183.10',
      { last: price('184.25') },
      ['“183.10” in the reason', 'changed since (now 184.25)', 'changed'],
    ],
    [
      'a bid that moved',
      'bid 183.09',
      { bid: price('184.20') },
      ['“183.09” in the reason', 'changed since (now 184.20)', 'changed'],
    ],
    [
      'a number of its own',
      'target 250',
      {},
      ['“250” in the reason', 'not from Countersign', 'warning'],
    ],
    [
      'the price of an option’s underlying, which is not compared with the premium',
      'AAPL at 183.10',
      { symbol: symbol('AAPL261218C00190000'), last: price('6.95') },
      ['“183.10” in the reason', 'matches what was shown 40 s before the request', 'none'],
    ],
    [
      'a price on the card of a combination, which has no quote of its own',
      'AAPL at 183.10',
      null,
      ['“183.10” in the reason', 'matches what was shown 40 s before the request', 'none'],
    ],
  ] as const)('%s', (_about, reason, now, expected) => {
    expect(said(reason, now)).toEqual([expected])
  })
})
