import { afterAll, beforeAll, expect } from 'vitest'
import type { z } from 'zod'
import { startExchange, type TestExchange, type TestExchangeOptions } from './test-exchange.js'

export interface SharedExchange extends TestExchange {
  /** Reads an operation and parses the answer with its schema. */
  read<S extends z.ZodType>(
    operation: { readonly path: string; readonly response: S },
    query?: Readonly<Record<string, string>>,
  ): Promise<z.output<S>>
}

/**
 * Shares one exchange among all tests of a file. Call it at the top level, before the file's own
 * hooks: it starts before them and ends after them. It fails when the exchange met an unexpected
 * error.
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
