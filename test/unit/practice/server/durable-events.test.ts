import { describe, expect, it } from 'vitest'
import { DurableEvents } from '../../../../electron/practice/server/durable-events.js'

/** A disk whose commits end when the test says so. */
class Disk {
  readonly published: string[] = []
  readonly events = new DurableEvents({
    commit: () => new Promise((resolve, reject) => this.#commits.push({ resolve, reject })),
    after: (_ms, call) => void this.#timers.push(call),
  })
  readonly #commits: { resolve: () => void; reject: (error: Error) => void }[] = []
  readonly #timers: (() => void)[] = []

  add(name: string): void {
    this.events.add(() => this.published.push(name))
  }

  /** Lets the timer that is due elapse, so that a commit begins. */
  begin(): void {
    this.#timers.shift()?.()
  }

  async end(succeeds: boolean): Promise<void> {
    const commit = this.#commits.shift()
    if (succeeds) commit?.resolve()
    else commit?.reject(new Error('disk full'))
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('events that wait for the disk', () => {
  it('publishes an event only once its change is on disk', async () => {
    const disk = new Disk()
    disk.add('first')
    disk.begin()
    expect(disk.published).toEqual([])

    await disk.end(true)

    expect(disk.published).toEqual(['first'])
  })

  it('publishes an event that happens during a commit with the next one', async () => {
    const disk = new Disk()
    disk.add('first')
    disk.begin()
    disk.add('second')
    await disk.end(true)
    expect(disk.published).toEqual(['first'])

    disk.begin()
    await disk.end(true)

    expect(disk.published).toEqual(['first', 'second'])
  })

  it('keeps the events and their order while the disk fails', async () => {
    const disk = new Disk()
    disk.add('first')
    disk.begin()
    disk.add('second')
    await disk.end(false)
    expect(disk.published).toEqual([])

    disk.begin()
    await disk.end(true)

    expect(disk.published).toEqual(['first', 'second'])
  })
})
