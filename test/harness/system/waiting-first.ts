import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files of the first of these folders wait for most of their time: for sockets, streams and rate
 * limits. The last ones have the longest files of those that compute.
 */
const FIRST = [
  '/test/contract/core/',
  '/test/contract/',
  '/test/faults/',
  '/test/conformance/',
  '/test/property/practice/market/',
  '/test/invariants/',
]

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = FIRST.findIndex((folder) => moduleId.includes(folder))
  return rank < 0 ? FIRST.length : rank
}

/**
 * Begins with the files that wait, together, because those that compute would delay them; a long
 * one that began last would be waited for alone.
 */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}
