import { mkdtemp, open, readFile, readdir, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LogEntry } from '../../../../electron/practice/store/log-entries.js'
import { openLog, type OpenLog } from '../../../../electron/practice/store/log-file.js'
import { SavedRows } from '../../../../electron/practice/model/saved-rows.js'
import { Store, type Loaded } from '../../../../electron/practice/store/store.js'
import { removeFolder } from '../../../harness/system/remove-folder.js'

const NAME = 'exchange-1.json'
let folder: string
const errors: unknown[] = []
const shops: IdStore[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-'))
  errors.length = 0
})
afterEach(async () => {
  for (const shop of shops.splice(0)) await shop.store.stop().catch(() => undefined)
  await removeFolder(folder)
})

interface StoredState {
  readonly log: number
  readonly ids: readonly string[]
}
const generationOf = (value: unknown): number | null =>
  typeof value === 'object' && value !== null && 'log' in value && typeof value.log === 'number'
    ? value.log
    : null

/** A list of accepted ids over a store, like the exchange's state. */
class IdStore {
  ids: string[] = []
  readonly store: Store

  constructor(log?: OpenLog) {
    this.store = new Store({
      folder,
      name: NAME,
      monotonic: () => performance.now(),
      onError: (error) => errors.push(error),
      ...(log === undefined ? {} : { openLog: log }),
    })
  }

  async load(): Promise<Loaded> {
    const loaded = await this.store.load(7, generationOf)
    this.ids = [
      ...((loaded.value as StoredState | null)?.ids ?? []),
      ...loaded.groups.flat().flatMap((entry) => (entry[0] === 'a' ? [entry[1]] : [])),
    ]
    return loaded
  }

  start(): Promise<void> {
    return this.store.start({
      take: (log): StoredState => ({ log, ids: [...this.ids] }),
      head: () => [['k', 1]],
    })
  }

  /** Accepts an id; resolves when it is on disk. */
  accept(id: string): Promise<void> {
    this.ids.push(id)
    this.store.record(['a', id] satisfies LogEntry)
    return this.store.commit()
  }
}

async function started(log?: OpenLog): Promise<IdStore> {
  const shop = new IdStore(log)
  shops.push(shop)
  await shop.load()
  await shop.start()
  return shop
}

/**
 * Loads what a process would find after a crash. The previous store is left running, so it may
 * remove a log between the listing and the reading of the folder, which a killed process could not;
 * then the folder is read again.
 */
async function afterCrash(): Promise<{ readonly ids: readonly string[]; readonly loaded: Loaded }> {
  for (;;) {
    const shop = new IdStore()
    const loaded = await shop
      .load()
      .catch((error: NodeJS.ErrnoException) =>
        error.code === 'ENOENT' ? null : Promise.reject(error),
      )
    if (loaded !== null) return { ids: shop.ids, loaded }
  }
}
const files = async (): Promise<readonly string[]> => (await readdir(folder)).sort()

