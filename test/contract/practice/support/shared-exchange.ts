import { afterAll, beforeAll, expect } from 'vitest'
import type { z } from 'zod'
import { startExchange, type TestExchange, type TestExchangeOptions } from './test-exchange.js'

export interface SharedExchange extends TestExchange {
  /** The answer to a read, which must be one that the operation's schema knows. */
  read<S extends z.ZodType>(
    operation: { readonly path: string; readonly response: S },
    query?: Readonly<Record<string, string>>,
  ): Promise<z.output<S>>
}

/**
 * One exchange for all tests of a file; call it outside of them, before the file's own hooks. It
 * starts before their hooks and ends
 * after them, and must not have met an error by then that it did not expect.
 */
export function sharedExchange(options: TestExchangeOptions = {}): SharedExchange {
  let started: TestExchange | null = null
  const exchange = (): TestExchange => {
    if (started === null) throw new Error('the exchange runs in tests and hooks only')
    return started
  }
  beforeAll(async () => {
    started = await startExchange(options)
  })
  afterAll(async () => {
    expect(exchange().errors).toEqual([])
    await exchange().close()
  })
  return {
    get practice() {
      return exchange().practice
    },
    get client() {
      return exchange().client
    },
    get dataDir() {
      return exchange().dataDir
    },
    get errors() {
      return exchange().errors
    },
    advance: (ms) => exchange().advance(ms),
    wall: () => exchange().wall(),
    account: () => exchange().account(),
    close: () => exchange().close(),
    async read(operation, query = {}) {
      const reply = await exchange().client.get(operation.path, query)
      expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, ''])
      return operation.response.parse(reply.json)
    },
  }
}
