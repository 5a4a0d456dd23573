import { describe, expect, test } from 'vitest'
import {
  StatePersister,
  type Sections,
} from '../../../../electron/practice/store/state-persister.js'

/** A persister over a disk whose commits end when the test says so. */
class Disk {
  readonly commits: { resolve: () => void; reject: (error: Error) => void }[] = []
  readonly persister = new StatePersister({
    store: {
      healthy: true,
      start: () => Promise.resolve(),
      stop: () => Promise.resolve(),
      record: () => undefined,
      seal: () => undefined,
      commit: () => new Promise((resolve, reject) => this.commits.push({ resolve, reject })),
    },
    sections: {} as Sections,
    state: () => ({}) as never,
    speed: () => 1,
  })
}

describe('REL-38: what an exchange may show', () => {
  test('is everything while no order and no account changes, without a write', () => {
    const { persister, commits } = new Disk()
    persister.recordTime(1 as never, false)
    expect(persister.whenDurable()).toBeNull()
    expect(commits).toHaveLength(0)
  })

  test('includes a change once the write of that change is on disk, and needs no other', async () => {
    const { persister, commits } = new Disk()
    persister.changed()
    const stored = persister.persist('orders')
    const shown = persister.whenDurable()
    expect(shown).not.toBeNull()
    expect(commits).toHaveLength(1)
    commits[0]?.resolve()
    await Promise.all([stored, shown])
    expect(persister.whenDurable()).toBeNull()
  })

  test('is written for an answer when nothing else writes it', async () => {
    const { persister, commits } = new Disk()
    persister.changed()
    const shown = persister.whenDurable()
    expect(commits).toHaveLength(1)
    commits[0]?.resolve()
    await shown
    expect(persister.whenDurable()).toBeNull()
  })

  test('does not include a change after the write began', async () => {
    const { persister, commits } = new Disk()
    persister.changed()
    const stored = persister.persist('orders')
    persister.changed()
    const shown = persister.whenDurable()
    expect(commits).toHaveLength(2)
    commits[0]?.resolve()
    await stored
    expect(persister.whenDurable()).toBe(shown)
  })

  test('is an error while the disk fails, and everything once it works again', async () => {
    const { persister, commits } = new Disk()
    persister.changed()
    const failed = persister.whenDurable()
    commits[0]?.reject(new Error('disk full'))
    await expect(failed).rejects.toThrow('disk full')
    const repeated = persister.whenDurable()
    expect(commits).toHaveLength(2)
    commits[1]?.resolve()
    await repeated
    expect(persister.whenDurable()).toBeNull()
  })
})
