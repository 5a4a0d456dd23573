import { Session } from 'node:inspector'

/** What is alive in this process, in bytes. */
export interface CollectedMemory {
  readonly heap: number
  /** Buffers and other memory that objects of the heap hold outside it. */
  readonly external: number
}

/** Collects garbage and returns what is left: the process itself keeps freed pages for later. */
export async function collectedMemory(): Promise<CollectedMemory> {
  const session = new Session()
  session.connect()
  await new Promise<void>((resolve, reject) => {
    session.post('HeapProfiler.collectGarbage', (error) => {
      // A session that is ended while it answers never returns, and stops its process.
      setImmediate(() => (error === null ? resolve() : reject(error)))
    })
  }).finally(() => session.disconnect())
  const { heapUsed, external } = process.memoryUsage()
  return { heap: heapUsed, external }
}
