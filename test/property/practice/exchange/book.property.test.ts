import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Book, type Execution } from '../../../../electron/practice/exchange/book/book.js'
import type { BookSide } from '../../../../electron/practice/exchange/book/book-levels.js'
import type { PriceLevel } from '../../../../electron/practice/model/market-step.js'

/**
 * A slow and simple model of the book: one list per side in order of arrival, sorted at every
 * match. Without levels, searches or queues it cannot share the book's bugs.
 */
interface QueuedSize {
  readonly price: number
  readonly maker: number | null
  size: number
}

class Model {
  readonly rows: Record<BookSide, QueuedSize[]> = { bid: [], ask: [] }

  take(side: BookSide, limit: number | null, size: number): Execution[] {
    const sorted = this.rows[side].toSorted((a, b) =>
      side === 'bid' ? b.price - a.price : a.price - b.price,
    )
    const out: Execution[] = []
    let remaining = size
    for (const row of sorted) {
      const reachable = limit === null || (side === 'bid' ? row.price >= limit : row.price <= limit)
      if (remaining === 0 || !reachable) break
      const part = Math.min(remaining, row.size)
      row.size -= part
      remaining -= part
      out.push({ price: row.price, size: part, maker: row.maker })
    }
    this.rows[side] = this.rows[side].filter((row) => row.size > 0)
    return out
  }

  setMarketMakerLevels(side: BookSide, targets: readonly PriceLevel[]): void {
    const prices = new Set([
      ...targets.map((level) => level.price),
      ...this.rows[side].map((row) => row.price),
    ])
    for (const price of prices) {
      const target = targets.find((level) => level.price === price)?.size ?? 0
      const makerRows = this.rows[side].filter((row) => row.price === price && row.maker === null)
      let excess = makerRows.reduce((sum, row) => sum + row.size, 0) - target
      if (excess < 0) this.rows[side].push({ price, maker: null, size: -excess })
      for (const row of makerRows.toReversed()) {
        const part = Math.max(0, Math.min(row.size, excess))
        row.size -= part
        excess -= part
      }
    }
    this.rows[side] = this.rows[side].filter((row) => row.size > 0)
  }

  best(side: BookSide): number | null {
    const prices = this.rows[side].map((row) => row.price)
    if (prices.length === 0) return null
    return side === 'bid' ? Math.max(...prices) : Math.min(...prices)
  }

  total(): number {
    return [...this.rows.bid, ...this.rows.ask].reduce((sum, row) => sum + row.size, 0)
  }
}

