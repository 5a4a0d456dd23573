import { describe, expect, it } from 'vitest'
import {
  openTradeBook,
  type TradeBookDeps,
} from '../../../../../electron/core/instructions/scorecard/trade-book.js'
import { createEmitter } from '../../../../../shared/domain/emitter.js'
import type { OrderMarket } from '../../../../../electron/core/session/queries/session-queries.js'
import { decimalText, dec } from '../../../../../shared/domain/decimal.js'
import { clientOrderId } from '../../../../../shared/domain/ids.js'
import type { Instruction } from '../../../../../shared/domain/instructions/instruction.js'
import type { Fill, Order } from '../../../../../shared/domain/orders/order.js'
import { ok } from '../../../../../shared/domain/result.js'
import { order } from '../../../../fakes/assistant-samples.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { timeAt, draftOf, instruction, money, price, units } from './scorecard-fixture.js'

const ID = 'c0ffee'
const flush = async (): Promise<void> => {
  for (let index = 0; index < 10; index += 1) await Promise.resolve()
}

/** Creates a file that outlives its book, with instructions and orders that the test changes. */
function createFixture(lines: string[] = []) {
  const instructions: Instruction[] = []
  let rows: Order[] = []
  const changed = createEmitter<Instruction>()
  const ordersChanged = createEmitter<readonly Order[]>()
  const fills: Fill[] = []
  let minutesNow = 0
  const priceAge: { ms: number | null } = { ms: 0 }
  const market = {} as OrderMarket
  const quote = { last: price('100.00'), bid: price('99.00'), ask: price('101.00') } as NonNullable<
    Awaited<ReturnType<TradeBookDeps['queries']['quote']>>
  >['quote']
  const deps: TradeBookDeps = {
    journal: {
      append: (line) => {
        lines.push(line)
        return Promise.resolve(ok(undefined))
      },
      read: () => Promise.resolve(ok({ lines: [...lines], tailCut: false })),
      close: () => Promise.resolve(),
    },
    instructionService: { all: () => instructions, onChange: (listener) => changed.add(listener) },
    orders: { all: () => rows, subscribe: (listener) => ordersChanged.add(listener) },
    fills: { recent: () => fills, subscribe: () => () => undefined },
    queries: {
      exchangeNow: () => epochMs(timeAt(0, minutesNow)),
      quote: () => Promise.resolve({ quote, ageMs: 0 }),
      market: () =>
        Promise.resolve(
          ok({
            ...market,
            price: {
              bid: price('2.00'),
              ask: price('2.10'),
              last: price('9.00'),
              ageMs: priceAge.ms,
            },
          }),
        ),
      multiplier: () => Promise.resolve(dec('1')),
    },
    log: { event: () => undefined },
  }
  return {
    lines,
    deps,
    fills,
    priceAge,
    update(next: Instruction) {
      instructions.splice(0, instructions.length, next)
      changed.emit(next)
    },
    row(overrides: Partial<Order>, minutes: number) {
      minutesNow = minutes
      rows = [order(ID, { updatedAt: timeAt(0, minutes), ...overrides })]
      ordersChanged.emit(rows)
    },
  }
}
const pending = instruction(draftOf())
const sent: Instruction = {
  ...pending,
  status: 'APPROVED',
  ending: { why: 'approved', detail: '', endedAt: timeAt(0, 1) },
  outcome: { state: 'acknowledged', clientOrderId: clientOrderId(ID), text: '', at: timeAt(0, 1) },
}
const stepsOf = (book: Awaited<ReturnType<typeof openTradeBook>>) =>
  book.trades
    .get(clientOrderId(ID))
    ?.steps.map(({ filled, value, fees, time: when }) => [
      decimalText(filled),
      decimalText(value),
      fees === null ? null : decimalText(fees),
      when,
    ]) ?? []

