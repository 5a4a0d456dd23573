import type { NewRecord } from '../../electron/core/orders/journal/journal-record.js'
import type { OrderObservation } from '../../electron/core/orders/order-observation.js'
import { dec, type Money, type Price, type Quantity } from '../../shared/domain/decimal.js'
import { accountId, clientOrderId, orderId, symbol } from '../../shared/domain/ids.js'
import type { OrderDraft } from '../../shared/domain/orders/order.js'
import { epochMs } from '../../shared/domain/time.js'

const START = 1_800_000_000_000
const SYMBOLS = ['AAPL', 'MSFT', 'NVDA'].map(symbol)

/** A random number below 1 from a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Makes the records of any number of orders, in which everything that can happen happens. */
export class JournalHistory {
  readonly records: NewRecord[] = []
  readonly tickets: { readonly ticket: string; readonly draft: OrderDraft }[] = []
  readonly #random: () => number
  #now = START
  #orders = 0
  #requests = 0

  constructor(seed: number) {
    this.#random = seeded(seed)
  }

  /** Adds about this many records. */
  extend(count: number): readonly NewRecord[] {
    const from = this.records.length
    while (this.records.length < from + count) this.#addOne()
    return this.records.slice(from)
  }

  #addOne(): void {
    this.#now += 1 + Math.floor(this.#random() * 3_000)
    const kind = this.#random()
    if (this.#orders === 0 || kind < 0.3) this.#addIntent()
    else if (kind < 0.5) this.#addOutcome()
    else if (kind < 0.85) this.#addObservation()
    else if (kind < 0.9) this.#addRequest()
    else if (kind < 0.94) this.#addRequestEnd()
    else if (kind < 0.97) this.#addDenied()
    else if (kind < 0.985) this.#addTrading()
    else this.#addSettled()
  }

  #pick<const T>(items: readonly T[]): T {
    const item = items[Math.floor(this.#random() * items.length)]
    if (item === undefined) throw new Error('nothing to pick')
    return item
  }

  #draft(index: number): OrderDraft {
    return {
      accountId: accountId('ACC1'),
      assetClass: 'stock',
      symbol: SYMBOLS[index % SYMBOLS.length] ?? symbol('AAPL'),
      side: index % 2 === 0 ? 'buy' : 'sell',
      type: 'limit',
      timeInForce: 'day',
      session: 'core',
      size: { kind: 'quantity', quantity: dec(String(1 + (index % 90))) as Quantity },
      limitPrice: dec('187.50') as Price,
      stopPrice: null,
      trail: null,
      expireDate: null,
    }
  }

  /** Returns one of the latest orders, sometimes any. */
  #order(): number {
    const back = this.#random() < 0.9 ? 12 : this.#orders
    return Math.max(0, this.#orders - 1 - Math.floor(this.#random() * back))
  }

  #id(index: number) {
    return clientOrderId(`order-${index}`)
  }

  #addIntent(): void {
    const index = this.#orders
    this.#orders += 1
    // Every fifth is requested by an assistant.
    const ticket = index % 5 === 0 ? `i-${index}` : `ticket-${index}`
    const draft = this.#draft(index)
    this.tickets.push({ ticket, draft })
    const time = epochMs(this.#now)
    this.records.push({
      kind: 'intent',
      ticket,
      clientOrderId: this.#id(index),
      draft,
      at: time,
      placedAt: time,
    })
  }

  #addDenied(): void {
    const ticket = `denied-${this.records.length}`
    const draft = this.#draft(this.records.length)
    this.tickets.push({ ticket, draft })
    this.records.push({
      kind: 'denied',
      ticket,
      draft,
      reasons: ['Too large.'],
      at: epochMs(this.#now),
    })
  }

  #addOutcome(): void {
    const id = this.#id(this.#order())
    const outcome = this.#pick(['acknowledged', 'acknowledged', 'rejected', 'unknown', 'not-sent'])
    this.records.push({
      kind: 'outcome',
      of: id,
      clientOrderId: id,
      outcome,
      orderId: outcome === 'acknowledged' ? orderId(`B-${id}`) : null,
      code: null,
      reason: outcome === 'acknowledged' ? null : 'The broker said no.',
      at: epochMs(this.#now),
    })
  }

  #addObservation(): void {
    const index = this.#order()
    const { size, expireDate: _day, terms: _terms, ...draft } = this.#draft(index)
    if (size.kind !== 'quantity') throw new Error('a size of units')
    const status = this.#pick([
      'working',
      'partially-filled',
      'filled',
      'filled',
      'cancelled',
      'failed',
    ])
    const share =
      status === 'filled' ? 1 : status === 'working' || status === 'failed' ? 0 : this.#random()
    const filled = Math.floor(Number(size.quantity) * share)
    const observation: OrderObservation = {
      ...draft,
      source: this.#pick(['event', 'detail', 'listing']),
      clientOrderId: this.#id(index),
      orderId: orderId(`B-${index}`),
      status,
      quantity: size.quantity,
      amount: null,
      filledQuantity: dec(String(filled)) as Quantity,
      averageFillPrice: filled > 0 ? (dec(`187.${10 + (index % 80)}`) as Price) : null,
      fees: filled > 0 ? (dec('0.05') as Money) : null,
      placedAt: epochMs(this.#now - 500),
      filledAt: filled > 0 ? epochMs(this.#now) : null,
      reason: status === 'failed' ? 'Not enough money.' : null,
      observedAt: epochMs(this.#now),
    }
    this.records.push({ kind: 'observation', observation })
  }

  #addRequest(): void {
    this.#requests += 1
    const base = {
      request: `r-${this.#requests}`,
      accountId: accountId('ACC1'),
      clientOrderId: this.#id(this.#order()),
      at: epochMs(this.#now),
    }
    this.records.push(
      this.#random() < 0.5
        ? { kind: 'cancel', ...base }
        : { kind: 'replace', ...base, change: { limitPrice: dec('188.25') as Price } },
    )
  }

  #addRequestEnd(): void {
    if (this.#requests === 0) return
    const request = `r-${1 + Math.floor(this.#random() * this.#requests)}`
    const made = this.records.find((record) => 'request' in record && record.request === request)
    if (made === undefined || !('request' in made)) return
    const { clientOrderId: id } = made
    const time = epochMs(this.#now)
    const settled = this.#random() < 0.4
    this.records.push(
      settled
        ? { kind: 'settled', of: request, clientOrderId: id, as: 'done', note: null, at: time }
        : {
            kind: 'outcome',
            of: request,
            clientOrderId: id,
            outcome: this.#pick(['acknowledged', 'rejected', 'unknown']),
            orderId: null,
            code: null,
            reason: 'Too late.',
            at: time,
          },
    )
  }

  #addSettled(): void {
    const id = this.#id(this.#order())
    this.records.push({
      kind: 'settled',
      of: id,
      clientOrderId: id,
      as: this.#pick(['absent', 'not-found']),
      note: 'The broker does not know it.',
      at: epochMs(this.#now),
    })
  }

  #addTrading(): void {
    const state = this.#pick(['active', 'halted'])
    this.records.push({
      kind: 'trading',
      state,
      why: `Because ${this.#now}.`,
      at: epochMs(this.#now),
    })
  }
}
