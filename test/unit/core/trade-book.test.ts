import { describe, expect, it } from 'vitest'
import {
  openTradeBook,
  type TradeBookDeps,
} from '../../../electron/core/instructions/trade-book.js'
import { listeners } from '../../../electron/core/live.js'
import type { OrderMarket } from '../../../electron/core/session/look-ups.js'
import { decimalText, dec } from '../../../shared/domain/decimal.js'
import { clientOrderId } from '../../../shared/domain/ids.js'
import type { Instruction } from '../../../shared/domain/instruction.js'
import type { Fill, Order } from '../../../shared/domain/order.js'
import { ok } from '../../../shared/domain/result.js'
import { order } from '../../fakes/assistant-port.js'
import { at, draftOf, instruction, money, price, units } from './score-rig.js'

const ID = 'c0ffee'
const flush = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}

/** A file that outlives its book, and a desk and an order list that a test moves. */
function rig(lines: string[] = []) {
  const asked: Instruction[] = []
  let rows: Order[] = []
  const told = listeners<Instruction>()
  const moved = listeners<readonly Order[]>()
  const fills: Fill[] = []
  const priceAge: { ms: number | null } = { ms: 0 }
  const market = {} as OrderMarket
  const quote = { last: price('100.00'), bid: price('99.00'), ask: price('101.00') } as NonNullable<
    Awaited<ReturnType<TradeBookDeps['lookUps']['quote']>>
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
    desk: { all: () => asked, onChange: (listener) => told.add(listener) },
    orders: { all: () => rows, subscribe: (listener) => moved.add(listener) },
    fills: { recent: () => fills, subscribe: () => () => undefined },
    lookUps: {
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
    environment: 'practice',
    clock: { now: () => at(0), monotonic: () => 0 },
    log: { event: () => undefined },
  }
  return {
    lines,
    deps,
    fills,
    priceAge,
    tell(next: Instruction) {
      asked.splice(0, asked.length, next)
      told.emit(next)
    },
    row(more: Partial<Order>, minutes: number) {
      rows = [order(ID, { updatedAt: at(0, minutes), ...more })]
      moved.emit(rows)
    },
  }
}
const pending = instruction(draftOf())
const sent: Instruction = {
  ...pending,
  status: 'APPROVED',
  ending: { why: 'approved', detail: '', at: at(0, 1) },
  outcome: { state: 'acknowledged', clientOrderId: clientOrderId(ID), text: '', at: at(0, 1) },
}
const said = (book: Awaited<ReturnType<typeof openTradeBook>>) =>
  book.trades
    .get(clientOrderId(ID))
    ?.steps.map(({ filled, value, fees, at: when }) => [
      decimalText(filled),
      decimalText(value),
      fees === null ? null : decimalText(fees),
      when,
    ]) ?? []

describe('the book of what assistants traded', () => {
  it('keeps the market when it asked and every step of its order, once, over restarts', async () => {
    const { deps, lines, tell, row } = rig()
    const book = await openTradeBook(deps)
    tell(pending)
    await flush()
    expect(book.asked.get(pending.id)).toMatchObject({
      bid: '99.00',
      ask: '101.00',
      last: '100.00',
      multiplier: '1',
    })
    row({ status: 'working' }, 1)
    expect(said(book)).toEqual([])
    tell(sent)
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
      ['0', '0', null, at(0, 1)],
      ['4', '402', null, at(0, 2)],
      ['10', '1002', '1.25', at(0, 4)],
    ]
    expect(said(book)).toEqual(steps)
    await book.close()
    row({ status: 'filled', filledQuantity: units('10'), averageFillPrice: price('200.00') }, 5)
    const written = lines.length

    const next = rig(lines)
    const again = await openTradeBook(next.deps)
    expect(said(again)).toEqual(steps)
    next.tell(sent)
    // A start plays the order's life again: nothing of it is new.
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
    expect(said(again)).toEqual(steps)
    expect(lines.length).toBe(written)
  })

  it('waits for a price that is not told yet, and leaves the orders of others alone', async () => {
    const { deps, tell, row } = rig()
    const book = await openTradeBook(deps)
    tell(sent)
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
    expect(said(book)).toEqual([
      ['0', '0', null, at(0, 1)],
      ['10', '1000', null, at(0, 2)],
    ])
    expect(book.trades.size).toBe(1)
  })

  it('dates a live fill by the exchange, not by when this desk came to hear of it', async () => {
    const { deps, fills, tell, row } = rig()
    const book = await openTradeBook({ ...deps, environment: 'sandbox' })
    tell(sent)
    fills.push({ clientOrderId: clientOrderId(ID), time: at(-1) } as Fill)
    row({ status: 'filled', filledQuantity: units('10'), averageFillPrice: price('100.00') }, 60)
    expect(said(book)).toEqual([['10', '1000', null, at(-1)]])
  })

  it.each(['option', 'event'] as const)(
    'skips what it cannot read, and keeps of an order of this product what it trades at itself, not its symbol: %s',
    async (assetClass) => {
      const { deps, tell } = rig(['{"v":9}', 'broken'])
      const book = await openTradeBook(deps)
      const asked = instruction(draftOf({ assetClass }))
      tell(asked)
      await flush()
      expect(book.asked.get(asked.id)).toMatchObject({
        bid: '2.00',
        ask: '2.10',
        last: null,
        multiplier: '1',
      })
    },
  )

  it.each([5_001, null])(
    'keeps no price of a contract that nobody confirmed lately: %s ms',
    async (ms) => {
      const { deps, tell, priceAge } = rig()
      priceAge.ms = ms
      const book = await openTradeBook(deps)
      const asked = instruction(draftOf({ assetClass: 'option' }))
      tell(asked)
      await flush()
      expect(book.asked.get(asked.id)).toMatchObject({
        bid: null,
        ask: null,
        last: null,
        multiplier: '1',
      })
    },
  )
})
