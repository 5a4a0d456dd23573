import { describe, expect, it } from 'vitest'
import {
  contractName,
  type MarketAtRequest,
} from '../../../../../electron/core/instructions/scorecard/executions.js'
import { scoreOf } from '../../../../../electron/core/instructions/scorecard/scorecard.js'
import { dec, decimalText, type Decimal } from '../../../../../shared/domain/decimal.js'
import { symbol } from '../../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../../shared/domain/orders/order.js'
import { DAY_MS } from '../../../../../shared/domain/time.js'
import {
  timeAt,
  TradeHistory,
  draftOf,
  instruction,
  money,
  price,
  START,
  units,
} from './scorecard-fixture.js'

const decimalOrNull = (value: Decimal | null): string | null =>
  value === null ? null : decimalText(value)
const sell = { side: 'sell' } as const

describe('a scorecard, compared with results calculated by hand', () => {
  it('closes the oldest lots first and counts fees separately', () => {
    const history = new TradeHistory()
    history.addOrder(draftOf(), [[0, '10', '100.00', '1.00']])
    history.addOrder(draftOf(), [[0, '10', '110.00', '1.00']])
    history.addOrder(draftOf(sell), [[1, '15', '120.00', '1.50']])
    history.prices.set('AAPL', '130.00')
    const score = scoreOf(history.input())
    // 10 at 100 and 5 at 110 were sold at 120: 200 + 50. The remaining 5 cost 550 and are valued at
    // 650.
    expect(decimalOrNull(score.total.realised)).toBe('250')
    expect(decimalOrNull(score.total.fees)).toBe('3.5')
    expect(decimalOrNull(score.total.traded)).toBe('3900')
    expect(
      score.open.map(({ quantity, cost, last, pnl }) => [
        decimalOrNull(quantity),
        decimalOrNull(cost),
        decimalOrNull(last),
        decimalOrNull(pnl),
      ]),
    ).toEqual([['5', '550', '130.00', '100']])
    expect(decimalOrNull(score.openPnl)).toBe('100')
    expect(decimalOrNull(score.net)).toBe('346.5')
    expect([
      score.wins,
      score.losses,
      decimalOrNull(score.winRate),
      decimalOrNull(score.averageWin),
      decimalOrNull(score.averageLoss),
    ]).toEqual([1, 0, '1', '250', null])
    expect(
      score.days.map(({ day, realised, fees, sent }) => [
        day,
        decimalOrNull(realised),
        decimalOrNull(fees),
        sent,
      ]),
    ).toEqual([
      ['2026-11-20', '250', '1.5', 1],
      ['2026-11-19', '0', '2', 2],
    ])
    expect(score).toMatchObject({ wins: 1 })
  })

  it('treats a sale of unheld quantity as a short position, also through zero', () => {
    const history = new TradeHistory()
    history.addOrder(draftOf({ side: 'short' }), [[0, '10', '100.00']])
    history.addOrder(draftOf(), [
      [0, '4', '90.00'],
      [0, '10', '95.00'],
    ])
    history.prices.set('AAPL', '97.00')
    const score = scoreOf(history.input())
    // 4 bought back at 90 and 6 at 95: 40 + 30. The other 4 are a long lot at 95.
    expect(decimalOrNull(score.total.realised)).toBe('70')
    expect(
      score.open.map(({ quantity, cost, pnl }) => [
        decimalOrNull(quantity),
        decimalOrNull(cost),
        decimalOrNull(pnl),
      ]),
    ).toEqual([['4', '380', '8']])
    const short = new TradeHistory()
    short.addOrder(draftOf({ side: 'short' }), [[0, '10', '100.00']])
    short.prices.set('AAPL', '103.00')
    expect(
      scoreOf(short.input()).open.map(({ quantity, pnl }) => [
        decimalOrNull(quantity),
        decimalOrNull(pnl),
      ]),
    ).toEqual([['-10', '-30']])
  })

  it('reports an unknown result where a price is unknown', () => {
    const history = new TradeHistory()
    history.addOrder(draftOf(), [[0, '10', '100.00']])
    history.addOrder(draftOf({ symbol: symbol('MSFT') }), [[0, '10', '50.00']])
    history.prices.set('AAPL', '101.00')
    const score = scoreOf(history.input())
    expect(score.open.map(({ symbol: name, pnl }) => [name, decimalOrNull(pnl)])).toEqual([
      ['AAPL', '10'],
      ['MSFT', null],
    ])
    expect([score.openPnl, score.net]).toEqual([null, null])
    const futures = new TradeHistory()
    futures.addOrder(
      draftOf({ assetClass: 'futures', symbol: symbol('ESZ6') }),
      [[0, '1', '50.00']],
      {
        mark: { bid: null, ask: null, last: price('50.00'), multiplier: null },
      },
    )
    const unknown = scoreOf(futures.input())
    expect([unknown.total.unvalued, decimalOrNull(unknown.total.traded), unknown.net]).toEqual([
      1,
      '0',
      null,
    ])
  })

  it('counts slippage against the mid price at the request, positive when worse', () => {
    const history = new TradeHistory()
    history.addOrder(draftOf(), [[0, '10', '100.50']])
    history.addOrder(draftOf(sell), [[0, '10', '99.00']])
    history.addOrder(draftOf(), [[0, '10', '98.00']], {
      mark: { bid: null, ask: null, last: null, multiplier: dec('1') },
    })
    const { total } = scoreOf(history.input())
    expect([decimalOrNull(total.slippage), total.unpriced]).toEqual(['-15', 1])
  })

  it('measures the maximum drawdown of realized results, and of open positions at the end', () => {
    const history = new TradeHistory()
    const round = (day: number, bought: string, sold: string): void => {
      history.addOrder(draftOf(), [[day, '1', bought]])
      history.addOrder(draftOf(sell), [[day, '1', sold]])
    }
    for (const [day, [bought, sold]] of (
      [
        ['10.00', '40.00'],
        ['50.00', '30.00'],
        ['50.00', '25.00'],
        ['10.00', '20.00'],
      ] as const
    ).entries()) {
      round(day, bought, sold)
    }
    expect(decimalOrNull(scoreOf(history.input()).drawdown)).toBe('45')
    history.addOrder(draftOf(), [[5, '1', '100.00']])
    expect(decimalOrNull(scoreOf(history.input()).drawdown)).toBe('45')
    history.prices.set('AAPL', '60.00')
    // The peak is 30; then -15, +10, and less 40 of the open position.
    expect(decimalOrNull(scoreOf(history.input()).drawdown)).toBe('75')
  })

  it('multiplies contracts by their multiplier and separates different contracts', () => {
    const call = (strike: string) =>
      draftOf({
        assetClass: 'option',
        terms: {
          legs: [
            {
              symbol: symbol('AAPL'),
              side: 'buy',
              quantity: units('1'),
              option: { type: 'call', strike: price(strike), expiration: '2027-01-15' },
            },
          ],
        },
      })
    const mark = { bid: null, ask: null, last: null, multiplier: dec('100') }
    const history = new TradeHistory()
    history.addOrder(call('100'), [[0, '2', '1.50']], { mark })
    history.addOrder({ ...call('105'), side: 'sell' }, [[0, '2', '2.00']], { mark })
    history.addOrder({ ...call('100'), side: 'sell' }, [[0, '2', '1.75']], { mark })
    const score = scoreOf(history.input())
    expect([decimalOrNull(score.total.realised), decimalOrNull(score.total.traded)]).toEqual([
      '50',
      '1050',
    ])
    expect(
      score.open.map(({ name, quantity, pnl }) => [name, decimalOrNull(quantity), pnl]),
    ).toEqual([['AAPL option 2027-01-15 105 call', '-2', null]])
    expect(contractName(draftOf({ assetClass: 'event', terms: { outcome: 'yes' } }))).toBe(
      'AAPL event yes',
    )
  })

  it('counts each instruction by its end, with reasons and response time', () => {
    const history = new TradeHistory()
    history.addOrder(draftOf(), [[0, '10', '100.00']], { amendment: { quantity: units('4') } })
    history.addOrder(draftOf(), [[0, '3', '100.00']], { status: 'cancelled' })
    history.addOrder(draftOf(), [], { status: 'working' })
    history.addOrder(draftOf(), [], { status: 'rejected' })
    history.addOrder(draftOf(), [], { status: 'cancelled' })
    const ended = (
      why: 'declined' | 'expired' | 'revoked' | 'withdrawn',
      detail: string,
      minutes: number,
    ) =>
      instruction(draftOf(), {
        createdAt: timeAt(0),
        status: 'REJECTED',
        ending: { why, detail, endedAt: timeAt(0, minutes) },
      })
    history.instructions.push(
      ended('declined', 'Too large', 8),
      ended('declined', 'Too large', 10),
      ended('expired', '', 15),
      ended('revoked', '', 1),
      ended('withdrawn', 'restart', 1),
      instruction(draftOf()),
    )
    history.instructions.push(
      instruction(draftOf(), {
        status: 'APPROVED',
        ending: { why: 'approved', detail: '', endedAt: timeAt(0, 1) },
        outcome: { state: 'denied', clientOrderId: null, text: '', at: timeAt(0, 1) },
      }),
    )
    history.refusals = [{ at: timeAt(0), why: 'More than one order may cost' }]
    const { total, reasons, changes, decided } = scoreOf(history.input())
    expect(total).toMatchObject({
      asked: 12,
      countersigned: 6,
      changed: 1,
      declined: 2,
      expired: 1,
      revoked: 1,
      withdrawn: 1,
      refused: 1,
      notSent: 1,
      sent: 5,
      filled: 1,
      partly: 1,
      working: 1,
      rejected: 1,
      cancelled: 1,
      unknown: 0,
    })
    expect(reasons).toEqual([
      { what: 'declined', text: 'Too large', count: 2 },
      { what: 'refused', text: 'More than one order may cost', count: 1 },
    ])
    expect(
      changes.map(({ field, requested, approved }) => [
        field,
        decimalOrNull(requested),
        decimalOrNull(approved),
      ]),
    ).toEqual([['quantity', '10', '4']])
    expect(decided).toEqual({ count: 8, medianMs: 120_000, longestMs: 600_000 })
  })

  it('counts each day by the trade date of the product (REL-49)', () => {
    // Friday 21:00 in New York: no session of stocks or futures follows until Sunday evening.
    const evening = Date.parse('2026-11-21T02:00:00Z')
    const daysOf = (assetClass: OrderDraft['assetClass'], hours: number): readonly string[] => {
      const history = new TradeHistory()
      history.addOrder(draftOf({ assetClass }), [
        [(evening - START) / DAY_MS + hours / 24, '10', '100.00'],
      ])
      const { days } = scoreOf(history.input())
      return days.filter(({ filled }) => filled > 0).map(({ day }) => day)
    }
    const hours = [0, 24 + 20, 2 * 24 - 1]
    expect({
      stock: hours.map((after) => daysOf('stock', after)[0]),
      futures: hours.map((after) => daysOf('futures', after)[0]),
      crypto: hours.map((after) => daysOf('crypto', after)[0]),
      event: hours.map((after) => daysOf('event', after)[0]),
    }).toEqual({
      // Friday 21:00, Sunday 17:00 and Sunday 20:00 in New York.
      stock: ['2026-11-20', '2026-11-20', '2026-11-23'],
      futures: ['2026-11-20', '2026-11-20', '2026-11-23'],
      crypto: ['2026-11-21', '2026-11-22', '2026-11-23'],
      event: ['2026-11-20', '2026-11-22', '2026-11-22'],
    })
  })

  it('dates later fees by their arrival, and adds a price correction to its execution', () => {
    const history = new TradeHistory()
    history.addOrder(draftOf(), [[0, '10', '100.00']])
    const [[id, trade] = []] = [...history.trades]
    if (id === undefined || trade === undefined) throw new Error('no trade')
    history.trades.set(id, {
      ...trade,
      steps: [
        ...trade.steps,
        { time: timeAt(1), filled: units('10'), value: money('1010.00'), fees: money('2.00') },
      ],
    })
    const score = scoreOf(history.input())
    expect([decimalOrNull(score.total.traded), decimalOrNull(score.open[0]?.cost ?? null)]).toEqual(
      ['1010', '1010'],
    )
    expect(
      score.days.map(({ day, fees, traded }) => [day, decimalOrNull(fees), decimalOrNull(traded)]),
    ).toEqual([
      ['2026-11-20', '2', '0'],
      ['2026-11-19', '0', '1010'],
    ])
  })

  it('is empty for an assistant without requests', () => {
    expect(scoreOf(new TradeHistory().input())).toMatchObject({
      since: null,
      days: [],
      open: [],
      winRate: null,
      decided: null,
      total: { asked: 0 },
    })
  })
})

