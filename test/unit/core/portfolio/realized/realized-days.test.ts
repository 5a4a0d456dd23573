import { describe, expect, it } from 'vitest'
import { accountId, clientOrderId, symbol } from '../../../../../shared/domain/ids.js'
import type { RealizedDay } from '../../../../../shared/domain/account/realized-day.js'
import { dec, type Money } from '../../../../../shared/domain/decimal.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import {
  ACCOUNT,
  booked,
  CALL_270,
  knownOrder,
  money,
  OPEN,
  optionLeg,
  position,
  price,
  RecordingBroker,
  termsOf,
  units,
} from './broker-fixture.js'

const OTHER = accountId('A2')
const THIRD = accountId('A3')
const HOURS = 3_600
const before = (hours: number) => epochMs(OPEN - hours * HOURS * 1_000)

const dayOf = ({ days }: RecordingBroker, id = ACCOUNT): RealizedDay | undefined =>
  days.get().find(({ accountId: owner }) => owner === id)
const realized = (broker: RecordingBroker): Money | null | undefined =>
  dayOf(broker)?.rows[0]?.realizedPnl

/** A broker of an account that holds ten shares, bought on an earlier day at 100. */
function holding(): RecordingBroker {
  const broker = new RecordingBroker()
  broker.known = [knownOrder()]
  broker.positions = [position()]
  return broker
}

/** Sells four of the ten shares at 112: the rest of six is worth 110 each. */
function sellFour(broker: RecordingBroker): void {
  broker.execute({ side: 'sell', quantity: units('4'), price: price('112') })
  broker.positions = [
    position({
      quantity: units('6'),
      marketValue: money('660'),
      unrealizedPnl: money('60'),
      dayPnl: money('58'),
    }),
  ]
}

/** Sells all ten shares at 112. */
function sellAll(broker: RecordingBroker): void {
  broker.execute({ side: 'sell', price: price('112') })
  broker.positions = []
}

describe('what was realized today', () => {
  it('is read a few seconds after the start, and follows a fill within seconds', async () => {
    const broker = holding()
    let changes = 0
    broker.days.subscribe(() => {
      changes += 1
    })
    broker.days.start()
    await broker.pass(5)
    expect(dayOf(broker)).toBeUndefined()
    await broker.pass(3)
    expect(dayOf(broker)).toMatchObject({
      day: '2025-11-21',
      isComplete: true,
      rows: [],
      open: ['stock AAPL'],
    })
    await broker.pass(60)
    sellFour(broker)
    broker.days.onFill(ACCOUNT)
    const seen = changes
    await broker.pass(4)
    expect(dayOf(broker)?.rows).toMatchObject([
      { key: 'stock AAPL', realizedPnl: '48', isClosed: false, isPartial: false },
    ])
    expect(changes).toBe(seen + 1)
  })

  it('is not taken from a sale of the last three seconds, which the positions may lack', async () => {
    const broker = holding()
    broker.days.start()
    await broker.pass(5)
    sellFour(broker)
    await broker.pass(3)
    expect(dayOf(broker)).toMatchObject({ isComplete: false, rows: [] })
    await broker.pass(20)
    expect(dayOf(broker)?.isComplete).toBe(true)
    expect(realized(broker)).toBe('48')
  })

  it('is not taken from positions that a sale during the reading may have changed', async () => {
    const broker = holding()
    broker.days.start()
    broker.onPositionsRead = () => sellFour(broker)
    await broker.pass(8)
    expect(broker.asks('positions')).toHaveLength(1)
    expect(dayOf(broker)).toMatchObject({ isComplete: false, rows: [] })
    broker.onPositionsRead = () => undefined
    await broker.pass(20)
    expect(realized(broker)).toBe('48')
  })

  it('is incomplete while the fills cannot be read, and is read again soon', async () => {
    const broker = holding()
    broker.answering.executions = 'fails'
    broker.days.start()
    await broker.pass(20)
    expect(dayOf(broker)).toMatchObject({ isComplete: false, rows: [], open: [] })
    broker.answering.executions = 'answers'
    await broker.pass(45)
    expect(dayOf(broker)).toMatchObject({ isComplete: true, open: ['stock AAPL'] })
  })

  it('is incomplete while a position cannot be read, or the list of them fails', async () => {
    const broker = holding()
    broker.unreadablePositions = 1
    broker.days.start()
    await broker.pass(20)
    expect(dayOf(broker)?.isComplete).toBe(false)
    broker.unreadablePositions = 0
    broker.answering.positions = 'fails'
    await broker.pass(45)
    expect(dayOf(broker)?.isComplete).toBe(false)
    broker.answering.positions = 'answers'
    await broker.pass(45)
    expect(dayOf(broker)?.isComplete).toBe(true)
  })

  it('says that it is incomplete when a later read fails, and keeps what is known', async () => {
    const broker = holding()
    broker.days.start()
    await broker.pass(30)
    sellFour(broker)
    broker.days.onFill(ACCOUNT)
    await broker.pass(4)
    broker.answering.executions = 'fails'
    broker.days.onFill(ACCOUNT)
    await broker.pass(30)
    expect(dayOf(broker)?.isComplete).toBe(false)
    expect(realized(broker)).toBe('48')
  })

  it('the realized gain of a future has the value of its points where the position does not state it', async () => {
    const broker = new RecordingBroker()
    broker.accounts = [{ accountId: ACCOUNT, product: 'futures' }]
    const ES = symbol('ESZ5')
    broker.known = [knownOrder({ assetClass: 'futures', symbol: ES, quantity: units('2') })]
    broker.positions = [
      position({
        assetClass: 'futures',
        symbol: ES,
        quantity: units('2'),
        multiplier: null,
        averageCost: price('6000'),
        lastPrice: price('6010'),
        marketValue: null,
        unrealizedPnl: null,
        dayPnl: null,
      }),
    ]
    broker.days.start()
    await broker.pass(60)
    broker.execute({ symbol: ES, side: 'sell', quantity: units('1'), price: price('6020') })
    broker.days.onFill(ACCOUNT)
    await broker.pass(4)
    expect(realized(broker)).toBe('1000')
  })
})

