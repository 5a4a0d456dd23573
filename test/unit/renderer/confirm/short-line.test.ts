import { describe, expect, it } from 'vitest'
import { shortLine } from '../../../../renderer/confirm/card/short-line.js'
import { foreign } from '../../../../shared/messages/make-message.js'

describe('CONFIRM-19: the text of the approve button', () => {
  it.each([
    ['BUY 10 AAPL (Apple Inc., NASDAQ), limit 187.50, day', 'BUY 10 AAPL'],
    [
      'SELL SHORT 1,000 NVDA (NVIDIA Corporation, NASDAQ), limit 300.00, day',
      'SELL SHORT 1,000 NVDA',
    ],
    ['BUY $250.75 of AAPL (Apple Inc., NASDAQ), market, day', 'BUY $250.75 of AAPL'],
    [
      'SELL TO OPEN 2 AAPL 27 Nov 2026 275 call (Apple Inc., NASDAQ), limit 2.00, day',
      'SELL TO OPEN 2 AAPL 27 Nov 2026 275 call',
    ],
    [
      'BUY 2 vertical on AAPL (Apple Inc., NASDAQ): buy 2 AAPL 27 Nov 2026 270 call, sell 2 AAPL 27 Nov 2026 275 call, limit 1.80, day',
      'BUY 2 vertical on AAPL',
    ],
    [
      'BUY 2 vertical on AAPL: buy 2 AAPL 27 Nov 2026 270 call, sell 2 AAPL 27 Nov 2026 275 call, limit 1.80, day',
      'BUY 2 vertical on AAPL',
    ],
    ['BUY 1 ESZ6, limit 6,750.00, day', 'BUY 1 ESZ6'],
    ['BUY 25 YES of KXPRESPARTY-28NOV07-D, limit 0.55, day', 'BUY 25 YES of KXPRESPARTY-28NOV07-D'],
    ['CHANGE the order to BUY 12 AAPL (Apple Inc., NASDAQ), limit 255.26, day', 'BUY 12 AAPL'],
    [
      'CANCEL the order SELL 20 AAPL (Apple Inc., NASDAQ), limit 192.00, day',
      'the order SELL 20 AAPL',
    ],
    [
      'CHANGE 3 orders of one combination in AAPL (Apple Inc., NASDAQ), all or none: BUY 12 AAPL, limit 187.50, day',
      '3 orders of one combination in AAPL',
    ],
  ])('is the short form of: %s', (line, short) => {
    const [, verb = ''] = /^(CHANGE|CANCEL) /.exec(line) ?? []
    const action = verb === 'CHANGE' ? 'replace' : verb === 'CANCEL' ? 'cancel' : 'place'
    expect(shortLine({ line: foreign(line), action })).toBe(short)
  })
})
