import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import * as promises from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { epochMs } from '../../../shared/domain/time.js'
import { crc32 } from '../../../electron/adapters/journal/crc32.js'
import type { FileSystem } from '../../../electron/adapters/file-errors.js'
import { createJournalFile } from '../../../electron/adapters/journal/journal-file.js'
import {
  encodeRecord,
  RecordDecoder,
  type DecodedState,
} from '../../../electron/adapters/journal/journal-record.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

const clock = { now: () => epochMs(1_797_000_000_000), monotonic: () => 0 }
let folder = ''
let events: string[] = []
const log = {
  event: (_level: string, name: string) => {
    events.push(name)
  },
}
const journal = (files?: FileSystem) =>
  createJournalFile({
    path: join(folder, 'sub', 'orders.journal'),
    clock,
    log,
    ...(files === undefined ? {} : { files }),
  })
const path = () => join(folder, 'sub', 'orders.journal')
const LINES = [
  '{"kind":"intent","id":"a"}',
  '{"kind":"sent"}',
  '{"text":"ü ✓ 漢"}',
  '',
  '{"kind":"last"}',
]
const ENCODED = Buffer.concat(LINES.map((line) => encodeRecord(line)))

const endOf = (index: number): number =>
  Buffer.concat(LINES.slice(0, index + 1).map((line) => encodeRecord(line))).length
const startOf = (index: number): number => (index === 0 ? 0 : endOf(index - 1))

/** Decodes bytes that arrive in parts of `size`. */
function decodeRecords(
  bytes: Buffer,
  size = bytes.length,
): DecodedState & { readonly lines: readonly string[] } {
  const lines: string[] = []
  const decoder = new RecordDecoder((line) => lines.push(line))
  for (let start = 0; start < bytes.length; start += size) {
    decoder.push(bytes.subarray(start, start + size))
  }
  return { ...decoder.end(), lines }
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-journal-'))
  events = []
})
afterEach(() => removeFolder(folder))

describe('journal records', () => {
  it('use CRC-32 with the standard check value', () => {
    expect(crc32(new TextEncoder().encode('123456789'))).toBe('cbf43926')
  })

  it('are torn after a cut at any byte inside a record, and the earlier ones stay', () => {
    const ends = new Set(
      LINES.map(
        (_, index) =>
          Buffer.concat(LINES.slice(0, index + 1).map((line) => encodeRecord(line))).length,
      ),
    )
    for (let size = 0; size <= ENCODED.length; size += 1) {
      const decoded = decodeRecords(ENCODED.subarray(0, size))
      expect(decoded.state, `cut at ${size}`).toBe(size === 0 || ends.has(size) ? 'whole' : 'torn')
      expect(decoded.lines).toEqual(LINES.slice(0, decoded.lines.length))
      expect(decoded.size).toBeLessThanOrEqual(size)
      expect(decodeRecords(ENCODED.subarray(0, size), 7), 'in parts').toEqual(decoded)
    }
  })

  it('are damaged by any flipped bit', () => {
    for (let offset = 0; offset < ENCODED.length; offset += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const bytes = Buffer.from(ENCODED)
        bytes[offset] = (bytes[offset] ?? 0) ^ (1 << bit)
        const { state, lines } = decodeRecords(bytes)
        expect(state, `byte ${offset} bit ${bit}`).toBe('damaged')
        expect(decodeRecords(bytes, 50), 'in parts').toMatchObject({ state, lines })
        expect(decodeRecords(bytes, 1), 'byte by byte').toMatchObject({ state, lines })
        // The record with the flipped bit is lost; none is lost when the bit is in its line break.
        const lost = LINES.filter((_, index) => offset >= startOf(index) && offset < endOf(index))
        expect([LINES, LINES.filter((line) => !lost.includes(line))]).toContainEqual(lines)
      }
    }
  })

  it('are read after zeros in the middle, and with the line ends of another system', () => {
    const [from, to] = [startOf(1) + 3, startOf(3) - 2]
    const blank = Buffer.from(ENCODED).fill(0, from, to)
    for (const size of [blank.length, 13, 1]) {
      expect(decodeRecords(blank, size)).toMatchObject({
        state: 'damaged',
        lines: [LINES[0], LINES[3], LINES[4]],
      })
    }
    const returned = Buffer.from(ENCODED.toString('latin1').replaceAll('\n', '\r\n'), 'latin1')
    for (const size of [returned.length, 13, 1]) {
      expect(decodeRecords(returned, size)).toMatchObject({
        state: 'whole',
        size: returned.length,
        lines: LINES,
      })
    }
  })

  it('have a torn tail when blocks follow that were never written', () => {
    expect(decodeRecords(Buffer.concat([ENCODED, Buffer.alloc(4_096)]))).toMatchObject({
      state: 'torn',
      size: ENCODED.length,
      lines: LINES,
    })
  })

  it('contain no line break', () => {
    expect(() => encodeRecord('a\nb')).toThrow(RangeError)
  })
})

