import { mkdtemp, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LogEntry } from '../../../../electron/practice/store/log-entries.js'
import { removeTemporaryFiles } from '../../../../electron/practice/store/snapshots.js'
import { Store, type Loaded } from '../../../../electron/practice/store/store.js'
import { removeFolder } from '../../../harness/system/remove-folder.js'

const NAME = 'exchange-1.json'
const PREVIOUS = `${NAME}.previous`
let folder: string
const path = (name: string): string => join(folder, name)
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-damage-'))
})
const running: KilledStore[] = []
afterEach(async () => {
  for (const { store } of running.splice(0)) await store.stop().catch(() => undefined)
  await removeFolder(folder)
})

interface StoredState {
  readonly log: number
  readonly ids: readonly string[]
}

/** A list of ids over a store that is never stopped, as in a process that is killed. */
class KilledStore {
  readonly ids: string[] = []
  readonly store = new Store({
    folder,
    name: NAME,
    monotonic: () => 0,
    onError: (error) => {
      throw error
    },
  })

  async load(): Promise<Loaded> {
    const loaded = await this.store.load(7, (value) => (value as StoredState).log)
    this.ids.push(
      ...((loaded.value as StoredState | null)?.ids ?? []),
      ...loaded.groups.flat().flatMap((entry) => (entry[0] === 'a' ? [entry[1]] : [])),
    )
    return loaded
  }

  /** Starts without the timer that would take snapshots by itself. */
  async start(): Promise<this> {
    running.push(this)
    await this.load()
    await this.store.start({
      take: (log): StoredState => ({ log, ids: [...this.ids] }),
      head: () => [['k', 1]],
    })
    clearInterval((this.store as unknown as { timer: NodeJS.Timeout }).timer)
    return this
  }

  async accept(...ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      this.ids.push(id)
      this.store.record(['a', id] satisfies LogEntry)
      await this.store.commit()
    }
  }
}

const loadAgain = async (): Promise<{
  readonly ids: readonly string[]
  readonly loaded: Loaded
}> => {
  const next = new KilledStore()
  const loaded = await next.load()
  return { ids: next.ids, loaded }
}
const newestLog = async (): Promise<string> =>
  (await readdir(folder))
    .filter((name) => /\.log\.\d+$/.test(name))
    .sort((a, b) => Number(a.split('.').at(-1)) - Number(b.split('.').at(-1)))
    .at(-1) ?? ''

describe('REL-38: a log of the practice exchange that lost its end', () => {
  const IDS = ['one', 'two', 'three', 'four']

  it('is reported after a cut at every record and at every byte of the last one', async () => {
    await (await new KilledStore().start()).accept(...IDS)
    const name = await newestLog()
    const bytes = await readFile(path(name))
    const ends = [...bytes].flatMap((byte, index) => (byte === 0x0a ? [index + 1] : []))
    const last = ends.at(-2) ?? 0
    const inside = Array.from({ length: bytes.length - last }, (_, index) => last + index)
    for (const length of [0, ...ends.slice(0, -1), ...inside]) {
      await writeFile(path(name), bytes.subarray(0, length))
      const { loaded, ids } = await loadAgain()
      expect([length, loaded.end]).toEqual([length, 'cut'])
      expect(IDS.slice(0, ids.length)).toEqual(ids)
    }
    await writeFile(path(name), bytes)
    const { loaded, ids } = await loadAgain()
    expect([loaded.end, ids]).toEqual([null, IDS])
  })

  it('is reported when it was deleted', async () => {
    await (await new KilledStore().start()).accept(...IDS)
    await rm(path(await newestLog()))
    expect((await loadAgain()).loaded.end).toBe('missing')
  })

  it('is reported when it was emptied before anything was accepted', async () => {
    const killed = await new KilledStore().start()
    await killed.store.commit()
    await truncate(path(await newestLog()), 0)
    expect((await loadAgain()).loaded.end).toBe('cut')
  })

  it('is not reported when only lines are cut that were never confirmed', async () => {
    await (await new KilledStore().start()).accept(...IDS)
    const name = await newestLog()
    await writeFile(path(name), `${await readFile(path(name), 'latin1')}0123`)
    expect((await loadAgain()).loaded.end).toBe(null)
  })

  it('is found by the other slot when the stored end itself is torn', async () => {
    await (await new KilledStore().start()).accept(...IDS)
    const head = path('exchange-1.log.head')
    const bytes = await readFile(head)
    for (const from of [0, 256]) {
      await writeFile(
        head,
        Buffer.concat([bytes.subarray(0, from), Buffer.alloc(256), bytes.subarray(from + 256)]),
      )
      await writeFile(path(await newestLog()), '')
      expect((await loadAgain()).loaded.end).toBe('cut')
    }
  })
})