describe('the accounts of which the day is read', () => {
  function three(): RecordingBroker {
    const broker = holding()
    broker.accounts = [ACCOUNT, OTHER, THIRD].map((id) => ({
      accountId: id,
      product: 'securities',
    }))
    return broker
  }
  const firstOf = (broker: RecordingBroker, id: string) => broker.asks(`executions ${id}`)[0]

  it('are the selected one first, then one after another, because all share one limit', async () => {
    const broker = three()
    broker.days.start()
    await broker.pass(140)
    expect(firstOf(broker, 'A1')).toBe('executions A1 at 6.5')
    expect(firstOf(broker, 'A2')).toBe('executions A2 at 92.5')
    expect(firstOf(broker, 'A3')).toBe('executions A3 at 122.5')
    expect(broker.days.get().map(({ accountId: id }) => id)).toEqual(
      expect.arrayContaining([ACCOUNT, OTHER, THIRD]),
    )
  })

  it('are read at once when they are selected, and only once for it', async () => {
    const broker = three()
    broker.days.start()
    await broker.pass(40)
    broker.selected = OTHER
    broker.days.onSelected()
    await broker.pass(20)
    expect(firstOf(broker, 'A2')).toBe('executions A2 at 42.5')
    broker.forget()
    broker.days.onSelected()
    await broker.pass(20)
    expect(broker.asks('executions A2')).toEqual([])
    broker.selected = null
    broker.days.onSelected()
    await broker.pass(20)
    expect(broker.asks('executions')).toEqual([])
  })

  it('are not read for a fill before their first turn, which contains it', async () => {
    const broker = three()
    broker.days.start()
    await broker.pass(30)
    broker.days.onFill(OTHER)
    await broker.pass(30)
    expect(broker.asks('executions A2')).toEqual([])
  })

  it('are read every 30 s at most: only when their day changed or could not be read', async () => {
    const broker = holding()
    broker.days.start()
    await broker.pass(60)
    broker.forget()
    await broker.pass(600)
    expect(broker.requested).toEqual([])
    // At 20:00 in New York the overnight session of the next trading day begins.
    await broker.pass(2 * 24 * HOURS + 10.5 * HOURS)
    expect(dayOf(broker)).toMatchObject({ day: '2025-11-24', isComplete: true, rows: [] })
  })

  it('are read at most five times a minute, however many fills there are', async () => {
    const broker = holding()
    broker.days.start()
    await broker.pass(60)
    broker.forget()
    for (let second = 0; second < 120; second += 1) {
      broker.days.onFill(ACCOUNT)
      await broker.pass(1)
    }
    expect(broker.asks('executions').length).toBeLessThanOrEqual(12)
    expect(broker.asks('executions').length).toBeGreaterThanOrEqual(8)
  })

  it('are forgotten when the session stops: an answer that was on its way is dropped', async () => {
    const broker = holding()
    broker.days.start()
    await broker.pass(20)
    let changes = 0
    broker.days.subscribe(() => {
      changes += 1
    })
    broker.days.onFill(ACCOUNT)
    // The fill gives what is known its moment, and the end forgets it.
    expect(changes).toBe(1)
    broker.days.stop()
    expect(broker.days.get()).toEqual([])
    expect(changes).toBe(2)
    broker.forget()
    await broker.pass(300)
    expect(broker.requested).toEqual([])
    expect(broker.days.get()).toEqual([])
    broker.days.start()
    await broker.pass(20)
    expect(dayOf(broker)?.isComplete).toBe(true)
  })

  it('are not read where the account does not exist any more', async () => {
    const broker = holding()
    broker.days.start()
    broker.accounts = []
    await broker.pass(60)
    expect(broker.asks('executions')).toEqual([])
  })
})

