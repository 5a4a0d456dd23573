/** Runs tasks one after another, in the order in which they were added. */
export interface SerialQueue {
  /**
   * Runs `task` once every earlier task has settled; resolves or rejects as the task does. A task
   * that fails does not hold up the next one.
   */
  run<T>(task: () => T | Promise<T>): Promise<T>
  /** Resolves once every task that was added before this call has settled. Never rejects. */
  idle(): Promise<void>
}

/** Makes an empty queue. */
export function createSerialQueue(): SerialQueue {
  let tail: Promise<unknown> = Promise.resolve()
  return {
    run(task) {
      const result = tail.then(task)
      tail = result.catch(() => undefined)
      return result
    },
    async idle() {
      await tail
    },
  }
}
