import { beforeAll } from 'vitest'
import { fileBench } from '../file-bench.js'
import type { BenchOptions } from '../harness.js'
import { brokerOf, withoutToken, type BrokerBench } from './support.js'

/**
 * The Broker API of one exchange for all tests of a file; call it outside of them, before the
 * file's own hooks.
 */
export function fileBroker(options: BenchOptions = {}): BrokerBench {
  const bench = fileBench(options)
  beforeAll(() => void withoutToken(bench))
  return brokerOf(bench)
}