describe('what was held when the day began and was sold before the start', () => {
  it('has the cost of its earlier purchases, which are searched for once', async () => {
    const broker = new RecordingBroker()
    broker.known = [knownOrder()]
    broker.execute({ time: before(72), quantity: units('5'), price: price('98') })
    broker.execute({ time: before(48), quantity: units('5'), price: price('102') })
    sellAll(broker)
    broker.days.start()
    await broker.pass(30)
    expect(dayOf(broker)?.rows).toMatchObject([
      { key: 'stock AAPL', realizedPnl: '120', isClosed: true, isPartial: false },
    ])
    broker.forget()
    broker.days.onFill(ACCOUNT)
    await broker.pass(30)
    expect(broker.asks('executions').length).toBeLessThanOrEqual(2)
  })

  it('has no known cost where it was bought more than 30 days ago', async () => {
    const broker = new RecordingBroker()
    broker.known = [knownOrder()]
    broker.execute({ time: before(40 * 24), price: price('98') })
    sellAll(broker)
    broker.days.start()
    await broker.pass(30)
    expect(dayOf(broker)?.rows).toMatchObject([{ realizedPnl: null, isPartial: true }])
  })

  it('is searched for again while the earlier executions cannot be read', async () => {
    const broker = new RecordingBroker()
    broker.known = [knownOrder()]
    broker.execute({ time: before(72), clientOrderId: clientOrderId('C9'), price: price('98') })
    sellAll(broker)
    broker.days.start()
    await broker.pass(30)
    expect(realized(broker)).toBeNull()
    broker.known = [knownOrder(), knownOrder({ clientOrderId: clientOrderId('C9') })]
    broker.days.onFill(ACCOUNT)
    await broker.pass(30)
    expect(realized(broker)).toBe('140')
  })

  it('has the gain of the day since the previous close', async () => {
    const broker = new RecordingBroker()
    broker.known = [knownOrder()]
    broker.previousCloses = { AAPL: '108.50' }
    broker.execute({ time: before(72), price: price('98') })
    sellAll(broker)
    broker.days.start()
    await broker.pass(30)
    expect(dayOf(broker)?.rows).toMatchObject([{ position: { dayPnl: '35' } }])
    expect(broker.asks('snapshots AAPL').length).toBeGreaterThan(0)
    broker.forget()
    broker.days.onFill(ACCOUNT)
    await broker.pass(30)
    expect(broker.asks('snapshots')).toEqual([])
  })

  it('has no gain of the day while the previous close is not known', async () => {
    const broker = new RecordingBroker()
    broker.known = [knownOrder()]
    sellAll(broker)
    broker.answering.snapshots = 'fails'
    broker.days.start()
    await broker.pass(30)
    expect(dayOf(broker)?.rows).toMatchObject([{ position: { dayPnl: null } }])
    broker.answering.snapshots = 'answers'
    broker.days.onFill(ACCOUNT)
    await broker.pass(30)
    expect(dayOf(broker)?.rows).toMatchObject([{ position: { dayPnl: null } }])
  })

  it('the "no" side of an event began at one dollar less the close of "yes"', async () => {
    const broker = new RecordingBroker()
    broker.accounts = [{ accountId: ACCOUNT, product: 'events' }]
    const name = symbol('KXRATE-26DEC-T3')
    const terms = { ...termsOf(), outcome: 'no' as const }
    broker.known = [knownOrder({ assetClass: 'event', symbol: name, terms })]
    broker.previousCloses = { [name]: '0.60' }
    broker.execute({ symbol: name, side: 'sell', quantity: units('10'), price: price('0.45') })
    broker.days.start()
    await broker.pass(30)
    // Sold at 0.45, worth 0.40 when the day began.
    expect(dayOf(broker)?.rows).toMatchObject([{ position: { dayPnl: '0.5' } }])
  })
})

