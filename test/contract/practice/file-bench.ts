import { afterAll, beforeAll, expect } from 'vitest'
import type { z } from 'zod'
import { startBench, type Bench, type BenchOptions } from './harness.js'

export interface FileBench extends Bench {
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
export function fileBench(options: BenchOptions = {}): FileBench {
  let started: Bench | null = null
  const bench = (): Bench => {
    if (started === null) throw new Error('the exchange runs in tests and hooks only')
    return started
  }
  beforeAll(async () => {
    started = await startBench(options)
  })
  afterAll(async () => {
    expect(bench().errors).toEqual([])
    await bench().close()
  })
  return {
    get practice() {
      return bench().practice
    },
    get client() {
      return bench().client
    },
    get dataDir() {
      return bench().dataDir
    },
    get errors() {
      return bench().errors
    },
    advance: (ms) => bench().advance(ms),
    wall: () => bench().wall(),
    account: () => bench().account(),
    close: () => bench().close(),
    async read(operation, query = {}) {
      const reply = await bench().client.get(operation.path, query)
      expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, ''])
      return operation.response.parse(reply.json)
    },
  }
}
