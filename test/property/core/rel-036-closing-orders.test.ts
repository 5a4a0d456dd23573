import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AccountFactsSource } from '../../../electron/core/instructions/policy/account-facts.js'
import { evaluatePolicy } from '../../../electron/core/instructions/policy/policy-engine.js'
import type { PolicyUsage } from '../../../electron/core/instructions/policy/policy-types.js'
import {
  abs,
  add,
  asQuantity,
  fromInteger,
  isPositive,
  lte,
  maxOf,
  minOf,
  neg,
  sub,
  sum,
  ZERO_QUANTITY,
  type Quantity,
} from '../../../shared/domain/decimal.js'
import type { Balance } from '../../../shared/domain/account/account.js'
import type { Order, OrderDraft } from '../../../shared/domain/orders/order.js'
import { isFinal } from '../../../shared/domain/orders/order-state.js'
import { ok } from '../../../shared/domain/result.js'
import { epochMs } from '../../../shared/domain/time.js'
import { positionFor } from '../../../electron/core/instructions/policy/position-of-order.js'
import { runs } from '../../harness/system/effort.js'
import {
  ACC,
  draft,
  money,
  NOW,
  OPEN_POLICY,
  order,
  position,
  quote,
} from '../../unit/core/instructions/policy/policy-fixture.js'

/** The time within which the broker's positions show every fill, in ms. */
const LAG_MS = 10_000

interface Fill {
  readonly time: number
  readonly change: Quantity
}

/** An account with one future, whose positions show fills late, and what the client reads of it. */
class LaggingAccount {
  time = 100_000
  readonly #start: Quantity
  readonly #fills: Fill[] = []
  readonly orders: Order[] = []
  readonly pending: OrderDraft[] = []
  readonly sending: OrderDraft[] = []
  #lagMs = 0
  #publish: (rows: readonly Order[]) => void = () => undefined
  readonly facts: AccountFactsSource