describe('the days of a report card', () => {
  it('are trade dates of the exchange, for requests as for fills', () => {
    const history = new TradeHistory()
    history.addOrder(draftOf(), [[0, '10', '100.00']])
    // Practice is two days behind this computer.
    const [request] = history.instructions
    if (request === undefined) throw new Error('no request')
    history.instructions[0] = {
      ...request,
      createdAt: timeAt(2),
      ending: { why: 'approved', detail: '', endedAt: timeAt(2, 2) },
    }
    history.refusals = [{ at: timeAt(2, 5), why: 'too large' }]
    expect(scoreOf(history.input()).days).toMatchObject([
      { day: '2026-11-19', asked: 1, countersigned: 1, sent: 1, refused: 1, traded: '1000' },
    ])
  })

  it('follow a jump of the exchange\u2019s clock', () => {
    const history = new TradeHistory()
    history.addOrder(draftOf(), [[0, '10', '100.00']])
    history.addOrder(draftOf(), [[0, '10', '100.00']])
    const [first, second] = history.instructions
    if (first === undefined || second === undefined) throw new Error('no requests')
    history.requestMarks.set(second.id, {
      ...(history.requestMarks.get(second.id) as MarketAtRequest),
      at: timeAt(4),
    })
    history.instructions[1] = {
      ...second,
      createdAt: timeAt(0, 60),
      ending: { why: 'approved', detail: '', endedAt: timeAt(0, 62) },
    }
    expect(scoreOf(history.input()).days).toMatchObject([
      { day: '2026-11-23', asked: 1 },
      { day: '2026-11-19', asked: 1 },
    ])
  })

  it('are by the clocks of now before the first request', () => {
    const history = new TradeHistory()
    history.offsetMs = timeAt(-1) - timeAt(0)
    history.refusals = [{ at: timeAt(0), why: 'too large' }]
    expect(scoreOf(history.input()).days).toMatchObject([{ day: '2026-11-18', refused: 1 }])
  })
})