describe('the trade book', () => {
  it('stores the market at the request and every step of the order, once, over restarts', async () => {
    const { deps, lines, update, row } = createFixture()
    const book = await openTradeBook(deps)
    update(pending)
    await flush()
    expect(book.marketAtRequest.get(pending.id)).toMatchObject({
      bid: '99.00',
      ask: '101.00',
      last: '100.00',
      multiplier: '1',
    })
    row({ status: 'working' }, 1)
    expect(stepsOf(book)).toEqual([])
    update(sent)
    row(
      { status: 'partially-filled', filledQuantity: units('4'), averageFillPrice: price('100.50') },
      2,
    )
    row(
      { status: 'partially-filled', filledQuantity: units('4'), averageFillPrice: price('100.50') },
      3,
    )
    row(
      {
        status: 'filled',
        filledQuantity: units('10'),
        averageFillPrice: price('100.20'),
        fees: money('1.25'),
      },
      4,
    )
    const steps = [
      ['0', '0', null, timeAt(0, 1)],
      ['4', '402', null, timeAt(0, 2)],
      ['10', '1002', '1.25', timeAt(0, 4)],
    ]
    expect(stepsOf(book)).toEqual(steps)
    await book.close()
    row({ status: 'filled', filledQuantity: units('10'), averageFillPrice: price('200.00') }, 5)
    const written = lines.length

    const next = createFixture(lines)
    const reopened = await openTradeBook(next.deps)
    expect(stepsOf(reopened)).toEqual(steps)
    next.update(sent)
    // A restart reports the order's steps again; none of them is new.
    next.row({ status: 'working' }, 6)
    next.row(
      { status: 'partially-filled', filledQuantity: units('4'), averageFillPrice: price('100.50') },
      7,
    )
    next.row(
      {
        status: 'filled',
        filledQuantity: units('10'),
        averageFillPrice: price('100.20'),
        fees: money('1.25'),
      },
      8,
    )
    await flush()
    expect(stepsOf(reopened)).toEqual(steps)
    expect(lines.length).toBe(written)
  })

  it('waits for an unknown price, and ignores orders of others', async () => {
    const { deps, update, row } = createFixture()
    const book = await openTradeBook(deps)
    update(sent)
    row({ status: 'filled', filledQuantity: units('10'), averageFillPrice: null }, 1)
    row({ status: 'filled', filledQuantity: units('10'), averageFillPrice: price('100.00') }, 2)
    row(
      {
        clientOrderId: clientOrderId('somebody'),
        status: 'filled',
        filledQuantity: units('5'),
        averageFillPrice: price('1.00'),
      },
      3,
    )
    expect(stepsOf(book)).toEqual([
      ['0', '0', null, timeAt(0, 1)],
      ['10', '1000', null, timeAt(0, 2)],
    ])
    expect(book.trades.size).toBe(1)
  })

  it("dates a live fill by the exchange's time, not by its arrival", async () => {
    const { deps, fills, update, row } = createFixture()
    const book = await openTradeBook(deps)
    update(sent)
    fills.push({ clientOrderId: clientOrderId(ID), time: timeAt(-1) } as Fill)
    row({ status: 'filled', filledQuantity: units('10'), averageFillPrice: price('100.00') }, 60)
    expect(stepsOf(book)).toEqual([['10', '1000', null, timeAt(-1)]])
  })

  it.each(['option', 'event'] as const)(
    'skips unreadable lines, and stores the price of the %s itself, not of its symbol',
    async (assetClass) => {
      const { deps, update } = createFixture(['{"v":9}', 'broken'])
      const book = await openTradeBook(deps)
      const requested = instruction(draftOf({ assetClass }))
      update(requested)
      await flush()
      expect(book.marketAtRequest.get(requested.id)).toMatchObject({
        bid: '2.00',
        ask: '2.10',
        last: null,
        multiplier: '1',
      })
    },
  )

  it.each([5_001, null])(
    'stores no price of a contract whose quote is too old: %s ms',
    async (ms) => {
      const { deps, update, priceAge } = createFixture()
      priceAge.ms = ms
      const book = await openTradeBook(deps)
      const requested = instruction(draftOf({ assetClass: 'option' }))
      update(requested)
      await flush()
      expect(book.marketAtRequest.get(requested.id)).toMatchObject({
        bid: null,
        ask: null,
        last: null,
        multiplier: '1',
      })
    },
  )
})
