import { describe, expect, it } from 'vitest'
import { clientOrderId } from '../../../../../shared/domain/ids.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import {
  AAPL,
  ACCOUNT,
  knownOrder,
  observation,
  OPEN,
  optionLeg,
  price,
  RecordingBroker,
  termsOf,
  units,
} from './broker-fixture.js'

const FROM = epochMs(OPEN)
const later = (seconds: number) => epochMs(OPEN + seconds * 1_000)
const idsOf = (fills: readonly { readonly id: string }[] | null) => fills?.map(({ id }) => id)

/** A broker with fills of one known order, a second apart. */
function filled(count: number): RecordingBroker {
  const broker = new RecordingBroker()
  broker.known = [knownOrder()]
  for (let second = 0; second < count; second += 1) broker.execute({ time: later(second) })
  return broker
}

describe('the fills of a day', () => {
  it('are read to the last page, and are told oldest first', async () => {
    const broker = filled(5)
    const fills = await broker.fills.since(ACCOUNT, FROM)
    expect(idsOf(fills)).toEqual(['X1', 'X2', 'X3', 'X4', 'X5'])
    expect(fills?.[0]).toMatchObject({
      order: 'C1',
      time: FROM,
      side: 'buy',
      quantity: '10',
      price: '100',
      instrument: { assetClass: 'stock', symbol: 'AAPL' },
    })
    expect(broker.asks('executions')).toHaveLength(3)
  })

  it('are read again only as far as they are new', async () => {
    const broker = filled(5)
    await broker.fills.since(ACCOUNT, FROM)
    broker.execute({ time: later(9) })
    broker.forget()
    expect(idsOf(await broker.fills.since(ACCOUNT, FROM))).toEqual([
      'X1',
      'X2',
      'X3',
      'X4',
      'X5',
      'X6',
    ])
    expect(broker.asks('executions')).toHaveLength(1)
  })

  it('are in the order of their times, also where the list of the broker is not', async () => {
    const broker = filled(2)
    broker.execute({ executionId: 'late', time: later(0.5) })
    expect(idsOf(await broker.fills.since(ACCOUNT, FROM))).toEqual(['X1', 'late', 'X2'])
  })

  it('are all read again after a sign-out, and for the next day', async () => {
    const broker = filled(5)
    await broker.fills.since(ACCOUNT, FROM)
    broker.fills.clear()
    broker.forget()
    expect(await broker.fills.since(ACCOUNT, FROM)).toHaveLength(5)
    expect(broker.asks('executions')).toHaveLength(3)
    broker.forget()
    expect(idsOf(await broker.fills.since(ACCOUNT, later(3)))).toEqual(['X4', 'X5'])
    expect(broker.asks('executions')).toHaveLength(1)
  })

  it('are not known while one page cannot be read, or contains a row that cannot', async () => {
    const broker = filled(3)
    broker.answering.executions = 'fails'
    expect(await broker.fills.since(ACCOUNT, FROM)).toBeNull()
    broker.answering.executions = 'is unreadable'
    expect(await broker.fills.since(ACCOUNT, FROM)).toBeNull()
    broker.answering.executions = 'answers'
    expect(await broker.fills.since(ACCOUNT, FROM)).toHaveLength(3)
  })

  it('are read to the end, however many pages there are', async () => {
    expect(await filled(301).fills.since(ACCOUNT, FROM)).toHaveLength(301)
  })

  it("the fills of earlier days are read without taking the place of today's", async () => {
    const broker = filled(5)
    await broker.fills.since(ACCOUNT, later(4))
    expect(await broker.fills.earlier(ACCOUNT, FROM)).toHaveLength(5)
    expect(idsOf(await broker.fills.since(ACCOUNT, later(4)))).toEqual(['X5'])
    broker.answering.executions = 'refuses'
    expect(await broker.fills.earlier(ACCOUNT, FROM)).toBeNull()
    broker.answering.executions = 'fails'
    expect(await broker.fills.earlier(ACCOUNT, FROM)).toBeNull()
  })
})