describe('REL-38: a log of the practice exchange with one changed bit', () => {
  const IDS = ['one', 'two', 'three', 'four', 'five', 'six']

  /** Makes two logs after one snapshot: the newest one is damaged, both continue the other. */
  async function twoLogs(): Promise<readonly string[]> {
    const killed = await new KilledStore().start()
    await killed.accept(...IDS.slice(0, 3))
    await killed.store.snapshot()
    await killed.accept(...IDS.slice(3))
    await writeFile(path(NAME), 'x')
    return (await readdir(folder)).filter((name) => /\.log\.\d+$/.test(name)).sort()
  }

  it('costs the record of that bit only, is copied unchanged and reported', async () => {
    for (const log of [0, 1]) {
      await rm(folder, { recursive: true })
      folder = await mkdtemp(join(tmpdir(), 'store-damage-'))
      const name = (await twoLogs())[log] ?? ''
      const bytes = await readFile(path(name))
      const newest = await readFile(path(NAME))
      for (let index = 0; index < bytes.length; index += 3) {
        const damaged = Buffer.from(bytes)
        damaged[index] = (damaged[index] ?? 0) ^ 4
        await writeFile(path(name), damaged)
        await writeFile(path(NAME), newest)
        const { ids, loaded } = await loadAgain()
        const lost = IDS.filter((id) => !ids.includes(id))
        // A line break that changed joins two lines.
        expect(lost.length, `${name} ${index}`).toBeLessThanOrEqual(bytes[index] === 0x0a ? 2 : 1)
        expect(ids).toEqual(IDS.filter((id) => ids.includes(id)))
        if (lost.length > 0) {
          expect(loaded.logsAside, `${name} ${index}`).toEqual([`${name}.corrupt-7`])
          expect(await readFile(path(`${name}.corrupt-7`))).toEqual(damaged)
        }
      }
    }
  })

  it('keeps what is recorded afterwards', async () => {
    const [name = ''] = await twoLogs()
    const bytes = await readFile(path(name))
    const index = bytes.indexOf('"two"') + 1
    bytes[index] = (bytes[index] ?? 0) ^ 4
    await writeFile(path(name), bytes)
    const next = await new KilledStore().start()
    await next.accept('seven')
    expect((await loadAgain()).ids).toEqual([...IDS.filter((id) => id !== 'two'), 'seven'])
  })

  it('is nothing but other line ends when an editor wrote them', async () => {
    const names = await twoLogs()
    for (const name of names) {
      const text = await readFile(path(name), 'latin1')
      await writeFile(path(name), text.replaceAll('\n', '\r\n'), 'latin1')
    }
    const { ids, loaded } = await loadAgain()
    expect([ids, loaded.logsAside, loaded.end]).toEqual([IDS, [], null])
  })
})

describe('REL-38: a damaged or missing snapshot of the practice exchange', () => {
  const spoil = {
    damaged: (name: string) => writeFile(path(name), 'x'),
    emptied: (name: string) => writeFile(path(name), ''),
    changed: async (name: string) => {
      const text = await readFile(path(name), 'utf8')
      await writeFile(path(name), text.replace('"one"', '"own"'))
    },
    deleted: (name: string) => rm(path(name)),
  }

  async function twoSnapshots(): Promise<readonly string[]> {
    const killed = await new KilledStore().start()
    await killed.accept('one')
    await killed.store.snapshot()
    await killed.accept('two')
    await killed.store.snapshot()
    await killed.accept('three')
    return killed.ids
  }

  for (const [damage, act] of Object.entries(spoil)) {
    it(`is replaced by the one before it when ${damage}, without losing a change`, async () => {
      const ids = await twoSnapshots()
      await act(NAME)
      const { loaded, ids: found } = await loadAgain()
      expect(found).toEqual(ids)
      expect([loaded.fromPrevious, loaded.lost, loaded.end]).toEqual([true, false, null])
      expect(loaded.setAside).toEqual(damage === 'deleted' ? [] : [`${NAME}.corrupt-7`])
    })

    it(`means that practice starts from the beginning when both are ${damage}, and says so`, async () => {
      await twoSnapshots()
      await act(NAME)
      await act(PREVIOUS)
      const { loaded } = await loadAgain()
      expect([loaded.value, loaded.fromPrevious, loaded.lost]).toEqual([null, false, true])
      expect(loaded.logsAside.length).toBeGreaterThan(0)
    })
  }

  it('is replaced after a clean stop too', async () => {
    const first = await new KilledStore().start()
    await first.accept('one', 'two')
    await first.store.stop()
    await writeFile(path(NAME), 'x')
    const { loaded, ids } = await loadAgain()
    expect([ids, loaded.fromPrevious, loaded.end]).toEqual([['one', 'two'], true, null])
  })

  it('leaves the older one in use until the next save, then both are of the new run', async () => {
    const ids = await twoSnapshots()
    await writeFile(path(NAME), 'x')
    const next = await new KilledStore().start()
    await next.accept('four')
    await next.store.snapshot()
    await next.accept('five')
    await rm(path(NAME))
    expect((await loadAgain()).ids).toEqual([...ids, 'four', 'five'])
  })
})

describe('REL-38: temporary files of killed saves', () => {
  it('are removed, and nothing else', async () => {
    const names = [`${NAME}.4711.tmp`, `${PREVIOUS}.12.tmp`, 'keys.json.1.tmp']
    for (const name of [...names, NAME, 'ca.pem']) await writeFile(path(name), 'x')
    await removeTemporaryFiles(folder)
    expect((await readdir(folder)).sort()).toEqual(['ca.pem', NAME])
  })
})