describe('journal file', () => {
  it('stores appended lines, readable by its owner only', async () => {
    const first = journal()
    const results = await Promise.all(LINES.map((line) => first.append(line)))
    expect(results.every((result) => result.ok)).toBe(true)
    await first.close()
    expect((await stat(path())).mode & 0o777).toBe(0o600)
    const reopened = journal()
    expect(await reopened.read()).toEqual({ ok: true, value: { lines: LINES, tailCut: false } })
    await reopened.close()
  })

  it('REL-28: reports an append only once its bytes are synced', async () => {
    const steps: string[] = []
    const files: FileSystem = {
      ...promises,
      open: async (...args: Parameters<FileSystem['open']>) => {
        const handle = await promises.open(...args)
        if (!String(args[0]).endsWith('.journal')) return handle
        const [write, sync] = [handle.writeFile.bind(handle), handle.sync.bind(handle)]
        handle.writeFile = async (...content) => {
          await write(...content)
          steps.push('written')
        }
        handle.sync = async () => {
          // Long enough for a caller that does not wait for the disk.
          await new Promise((resolve) => setTimeout(resolve, 20))
          await sync()
          steps.push('synced')
        }
        return handle
      },
    }
    const journalFile = journal(files)
    for (const line of ['one', 'two']) {
      expect((await journalFile.append(line)).ok).toBe(true)
      steps.push(line)
    }
    expect(steps).toEqual(['written', 'synced', 'one', 'written', 'synced', 'two'])
    await journalFile.close()
  })

  it('REL-28: stores several records with one fsync, in their order, all of them or none', async () => {
    let syncs = 0
    let isFull = false
    const files: FileSystem = {
      ...promises,
      open: async (...args: Parameters<typeof promises.open>) => {
        const handle = await promises.open(...args)
        const sync = handle.sync.bind(handle)
        handle.sync = () => {
          syncs += 1
          return isFull
            ? Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))
            : sync()
        }
        return handle
      },
    }
    const port = journal(files)
    await port.append('first')
    syncs = 0
    const together = port.appendAll(['second', 'third'])
    const next = port.append('fourth')
    expect([await together, await next]).toMatchObject([{ ok: true }, { ok: true }])
    expect(syncs).toBe(1)
    isFull = true
    expect(await port.appendAll(['fifth', 'sixth'])).toMatchObject({
      ok: false,
      error: { kind: 'full' },
    })
    isFull = false
    await port.append('seventh')
    expect(await port.read()).toMatchObject({
      value: { lines: ['first', 'second', 'third', 'fourth', 'seventh'] },
    })
    await port.close()
  })

  it('leaves no open file after a failed open, and retries with every record', async () => {
    let openHandles = 0
    const files: FileSystem = {
      ...promises,
      open: async (...args: Parameters<FileSystem['open']>) => {
        const handle = await promises.open(...args)
        openHandles += 1
        const close = handle.close.bind(handle)
        handle.close = () => {
          openHandles -= 1
          return close()
        }
        handle.sync = () => Promise.reject(Object.assign(new Error('broken'), { code: 'EIO' }))
        return handle
      },
    }
    const journalFile = journal(files)
    expect(await journalFile.append('first')).toEqual({
      ok: false,
      error: { kind: 'failed', message: 'EIO' },
    })
    expect(await journalFile.append('first')).toEqual({
      ok: false,
      error: { kind: 'failed', message: 'EIO' },
    })
    expect(openHandles).toBe(0)
    await journalFile.close()
  })

  it('cuts a torn tail, reports it, and continues', async () => {
    const first = journal()
    await first.append('one')
    await first.close()
    await writeFile(
      path(),
      Buffer.concat([await readFile(path()), encodeRecord('two').subarray(0, 9)]),
    )
    const second = journal()
    expect(await second.read()).toEqual({ ok: true, value: { lines: ['one'], tailCut: true } })
    expect(events).toContain('journal.tail-cut')
    expect((await second.append('three')).ok).toBe(true)
    expect(await second.read()).toEqual({
      ok: true,
      value: { lines: ['one', 'three'], tailCut: false },
    })
    await second.close()
  })

  /** Stores three records, of which the second is damaged then; returns the bytes. */
  async function damagedJournal(): Promise<Buffer> {
    const first = journal()
    for (const line of ['one', 'two', 'three']) await first.append(line)
    await first.close()
    const bytes = await readFile(path())
    const index = bytes.indexOf('two')
    bytes[index] = (bytes[index] ?? 0) ^ 1
    await writeFile(path(), bytes)
    return bytes
  }

  it('REL-38: keeps a damaged journal under another name and its readable records', async () => {
    const bytes = await damagedJournal()
    const second = journal()
    const read = await second.read()
    expect(read).toMatchObject({ ok: false, error: { kind: 'damaged', aside: { readable: 2 } } })
    const aside = read.ok ? '' : (read.error.aside?.file ?? '')
    expect(await readFile(join(folder, 'sub', aside))).toEqual(bytes)
    expect(await second.read()).toEqual({
      ok: true,
      value: { lines: ['one', 'three'], tailCut: false },
    })
    expect((await second.append('new')).ok).toBe(true)
    expect(await second.read()).toMatchObject({ value: { lines: ['one', 'three', 'new'] } })
    await second.close()
    expect(await readdir(join(folder, 'sub'))).toHaveLength(2)
  })

  it('starts anew where records are not complete without the lost one', async () => {
    const bytes = await damagedJournal()
    const second = createJournalFile({ path: path(), clock, log, endsWithDamage: true })
    expect(await second.read()).toMatchObject({ error: { aside: { readable: 0 } } })
    expect(await second.read()).toMatchObject({ value: { lines: [] } })
    await second.close()
    const aside = (await readdir(join(folder, 'sub'))).find((name) => name.includes('.damaged-'))
    expect(await readFile(join(folder, 'sub', aside ?? ''))).toEqual(bytes)
  })

  it('stays as it is where the readable records of a damaged one cannot be stored', async () => {
    const bytes = await damagedJournal()
    const files: FileSystem = {
      ...promises,
      open: (...args: Parameters<FileSystem['open']>) =>
        String(args[0]).endsWith('.new')
          ? Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))
          : promises.open(...args),
    }
    const full = journal(files)
    expect(await full.read()).toMatchObject({ ok: false, error: { kind: 'full' } })
    await full.close()
    expect(await readFile(path())).toEqual(bytes)
  })

  it('reports a failed write, leaves no half record, and appends after it', async () => {
    let failing = false
    const files: FileSystem = {
      ...promises,
      open: async (...args: Parameters<FileSystem['open']>) => {
        const handle = await promises.open(...args)
        const write = handle.writeFile.bind(handle)
        handle.writeFile = async (data, options) => {
          if (!failing) return write(data, options)
          await write((data as Buffer).subarray(0, 5))
          throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
        }
        return handle
      },
    }
    const journalFile = journal(files)
    expect((await journalFile.append('first')).ok).toBe(true)
    failing = true
    expect(await journalFile.append('second')).toEqual({
      ok: false,
      error: { kind: 'full', message: 'ENOSPC' },
    })
    failing = false
    expect((await journalFile.append('third')).ok).toBe(true)
    expect(await journalFile.read()).toEqual({
      ok: true,
      value: { lines: ['first', 'third'], tailCut: false },
    })
    await journalFile.close()
  })

  it('replaces all lines at once; later appends follow them', async () => {
    const journalFile = journal()
    for (const line of ['one', 'two', 'three']) await journalFile.append(line)
    // A file that a crash left of an earlier attempt.
    await writeFile(`${path()}.new`, 'half')
    expect(await journalFile.replace(['two', 'three'])).toEqual({ ok: true, value: undefined })
    expect((await journalFile.append('four')).ok).toBe(true)
    expect(await journalFile.read()).toEqual({
      ok: true,
      value: { lines: ['two', 'three', 'four'], tailCut: false },
    })
    expect((await stat(path())).mode & 0o777).toBe(0o600)
    expect(await readdir(join(folder, 'sub'))).toEqual(['orders.journal'])
    await journalFile.close()
  })

  it.each(['open', 'sync', 'rename'] as const)(
    'keeps the old lines and no other file when %s of a replacement fails',
    async (step) => {
      let failing = false
      const full = () => Object.assign(new Error('no space'), { code: 'ENOSPC' })
      const files: FileSystem = {
        ...promises,
        rename: (...args) =>
          failing && step === 'rename' ? Promise.reject(full()) : promises.rename(...args),
        open: async (...args: Parameters<FileSystem['open']>) => {
          const fresh = failing && String(args[0]).endsWith('.new')
          if (fresh && step === 'open') throw full()
          const handle = await promises.open(...args)
          if (fresh && step === 'sync') handle.sync = () => Promise.reject(full())
          return handle
        },
      }
      const journalFile = journal(files)
      await journalFile.append('one')
      failing = true
      expect(await journalFile.replace(['two'])).toEqual({
        ok: false,
        error: { kind: 'full', message: 'ENOSPC' },
      })
      failing = false
      expect((await journalFile.append('three')).ok).toBe(true)
      expect(await journalFile.read()).toEqual({
        ok: true,
        value: { lines: ['one', 'three'], tailCut: false },
      })
      expect(await readdir(join(folder, 'sub'))).toEqual(['orders.journal'])
      await journalFile.close()
    },
  )
})

describe('a journal of several parts', () => {
  it('reports how much of it was read, and every line', async () => {
    const line = JSON.stringify({ text: 'x'.repeat(1_048_576) })
    const content = Buffer.concat(Array.from({ length: 10 }, () => encodeRecord(line)))
    const file = journal()
    await file.append('{}')
    await file.close()
    await writeFile(path(), content)
    const shares: number[] = []
    let lines = 0

    const read = await journal().readEach?.(
      () => (lines += 1),
      (share) => shares.push(share),
    )

    expect(read).toMatchObject({ ok: true })
    expect(lines).toBe(10)
    expect(shares).toHaveLength(2)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(shares.every((share) => share > 0 && share < 1)).toBe(true)
  })
})