  constructor(start: number) {
    this.#start = asQuantity(fromInteger(start))
    this.facts = new AccountFactsSource({
      queries: {
        positions: () => Promise.resolve(ok({ positions: this.#shown(), unreadable: [] })),
        balance: () => Promise.resolve(ok({ currency: 'USD' } as Balance)),
      },
      orders: {
        all: () => this.orders,
        subscribe: (listener) => {
          this.#publish = listener
          return () => undefined
        },
      },
      clock: { now: () => epochMs(this.time), monotonic: () => this.time },
    })
  }

  /** The position as it is at the broker. */
  held(before = this.time): Quantity {
    return this.#fills
      .filter(({ time }) => time <= before)
      .reduce((total, { change }) => add(total, change), this.#start)
  }

  #shown() {
    const shown = this.held(this.time - this.#lagMs)
    return [{ ...position('0'), assetClass: 'futures' as const, quantity: shown }]
  }

  lag(ms: number): void {
    this.#lagMs = ms
  }

  add(row: Order): void {
    this.orders.push(row)
    this.#publish([row])
  }

  /** Fills a part of a working order, or ends it. */
  advance(index: number, part: number, ends: boolean): void {
    const working = this.orders.filter(({ status }) => !isFinal(status))
    const row = working[index % Math.max(1, working.length)]
    if (row === undefined || row.quantity === null) return
    const left = sub(row.quantity, row.filledQuantity)
    const filled = minOf<Quantity>(left, asQuantity(fromInteger(part)))
    const total = add(row.filledQuantity, filled)
    if (isPositive(filled)) {
      this.#fills.push({ time: this.time, change: row.side === 'buy' ? filled : neg(filled) })
    }
    const status = lte(row.quantity, total) ? 'filled' : ends ? 'cancelled' : 'working'
    const next: Order = { ...row, filledQuantity: total, status, updatedAt: epochMs(this.time) }
    this.orders.splice(this.orders.indexOf(row), 1, next)
    this.#publish([next])
  }

  usage(): PolicyUsage {
    return {
      pending: this.pending.map((wanted) => ({
        action: { kind: 'place' as const, draft: wanted },
        exposure: money('0'),
      })),
      working: [],
      inFlight: this.sending,
      others: { requested: [], working: this.orders.filter(({ status }) => !isFinal(status)) },
      ended: this.orders.filter(
        ({ status, filledQuantity }) => isFinal(status) && isPositive(filledQuantity),
      ),
      today: [],
      requestTimes: [],
    }
  }

  /** What all orders on one side can still fill, at their worst. */
  open(side: OrderDraft['side']): Quantity {
    const rows = this.orders
      .filter((row) => row.side === side && !isFinal(row.status))
      .map((row) => sub(row.quantity ?? ZERO_QUANTITY, row.filledQuantity))
    const drafts = [...this.pending, ...this.sending].flatMap((wanted) =>
      wanted.side === side && wanted.size.kind === 'quantity' ? [wanted.size.quantity] : [],
    )
    return sum([...rows, ...drafts])
  }
}

const future = (side: 'buy' | 'sell', contracts: number): OrderDraft =>
  draft({
    assetClass: 'futures',
    side,
    size: { kind: 'quantity', quantity: asQuantity(fromInteger(contracts)) },
  })

const side = fc.constantFrom('buy' as const, 'sell' as const)
const contracts = fc.integer({ min: 1, max: 12 })
const step = fc.oneof(
  fc.record({ kind: fc.constant('request' as const), side, contracts }),
  fc.record({ kind: fc.constant('elsewhere' as const), side, contracts }),
  fc.record({ kind: fc.constant('sent' as const) }),
  fc.record({ kind: fc.constant('acknowledged' as const) }),
  fc.record({
    kind: fc.constant('advance' as const),
    index: fc.nat(5),
    part: fc.integer({ min: 0, max: 12 }),
    ends: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 15_000 }) }),
  fc.record({ kind: fc.constant('lag' as const), ms: fc.integer({ min: 0, max: LAG_MS }) }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

let names = 0

/** Returns true when the request of a step counts nothing because it only reduces the position. */
async function reduces(account: LaggingAccount, closing: OrderDraft): Promise<boolean> {
  const found = await account.facts.fetch(ACC)
  if (!found.ok) return false
  const { positions, settled } = found.value
  const verdict = evaluatePolicy({
    environment: 'practice',
    policy: OPEN_POLICY,
    action: { kind: 'place', draft: closing },
    facts: {
      instrument: null,
      quote: quote(),
      quoteAgeMs: 0,
      position: positionFor(closing, positions),
      positions,
      settled,
      balance: null,
      multiplier: '1',
      currency: 'USD',
      session: 'regular',
    },
    usage: account.usage(),
    halted: false,
    now: NOW,
  })
  return verdict.reduces === true
}

function apply(account: LaggingAccount, taken: Exclude<Step, { kind: 'request' }>): void {
  switch (taken.kind) {
    case 'elsewhere':
      account.add(rowOf(future(taken.side, taken.contracts), account.time))
      return
    case 'sent': {
      const next = account.pending.shift()
      if (next !== undefined) account.sending.push(next)
      return
    }
    case 'acknowledged': {
      const next = account.sending.shift()
      if (next !== undefined) account.add(rowOf(next, account.time))
      return
    }
    case 'advance':
      account.advance(taken.index, taken.part, taken.ends)
      return
    case 'wait':
      account.time += taken.ms
      return
    case 'lag':
      account.lag(taken.ms)
  }
}

function rowOf(wanted: OrderDraft, time: number): Order {
  names += 1
  return order(`o${names}`, {
    assetClass: 'futures',
    side: wanted.side,
    quantity: wanted.size.kind === 'quantity' ? wanted.size.quantity : null,
    updatedAt: epochMs(time),
  })
}

describe('REL-36: an order that counts nothing only reduces a position', () => {
  test('the order only reduces with all other orders at their worst, whatever fills, ends or is sent meanwhile', async () => {
    let reducing = 0
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -12, max: 12 }),
        fc.array(step, { minLength: 1, maxLength: 25 }),
        async (start, steps) => {
          const account = new LaggingAccount(start)
          for (const taken of steps) {
            if (taken.kind !== 'request') {
              apply(account, taken)
              continue
            }
            const closing = future(taken.side, taken.contracts)
            if (!(await reduces(account, closing))) continue
            reducing += 1
            const held = account.held()
            const closable = maxOf<Quantity>(
              taken.side === 'sell' ? held : neg(held),
              ZERO_QUANTITY,
            )
            const worst = add(account.open(taken.side), asQuantity(fromInteger(taken.contracts)))
            expect(lte(worst, abs<Quantity>(closable))).toBe(true)
            account.pending.push(closing)
          }
        },
      ),
      { numRuns: runs(1_500, 100_000) },
    )
    // Without reducing orders, the rule above would hold for nothing.
    expect(reducing).toBeGreaterThan(100)
  })
})