describe('what a fill traded', () => {
  it('is asked order by order while few orders are not known', async () => {
    const broker = new RecordingBroker()
    const orders = ['C1', 'C2', 'C3', 'C4']
    for (const id of orders) broker.execute({ clientOrderId: clientOrderId(id) })
    broker.orders = orders.map((id) => observation({ clientOrderId: clientOrderId(id) }))
    expect(await broker.fills.since(ACCOUNT, FROM)).toHaveLength(4)
    expect(broker.asks('detail')).toHaveLength(4)
    expect(broker.asks('history')).toEqual([])
    broker.forget()
    await broker.fills.since(ACCOUNT, FROM)
    expect(broker.asks('detail')).toEqual([])
  })

  it('is read from the history while many are not known, and only as far as it is needed', async () => {
    const broker = new RecordingBroker()
    const orders = ['C1', 'C2', 'C3', 'C4', 'C5']
    for (const id of orders) broker.execute({ clientOrderId: clientOrderId(id) })
    broker.orders = [...orders, 'C6', 'C7', 'C8'].map((id) =>
      observation({ clientOrderId: clientOrderId(id) }),
    )
    expect(await broker.fills.since(ACCOUNT, FROM)).toHaveLength(5)
    expect(broker.asks('history')).toHaveLength(3)
    expect(broker.asks('history')[0]).toContain('since the day')
    expect(broker.asks('detail')).toEqual([])
  })

  it('is not known where the order has no record, or its record names no product', async () => {
    const broker = new RecordingBroker()
    broker.execute({})
    expect(await broker.fills.since(ACCOUNT, FROM)).toBeNull()
    broker.orders = [observation({ assetClass: null })]
    expect(await broker.fills.since(ACCOUNT, FROM)).toBeNull()
    broker.answering.detail = 'fails'
    broker.orders = [observation()]
    expect(await broker.fills.since(ACCOUNT, FROM)).toBeNull()
    broker.answering.detail = 'answers'
    expect(await broker.fills.since(ACCOUNT, FROM)).toHaveLength(1)
  })

  it('is the contract that the order names, of which the execution has the root only', async () => {
    const broker = new RecordingBroker()
    broker.execute({})
    const terms = termsOf(optionLeg('buy', '270'))
    broker.orders = [observation({ assetClass: 'option', terms })]
    expect(await broker.fills.since(ACCOUNT, FROM)).toMatchObject([
      { instrument: { assetClass: 'option', symbol: 'AAPL', quantity: '10', terms } },
    ])
  })
})

describe('the fills where the broker refuses the list of executions', () => {
  function refusing(...orders: readonly Parameters<typeof observation>[0][]): RecordingBroker {
    const broker = new RecordingBroker()
    broker.answering.executions = 'refuses'
    broker.orders = orders.map((order, index) =>
      observation({ clientOrderId: clientOrderId(`C${index + 1}`), ...order }),
    )
    return broker
  }

  it('the fills of one instant are in their order, of which the newest is listed first', async () => {
    const fills = await refusing({ filledAt: later(5) }, { filledAt: later(5) }).fills.since(
      ACCOUNT,
      FROM,
    )
    expect(fills?.map(({ order }) => order)).toEqual(['C2', 'C1'])
  })

  it('are the filled orders of the last week that filled on the day, oldest first', async () => {
    const broker = refusing(
      { filledAt: later(9), averageFillPrice: price('101.25'), filledQuantity: units('4') },
      { filledAt: later(5), placedAt: later(-86_400) },
      { filledAt: later(-1) },
      { filledAt: later(0) },
      { filledQuantity: units('0'), averageFillPrice: null, filledAt: null },
      { filledQuantity: null, averageFillPrice: null, filledAt: null },
    )
    const fills = await broker.fills.since(ACCOUNT, FROM)
    expect(fills?.map(({ order }) => order)).toEqual(['C4', 'C2', 'C1'])
    expect(fills?.at(-1)).toEqual({
      id: 'C1 4',
      order: 'C1',
      time: later(9),
      side: 'buy',
      quantity: '4',
      price: '101.25',
      instrument: { assetClass: 'stock', symbol: AAPL, quantity: '10', terms: undefined },
    })
    expect(broker.asks('history')).toHaveLength(3)
    expect(broker.asks('history')[0]).toContain('since a week')
  })

  it('are the same where there is no list at all', async () => {
    const broker = refusing({})
    broker.answering.executions = 'answers'
    broker.hasRecords = false
    expect(await broker.fills.since(ACCOUNT, FROM)).toHaveLength(1)
  })

  it('have the time of the order where that of the fill is not reported, and an unknown side', async () => {
    const broker = refusing({ filledAt: null, placedAt: later(3), side: null })
    expect(await broker.fills.since(ACCOUNT, FROM)).toMatchObject([
      { time: later(3), side: 'unknown' },
    ])
  })

  it.each([
    ['a price', { averageFillPrice: null }],
    ['a product', { assetClass: null }],
    ['a time', { filledAt: null, placedAt: null }],
  ])('are not known where a filled order has not %s', async (_name, order) => {
    expect(await refusing({}, order).fills.since(ACCOUNT, FROM)).toBeNull()
  })

  it('are not known where the history cannot be read', async () => {
    const broker = refusing({})
    broker.answering.history = 'fails'
    expect(await broker.fills.since(ACCOUNT, FROM)).toBeNull()
    broker.answering.history = 'is unreadable'
    expect(await broker.fills.since(ACCOUNT, FROM)).toBeNull()
  })
})