describe('a store', () => {
  it('loads nothing from an empty folder, and everything from the snapshot after a clean stop', async () => {
    const shop = new IdStore()
    expect(await shop.load()).toEqual({
      value: null,
      fromPrevious: false,
      setAside: [],
      lost: false,
      groups: [],
      crashed: false,
      logsAside: [],
      end: null,
    })
    await shop.start()
    await shop.accept('one')
    await shop.store.stop()
    expect(await files()).toEqual([
      NAME,
      `${NAME}.previous`,
      'exchange-1.log.1',
      'exchange-1.log.2',
      'exchange-1.log.head',
    ])
    const { ids, loaded } = await afterCrash()
    expect([ids, loaded.crashed, loaded.end]).toEqual([['one'], false, null])
  })

  it('goes on with everything else while it writes a long state', async () => {
    const rows = 50_000
    const store = new Store({
      folder,
      name: NAME,
      monotonic: () => performance.now(),
      onError: (error) => errors.push(error),
    })
    await store.load(7, generationOf)
    await store.start({
      take: (log) => ({ log, ids: new SavedRows(rows, (index) => `id-${index}`) }),
      head: () => [],
    })
    let turns = 0
    let isSaved = false
    const turn = (): void => {
      turns += 1
      if (!isSaved) setImmediate(turn)
    }
    setImmediate(turn)
    await store.snapshot()
    isSaved = true
    expect(turns).toBeGreaterThan(rows / 1_000)
    await store.stop()
    const { ids } = await afterCrash()
    expect([ids.length, ids.at(-1), errors]).toEqual([rows, `id-${rows - 1}`, []])
  })

  it('recovers everything committed from the log alone', async () => {
    const shop = await started()
    await Promise.all(Array.from({ length: 200 }, (_, index) => shop.accept(`id-${index}`)))
    expect(
      (JSON.parse((await readFile(join(folder, NAME), 'utf8')).split('\n')[1] ?? '') as StoredState)
        .ids,
    ).toEqual([])
    const { ids, loaded } = await afterCrash()
    expect(ids).toEqual(shop.ids)
    expect([loaded.crashed, loaded.logsAside]).toEqual([true, []])
  })

  it("repeats nothing after a second crash, and continues from the new run's first snapshot", async () => {
    const shop = await started()
    await shop.accept('one')
    const second = await started()
    await second.accept('two')
    const third = await started()
    expect(third.ids).toEqual(['one', 'two'])
    expect((await files()).filter((name) => /\.log\.\d+$/.test(name)).length).toBeLessThanOrEqual(2)
  })

  it('recovers everything while snapshots are taken', async () => {
    const shop = await started()
    for (let round = 0; round < 20; round += 1) {
      const done = Array.from({ length: 10 }, (_, index) => shop.accept(`id-${round}-${index}`))
      const saved = round % 3 === 0 ? shop.store.snapshot() : Promise.resolve()
      await Promise.all(done)
      const { ids, loaded } = await afterCrash()
      expect([ids, loaded.logsAside]).toEqual([shop.ids, []])
      await saved
    }
  })

  it('recovers from an older snapshot and several logs when the newer snapshot failed', async () => {
    const shop = await started()
    await shop.accept('one')
    const older = await readFile(join(folder, NAME))
    const first = (await files()).find((name) => name.includes('.log.')) ?? ''
    const log = await readFile(join(folder, first))
    await shop.store.snapshot()
    await shop.accept('two')
    // Simulates a crash after the new log was started and before the new snapshot replaced the old
    // one.
    await writeFile(join(folder, NAME), older)
    await writeFile(join(folder, first), log)
    const { ids, loaded } = await afterCrash()
    expect([ids, loaded.logsAside]).toEqual([['one', 'two'], []])
  })

  it('ignores a log that the snapshot already contains', async () => {
    const shop = await started()
    await shop.accept('one')
    const old = (await files()).find((name) => name.includes('.log.')) ?? ''
    const log = await readFile(join(folder, old))
    await shop.store.snapshot()
    await writeFile(join(folder, old), log)
    expect((await afterCrash()).ids).toEqual(['one'])
  })

  it('stops at a cut line that had been on disk, keeps a copy of it and reports the cut', async () => {
    const shop = await started()
    await shop.accept('one')
    await shop.accept('two')
    const log = join(folder, (await files()).find((name) => name.includes('.log.')) ?? '')
    const fullLength = (await readFile(log)).length
    await truncate(log, fullLength - 3)
    const { ids, loaded } = await afterCrash()
    expect([ids, loaded.end]).toEqual([['one'], 'cut'])
    expect(loaded.logsAside).toHaveLength(1)
  })

  it('quarantines a copy of a damaged log and keeps the entries around the damage', async () => {
    const shop = await started()
    for (const id of ['one', 'two', 'three']) await shop.accept(id)
    const name = (await files()).find((file) => file.includes('.log.')) ?? ''
    const text = await readFile(join(folder, name), 'utf8')
    await writeFile(join(folder, name), text.replace('"two"', '"TWO"'))
    const next = await started()
    expect(next.ids).toEqual(['one', 'three'])
    expect((await files()).some((file) => file === `${name}.corrupt-7`)).toBe(true)
    expect((await afterCrash()).loaded.logsAside).toEqual([])
  })

  it('continues with a log whose predecessor lost its end, which is copied', async () => {
    const shop = await started()
    await shop.accept('one')
    await shop.accept('two')
    const older = await readFile(join(folder, NAME))
    const first = (await files()).find((name) => name.includes('.log.')) ?? ''
    const log = await readFile(join(folder, first))
    await shop.store.snapshot()
    await shop.accept('three')
    await writeFile(join(folder, NAME), older)
    await writeFile(join(folder, first), log.subarray(0, log.length - 3))
    const { ids, loaded } = await afterCrash()
    expect(ids).toEqual(['one', 'three'])
    expect(loaded.logsAside).toHaveLength(1)
  })

  it('quarantines logs of another format', async () => {
    const shop = await started()
    await shop.accept('one')
    const name = (await files()).find((file) => file.includes('.log.')) ?? ''
    await writeFile(join(folder, name), '00000000 {"log":2}\n')
    const { ids, loaded } = await afterCrash()
    expect([ids, loaded.logsAside]).toEqual([[], [`${name}.corrupt-7`]])
  })

  it('a store also writes entries without a commit', async () => {
    const shop = await started()
    shop.ids.push('quiet')
    shop.store.record(['a', 'quiet'])
    shop.store.seal()
    await expect.poll(async () => (await afterCrash()).ids).toEqual(['quiet'])
  })

  it('creates files readable by their owner only', async () => {
    const shop = await started()
    await shop.accept('one')
    for (const name of await files()) {
      const handle = await open(join(folder, name))
      expect((await handle.stat()).mode & 0o077).toBe(0)
      await handle.close()
    }
  })
})

