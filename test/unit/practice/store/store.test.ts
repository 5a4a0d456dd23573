import { mkdtemp, open, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Entry } from '../../../../electron/practice/store/log-entries.js'
import { openLog, type OpenLog } from '../../../../electron/practice/store/log-file.js'
import { Store, type Loaded } from '../../../../electron/practice/store/store.js'

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
  await rm(folder, { recursive: true, force: true })
})

interface StoredState {
  readonly log: number
  readonly ids: readonly string[]
}
const generationOf = (value: unknown): number | null =>
  typeof value === 'object' && value !== null && 'log' in value && typeof value.log === 'number'
    ? value.log
    : null

/** A state of accepted ids over a store, as the exchange is one. */
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

  /** Accepts; resolves when that is on the disk. */
  accept(id: string): Promise<void> {
    this.ids.push(id)
    this.store.record(['a', id] satisfies Entry)
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
 * What a process finds that starts after a crash. The one before is left as it is, as a killed one
 * leaves it; but it lives, and
 * may remove a log between the listing of the folder and the reading, which no killed one does.
 * Then the folder is read again.
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
  it('knows nothing in an empty folder, and leaves one file behind when it ends well', async () => {
    const shop = new IdStore()
    expect(await shop.load()).toEqual({
      value: null,
      setAside: null,
      groups: [],
      crashed: false,
      logsAside: [],
    })
    await shop.start()
    await shop.accept('one')
    await shop.store.stop()
    expect(await files()).toEqual([NAME])
    const { ids, loaded } = await afterCrash()
    expect([ids, loaded.crashed]).toEqual([['one'], false])
  })

  it('has everything that was committed, from the log alone', async () => {
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

  it('repeats nothing after a second crash, and goes on from the first snapshot of the new run', async () => {
    const shop = await started()
    await shop.accept('one')
    const second = await started()
    await second.accept('two')
    const third = await started()
    expect(third.ids).toEqual(['one', 'two'])
    expect((await files()).filter((name) => name.includes('.log.')).length).toBeLessThanOrEqual(1)
  })

  it('has everything while snapshots are taken in between', async () => {
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

  it('goes on from an older snapshot through several logs when the newer snapshot did not get through', async () => {
    const shop = await started()
    await shop.accept('one')
    const older = await readFile(join(folder, NAME))
    const first = (await files()).find((name) => name.includes('.log.')) ?? ''
    const log = await readFile(join(folder, first))
    await shop.store.snapshot()
    await shop.accept('two')
    // As if the process had died after the new log was begun and before the new snapshot was in its
    // place.
    await writeFile(join(folder, NAME), older)
    await writeFile(join(folder, first), log)
    const { ids, loaded } = await afterCrash()
    expect([ids, loaded.logsAside]).toEqual([['one', 'two'], []])
  })

  it('passes over a log that the snapshot already holds', async () => {
    const shop = await started()
    await shop.accept('one')
    const old = (await files()).find((name) => name.includes('.log.')) ?? ''
    const log = await readFile(join(folder, old))
    await shop.store.snapshot()
    await writeFile(join(folder, old), log)
    expect((await afterCrash()).ids).toEqual(['one'])
  })

  it('stops where a line was cut, and says nothing of it: a crash does that', async () => {
    const shop = await started()
    await shop.accept('one')
    await shop.accept('two')
    const log = join(folder, (await files()).find((name) => name.includes('.log.')) ?? '')
    const fullLength = (await readFile(log)).length
    await truncate(log, fullLength - 3)
    const { ids, loaded } = await afterCrash()
    expect([ids, loaded.logsAside]).toEqual([['one'], []])
  })

  it('keeps a damaged log beside the new files, and what stood before the damage', async () => {
    const shop = await started()
    for (const id of ['one', 'two', 'three']) await shop.accept(id)
    const name = (await files()).find((file) => file.includes('.log.')) ?? ''
    const text = await readFile(join(folder, name), 'utf8')
    await writeFile(join(folder, name), text.replace('"two"', '"TWO"'))
    const next = await started()
    expect(next.ids).toEqual(['one'])
    expect((await files()).some((file) => file === `${name}.corrupt-7`)).toBe(true)
    expect(await files()).not.toContain(name)
  })

  it('does not use a log whose predecessor lost its end', async () => {
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
    expect(ids).toEqual(['one'])
    expect(loaded.logsAside).toHaveLength(1)
  })

  it('sets logs of another format aside', async () => {
    const shop = await started()
    await shop.accept('one')
    const name = (await files()).find((file) => file.includes('.log.')) ?? ''
    await writeFile(join(folder, name), '00000000 {"log":2}\n')
    const { ids, loaded } = await afterCrash()
    expect([ids, loaded.logsAside]).toEqual([[], [`${name}.corrupt-7`]])
  })

  it('writes down what nobody waits for, too', async () => {
    const shop = await started()
    shop.ids.push('quiet')
    shop.store.record(['a', 'quiet'])
    shop.store.seal()
    await expect.poll(async () => (await afterCrash()).ids).toEqual(['quiet'])
  })

  it('makes files for its owner only', async () => {
    const shop = await started()
    await shop.accept('one')
    for (const name of await files()) {
      const handle = await open(join(folder, name))
      expect((await handle.stat()).mode & 0o077).toBe(0)
      await handle.close()
    }
  })
})

describe('a store whose disk is full', () => {
  /** The kernel's own full disk: every write to it fails with ENOSPC. */
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
    'rejects, says so once, heals by a snapshot, and never loses what it confirmed',
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
      await expect.poll(() => shop.store.healthy, { timeout: 10_000 }).toBe(true)
      await shop.accept('after')
      const { ids, loaded } = await afterCrash()
      // What was not confirmed may have happened; the snapshot holds it since.
      expect([ids, loaded.logsAside]).toEqual([['before', 'unconfirmed', 'after'], []])
      await shop.store.stop()
    },
  )
})