describe('what ends without a trade', () => {
  const expired = (seconds = 0) =>
    booked({
      id: 'END',
      kind: 'option-exercise',
      symbol: CALL_270,
      amount: money('0'),
      time: epochMs(OPEN + seconds * 1_000),
    })
  /** Two calls, bought at 2.50 and worth 3.50 when the day began. */
  const calls = position({
    assetClass: 'option',
    quantity: units('2'),
    multiplier: dec('100'),
    averageCost: price('2.50'),
    lastPrice: price('4'),
    marketValue: money('800'),
    unrealizedPnl: money('300'),
    dayPnl: money('100'),
    strategy: 'single',
    legs: [
      {
        legId: 'L1',
        symbol: symbol('AAPL'),
        quantity: units('2'),
        settles: null,
        option: optionLeg('buy', '270').option,
      },
    ],
  })

  it('is read twice after its notice, because the record may come later', async () => {
    const broker = new RecordingBroker()
    broker.positions = [calls]
    broker.days.start()
    await broker.pass(30)
    broker.forget()
    broker.days.onEnding(ACCOUNT)
    await broker.pass(5)
    broker.cash = [expired(34)]
    await broker.pass(120)
    expect(broker.asks('cash')).toHaveLength(2)
    expect(broker.asks('cash')[0]).toContain('option-exercise event-settlement')
    expect(dayOf(broker)?.rows).toMatchObject([
      { realizedPnl: '-500', isClosed: true, position: { dayPnl: '-700' } },
    ])
    expect(dayOf(broker)).toMatchObject({ isComplete: true, open: [] })
  })

  it('is read again while the records cannot be read', async () => {
    const broker = new RecordingBroker()
    broker.positions = [calls]
    broker.days.start()
    await broker.pass(30)
    broker.answering.cash = 'fails'
    broker.days.onEnding(null)
    await broker.pass(20)
    expect(dayOf(broker)?.isComplete).toBe(false)
    broker.answering.cash = 'answers'
    broker.cash = [expired(34)]
    await broker.pass(90)
    expect(dayOf(broker)).toMatchObject({ isComplete: true, rows: [{ realizedPnl: '-500' }] })
  })

  it('what ends before the start without a trade is not guessed: the day is incomplete', async () => {
    const broker = new RecordingBroker()
    broker.cash = [expired(1)]
    broker.days.start()
    await broker.pass(30)
    expect(dayOf(broker)).toMatchObject({ isComplete: false, rows: [] })
  })

  it('what ends before the day without a trade does not count in the day', async () => {
    const broker = new RecordingBroker()
    broker.cash = [booked({ ...expired(), time: before(24) })]
    broker.days.start()
    await broker.pass(30)
    expect(dayOf(broker)?.isComplete).toBe(true)
  })

  it('keeps the day from beginning while the records cannot be read', async () => {
    const broker = new RecordingBroker()
    broker.positions = [calls]
    broker.answering.cash = 'is unreadable'
    broker.days.start()
    await broker.pass(30)
    expect(dayOf(broker)).toMatchObject({ isComplete: false, open: [] })
    broker.answering.cash = 'answers'
    await broker.pass(60)
    expect(dayOf(broker)).toMatchObject({ isComplete: true, open: [`option ${CALL_270}`] })
  })

  it('is told by the positions alone where the broker has no records', async () => {
    const broker = holding()
    broker.hasRecords = false
    broker.days.start()
    await broker.pass(30)
    broker.days.onEnding(ACCOUNT)
    await broker.pass(60)
    expect(dayOf(broker)).toMatchObject({ isComplete: true, open: ['stock AAPL'] })
  })

  it('an account that is not shown yet is read with its first turn', async () => {
    const broker = holding()
    broker.selected = null
    broker.days.start()
    await broker.pass(10)
    broker.days.onEnding(ACCOUNT)
    await broker.pass(10)
    expect(broker.requested).toEqual([])
  })
})
