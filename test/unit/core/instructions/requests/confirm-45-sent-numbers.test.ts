import { describe, expect, it } from 'vitest'
import { SentNumbers } from '../../../../../electron/core/instructions/requests/sent-numbers.js'
import { dec } from '../../../../../shared/domain/decimal.js'
import type { ConnectionId } from '../../../../../shared/domain/instructions/instruction.js'
import { epochMs } from '../../../../../shared/domain/time.js'

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