describe('a store on a slow disk', () => {
  it('confirms entries only once they are synced', async () => {
    const steps: string[] = []
    const slow: OpenLog = async (path) => {
      const real = await openLog(path)
      return {
        appendFile: async (...content) => {
          await real.appendFile(...content)
          steps.push('written')
        },
        datasync: async () => {
          // Long enough for a caller that does not wait for the disk.
          await new Promise((resolve) => setTimeout(resolve, 20))
          await real.datasync()
          steps.push('synced')
        },
        close: () => real.close(),
      }
    }
    const shop = await started(slow)
    steps.length = 0
    await shop.accept('one')
    steps.push('confirmed')
    expect(steps.slice(-3)).toEqual(['written', 'synced', 'confirmed'])
    await shop.store.stop()
  })
})

describe('a store on a full disk', () => {
  /** The kernel's full disk: every write to it fails with ENOSPC. */
  const FULL = '/dev/full'
  const fullWhile =
    (full: () => boolean): OpenLog =>
    async (path) => {
      const [real, none] = [await openLog(path), await open(FULL, 'w')]
      return {
        appendFile: (text) => (full() ? none : real).appendFile(text),
        datasync: () => real.datasync(),
        close: async () => {
          await none.close()
          await real.close()
        },
      }
    }

  it.skipIf(process.platform !== 'linux')(
    'rejects, reports it once, recovers by a snapshot, and never loses confirmed entries',
    async () => {
      let full = false
      const shop = await started(fullWhile(() => full))
      await shop.accept('before')
      full = true
      await expect(shop.accept('unconfirmed')).rejects.toThrow('ENOSPC')
      expect(shop.store.healthy).toBe(false)
      await expect(shop.store.commit()).rejects.toThrow('ENOSPC')
      expect(errors).toHaveLength(1)
      expect((await afterCrash()).ids).toEqual(['before'])
      full = false
      await expect.poll(() => shop.store.healthy).toBe(true)
      await shop.accept('after')
      const { ids, loaded } = await afterCrash()
      // An unconfirmed entry may have been written; the later snapshot contains it.
      expect([ids, loaded.logsAside]).toEqual([['before', 'unconfirmed', 'after'], []])
      await shop.store.stop()
    },
  )
})
