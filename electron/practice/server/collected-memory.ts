import { Session } from 'node:inspector'

/** What is alive in this process, in bytes. */
export interface CollectedMemory {
  readonly heap: number
  /** Buffers and other memory that objects of the heap hold outside it. */
  readonly external: number
}

/** Collects garbage and returns what is left: the process itself keeps freed pages for later. */
export const collectedMemory = (): Promise<CollectedMemory> =>
  new Promise((resolve, reject) => {
    const session = new Session()
    session.connect()
    session.post('HeapProfiler.collectGarbage', (error) => {
      session.disconnect()
      if (error !== null) return void reject(error)
      const { heapUsed, external } = process.memoryUsage()
      resolve({ heap: heapUsed, external })
    })
  })