const opposite = (side: BookSide): BookSide => (side === 'bid' ? 'ask' : 'bid')
const side = fc.constantFrom<BookSide>('bid', 'ask')
const price = fc.integer({ min: 90, max: 110 })
const size = fc.integer({ min: 1, max: 50 })
const action = fc.oneof(
  fc.record({ kind: fc.constant('order' as const), side, price, size }),
  fc.record({ kind: fc.constant('market' as const), side, size }),
  fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(30) }),
  fc.record({ kind: fc.constant('reduce' as const), which: fc.nat(30), size }),
  // Several moves of the simulated book, each possibly with a taker, before the next read.
  fc.record({
    kind: fc.constant('house' as const),
    moves: fc.array(
      fc.record({
        middle: price,
        sizes: fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 6, maxLength: 6 }),
        gap: fc.integer({ min: 1, max: 4 }),
        takes: fc.array(fc.record({ side, limit: price, size }), { maxLength: 2 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  }),
)

const bookRows = (book: Book): Record<BookSide, Map<string, number>> => {
  const sums = (levels: ReturnType<Book['state']>['bids']): Map<string, number> => {
    const out = new Map<string, number>()
    for (const [levelPrice, queue] of levels) {
      for (const [maker, amount] of queue) {
        out.set(`${levelPrice}/${maker}`, (out.get(`${levelPrice}/${maker}`) ?? 0) + amount)
      }
    }
    return out
  }
  const state = book.state()
  return { bid: sums(state.bids), ask: sums(state.asks) }
}
const modelRows = (model: Model): Record<BookSide, Map<string, number>> => {
  const sums = (rows: readonly QueuedSize[]): Map<string, number> => {
    const out = new Map<string, number>()
    for (const row of rows) {
      out.set(`${row.price}/${row.maker}`, (out.get(`${row.price}/${row.maker}`) ?? 0) + row.size)
    }
    return out
  }
  return { bid: sums(model.rows.bid), ask: sums(model.rows.ask) }
}
/**
 * Merges adjacent executions of the same maker and price, because it does not matter how the
 * simulated size is split.
 */
const merged = (executions: readonly Execution[]): Execution[] => {
  const out: Execution[] = []
  for (const execution of executions) {
    const last = out.at(-1)
    if (last?.price === execution.price && last.maker === execution.maker) {
      out[out.length - 1] = { ...last, size: last.size + execution.size }
    } else out.push(execution)
  }
  return out
}

it('the book matches by price, then time, like the model, uncrossed and without loss', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
      const book = new Book()
      const model = new Model()
      const live = new Map<number, { side: BookSide; price: number }>()
      let count = 0
      const sweep = (taken: BookSide, limit: number | null, amount: number): number => {
        const before = model.total()
        expect(book.quote(taken, limit, amount).size).toBe(
          Math.min(
            amount,
            [...model.rows[taken]]
              .filter(
                (row) =>
                  limit === null || (taken === 'bid' ? row.price >= limit : row.price <= limit),
              )
              .reduce((sum, row) => sum + row.size, 0),
          ),
        )
        const executions = book.take(taken, limit, amount)
        expect(merged(executions)).toEqual(merged(model.take(taken, limit, amount)))
        const done = executions.reduce((sum, execution) => sum + execution.size, 0)
        expect(before - model.total()).toBe(done)
        return done
      }
      for (const act of actions) {
        if (act.kind === 'order') {
          count += 1
          const rest = act.size - sweep(opposite(act.side), act.price, act.size)
          if (rest > 0) {
            book.add(act.side, act.price, count, rest)
            model.rows[act.side].push({ price: act.price, maker: count, size: rest })
            live.set(count, act)
          }
        } else if (act.kind === 'market') {
          sweep(act.side, null, act.size)
        } else if (act.kind === 'house') {
          for (const move of act.moves) {
            const levels = (sizes: readonly number[], step: number, from: number): PriceLevel[] =>
              sizes.map((amount, index) => ({ price: from + step * index, size: amount }))
            const bids = levels(move.sizes.slice(0, 3), -1, move.middle)
            const asks = levels(move.sizes.slice(3), 1, move.middle + move.gap)
            model.setMarketMakerLevels('bid', bids)
            model.setMarketMakerLevels('ask', asks)
            const expected: Execution[] = []
            for (;;) {
              const [bid, ask] = [model.best('bid'), model.best('ask')]
              if (bid === null || ask === null || bid < ask) break
              const resting: BookSide = model.rows.bid.some(
                (row) => row.price === bid && row.maker === null,
              )
                ? 'ask'
                : 'bid'
              const bestPrice = resting === 'bid' ? bid : ask
              const there = (which: BookSide, level: number): number =>
                model.rows[which]
                  .filter((row) => row.price === level)
                  .reduce((sum, row) => sum + row.size, 0)
              const amount = Math.min(there('bid', bid), there('ask', ask))
              model.take(opposite(resting), null, amount)
              expected.push(...model.take(resting, null, amount))
              expect(bestPrice).toBe(expected.at(-1)?.price)
            }
            const got = book.setMarketMakerQuotes({ bids, asks }).map((fill) => fill.execution)
            expect(merged(got)).toEqual(merged(expected))
            expect(got.every((execution) => execution.maker !== null)).toBe(true)
            for (const taken of move.takes) {
              const customers = merged(model.take(taken.side, taken.limit, taken.size)).filter(
                ({ maker }) => maker !== null,
              )
              expect(merged(book.applyMarketTrade(taken.side, taken.limit, taken.size))).toEqual(
                merged(customers),
              )
            }
          }
        } else {
          const order = live.get(act.which)
          const row =
            order === undefined
              ? undefined
              : model.rows[order.side].find((candidate) => candidate.maker === act.which)
          if (order === undefined) continue
          if (act.kind === 'cancel') {
            expect(book.remove(order.side, order.price, act.which)).toBe(row !== undefined)
            if (row !== undefined) {
              model.rows[order.side].splice(model.rows[order.side].indexOf(row), 1)
            }
          } else {
            expect(book.reduce(order.side, order.price, act.which, act.size)).toBe(
              row !== undefined,
            )
            if (row !== undefined) row.size = Math.min(row.size, act.size)
          }
        }
        expect([book.best('bid'), book.best('ask')]).toEqual([model.best('bid'), model.best('ask')])
        expect((book.best('bid') ?? 0) < (book.best('ask') ?? Number.POSITIVE_INFINITY)).toBe(true)
        expect(bookRows(book)).toEqual(modelRows(model))
        const copy = new Book()
        copy.load(book.state())
        expect(copy.state()).toEqual(book.state())
      }
    }),
    { numRuns: 300 },
  )
})

it('an order by amount buys the largest quantity that the amount pays for', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(price, size), { minLength: 1, maxLength: 10 }),
      fc.bigInt({ min: 0n, max: 40_000n }),
      (rows, cash) => {
        const book = new Book()
        for (const [index, [levelPrice, amount]] of rows.entries()) {
          book.add('ask', levelPrice, index + 1, amount)
        }
        const bought = book.affordable('ask', cash)
        const cost = book.quote('ask', null, bought)
        expect(cost.size).toBe(bought)
        expect(cost.cash <= cash).toBe(true)
        const more = book.quote('ask', null, bought + 1)
        expect(more.size === bought || more.cash > cash).toBe(true)
      },
    ),
  )
})
