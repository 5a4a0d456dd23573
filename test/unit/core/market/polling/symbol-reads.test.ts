import { beforeEach, describe, expect, it } from 'vitest'
import { SymbolReads } from '../../../../../electron/core/market/polling/symbol-reads.js'
import {
  providerFailure,
  type ProviderFailure,
} from '../../../../../electron/core/provider-failure.js'
import { symbol } from '../../../../../shared/domain/ids.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { Simulation } from '../../../../simulation/core/simulation.js'

const AAPL = symbol('AAPL')
const failure = (kind: ProviderFailure['kind']) => providerFailure(kind, foreign(kind))

/** Books that are read as the test says; the last failure repeats. */
class BookFixture {
  readonly simulation = new Simulation(1)
  readonly failures: ProviderFailure[] = []
  requests = 0
  isHeld = true
  changes = 0
  readonly reads = new SymbolReads({
    read: () => {
      this.requests += 1
      const next = this.failures.shift()
      return Promise.resolve(next === undefined ? ok(undefined) : err(next))
    },
    isHeld: () => this.isHeld,
    timers: this.simulation.timers(),
  })

  constructor() {
    this.reads.state(AAPL).subscribe(() => (this.changes += 1))
  }

  get state() {
    return this.reads.state(AAPL).get()
  }

  pass(ms: number): Promise<void> {
    return this.simulation.run(this.simulation.now + ms)
  }
}

describe('what is known of the book of a symbol', () => {
  let book: BookFixture
  beforeEach(() => (book = new BookFixture()))

  it('is nothing until it was read', async () => {
    expect(book.state).toEqual({ state: 'reading' })
    await book.reads.request(AAPL)
    expect(book.state).toEqual({ state: 'read' })
    expect(book.changes).toBe(1)
  })

  it.each(['awaits-code', 'not-confirmed', 'unavailable', 'rate-limited'] as const)(
    'is why it could not be read, %s, until it is read by itself',
    async (kind) => {
      book.failures.push(failure(kind), failure(kind))
      await book.reads.request(AAPL)
      expect(book.state).toEqual({ state: 'failed', failure: failure(kind) })
      await book.pass(3_100)
      expect(book.state).toEqual({ state: 'failed', failure: failure(kind) })
      await book.pass(3_100)
      expect(book.state).toEqual({ state: 'read' })
      expect(book.requests).toBe(3)
    },
  )

  it('stays a refusal, which another request would not change, until it comes another way', async () => {
    book.failures.push(failure('not-entitled'))
    await book.reads.request(AAPL)
    await book.pass(60_000)
    expect(book.requests).toBe(1)
    expect(book.state).toMatchObject({ state: 'failed' })
    book.reads.received(AAPL)
    expect(book.state).toEqual({ state: 'read' })
  })

  it('stays what was read before when it cannot be read again', async () => {
    await book.reads.request(AAPL)
    book.failures.push(failure('unavailable'))
    await book.reads.request(AAPL)
    expect(book.state).toEqual({ state: 'read' })
    await book.pass(3_100)
    expect(book.requests).toBe(3)
  })

  it('is not read again when nobody watches it', async () => {
    book.failures.push(failure('unavailable'))
    await book.reads.request(AAPL)
    book.isHeld = false
    await book.pass(60_000)
    expect(book.requests).toBe(1)
  })

  it('is forgotten with its last watcher', async () => {
    await book.reads.request(AAPL)
    book.reads.forget(AAPL)
    expect(book.state).toEqual({ state: 'reading' })
  })
})
