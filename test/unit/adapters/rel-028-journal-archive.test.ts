import { cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nodeFiles, type FileSystem } from '../../../electron/adapters/file-errors.js'
import { createJournalFile } from '../../../electron/adapters/journal/journal-file.js'
import { encodeRecord } from '../../../electron/adapters/journal/journal-record.js'
import type { JournalSegment } from '../../../electron/core/journal-segment.js'
import { epochMs } from '../../../shared/domain/time.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

const clock = { now: () => epochMs(1_797_000_000_000), monotonic: () => 0 }
const log = { event: () => undefined }
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-archive-'))
})
afterEach(() => removeFolder(folder))

const path = (): string => join(folder, 'state', 'orders.journal')
const segmentPath = (number: number): string =>
  join(folder, 'state', 'archive', `orders-00000${number}.journal`)
const open = (files: FileSystem = nodeFiles) =>
  createJournalFile({ path: path(), clock, log, files })
const OLD = ['one', 'two', 'three']
const NEW = ['checkpoint']

async function linesNow(): Promise<readonly string[]> {
  const journal = open()
  const read = await journal.read()
  await journal.close()
  if (!read.ok) throw new Error(read.error.message)
  return read.value.lines
}

async function fill(lines: readonly string[]): Promise<void> {
  const journal = open()
  for (const line of lines) await journal.append(line)
  await journal.close()
}

/** Seals everything as segment 1 and starts the journal with the new lines. */
async function compact(files?: FileSystem): Promise<JournalSegment | null> {
  const journal = open(files)
  try {
    const sealed = await journal.archive.seal(1)
    if (!sealed.ok) return null
    const replaced = await journal.archive.replace(NEW)
    return replaced.ok ? sealed.value : null
  } finally {
    await journal.close().catch(() => undefined)
  }
}

/** A disk that stops working at its `limit`th operation; `links`: whether it has links. */
function endingDisk(limit: number, links: boolean): FileSystem & { readonly count: () => number } {
  let count = 0
  const step = (): void => {
    count += 1
    if (count >= limit) throw Object.assign(new Error('EIO'), { code: 'EIO' })
  }
  const guarded =
    <A extends unknown[], R>(run: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      step()
      return run(...args)
    }
  return {
    count: () => count,
    open: async (...args: Parameters<FileSystem['open']>) => {
      step()
      const handle = await nodeFiles.open(...args)
      return new Proxy(handle, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name, target)
          if (typeof member !== 'function') return member
          return name === 'close'
            ? () => target.close()
            : guarded((...given: unknown[]) => member.apply(target, given) as Promise<unknown>)
        },
      })
    },
    rename: guarded(nodeFiles.rename),
    rm: guarded(nodeFiles.rm),
    mkdir: guarded(nodeFiles.mkdir as (...args: unknown[]) => Promise<string | undefined>),
    readFile: guarded(nodeFiles.readFile as (...args: unknown[]) => Promise<Buffer>),
    ...(links
      ? { link: guarded(nodeFiles.link ?? (() => Promise.reject(new Error('none')))) }
      : {}),
  } as FileSystem & { readonly count: () => number }
}

describe('REL-28: the archive of a journal', () => {
  it.each([true, false])('stores the records as a segment (links: %s)', async (links) => {
    await fill(OLD)
    const segment = await compact(endingDisk(Number.POSITIVE_INFINITY, links))
    if (segment === null) throw new Error('not compacted')
    expect(await linesNow()).toEqual(NEW)
    const journal = open()
    expect(await journal.archive.read(segment)).toEqual({ ok: true, value: OLD })
    expect(await journal.archive.check([segment])).toEqual([])
    // Later records go into the journal, never into the segment.
    await journal.append('four')
    await journal.close()
    expect(await linesNow()).toEqual([...NEW, 'four'])
    expect(await open().archive.read(segment)).toEqual({ ok: true, value: OLD })
  })

  it.each([true, false])(
    'leaves the old or the new journal after a crash at every step (links: %s)',
    async (links) => {
      await fill(OLD)
      await cp(join(folder, 'state'), join(folder, 'before'), { recursive: true })
      for (let limit = 1, done = false; !done; limit += 1) {
        await rm(join(folder, 'state'), { recursive: true })
        await cp(join(folder, 'before'), join(folder, 'state'), { recursive: true })
        done = (await compact(endingDisk(limit, links))) !== null
        const lines = await linesNow()
        const isOld = JSON.stringify(lines) === JSON.stringify(OLD)
        if (!isOld) {
          expect(lines).toEqual(NEW)
          expect(await readFile(segmentPath(1), 'latin1')).toContain('three')
          continue
        }
        // Records may come before the next attempt, which archives them as well.
        await fill(['four'])
        const segment = await compact()
        if (segment === null) throw new Error('not compacted')
        expect(await linesNow(), `limit ${limit}`).toEqual(NEW)
        expect(await open().archive.read(segment)).toEqual({ ok: true, value: [...OLD, 'four'] })
      }
    },
  )

  it('does not read a segment of valid records that are not those that were archived', async () => {
    await fill(OLD)
    const segment = await compact()
    if (segment === null) throw new Error('not compacted')
    const records = await readFile(segmentPath(1))
    const others = ['two', 'one', 'three'].map((line) => encodeRecord(line))
    await rm(segmentPath(1))
    await writeFile(segmentPath(1), Buffer.concat(others))
    expect(Buffer.concat(others)).toHaveLength(records.length)
    expect(await open().archive.read(segment)).toMatchObject({
      ok: false,
      error: { kind: 'damaged' },
    })
  })

  it('sets a foreign file aside that is in the way of a segment', async () => {
    await fill(OLD)
    const segment = await compact()
    await fill(OLD)
    const next = await compact()
    expect(segment).not.toBeNull()
    expect(next).not.toBeNull()
    const names = await readdir(join(folder, 'state', 'archive'))
    expect(names.filter((name) => name.includes('set-aside'))).toHaveLength(1)
  })

  it('reports a segment that is missing, cut or changed', async () => {
    await fill(OLD)
    const segment = await compact()
    if (segment === null) throw new Error('not compacted')
    const bytes = await readFile(segmentPath(1))
    bytes[bytes.length - 3] = 0x41
    await writeFile(segmentPath(1), bytes)
    expect(await open().archive.read(segment)).toMatchObject({ error: { kind: 'damaged' } })
    await truncate(segmentPath(1), 10)
    expect(await open().archive.check([segment])).toEqual([{ number: 1, fault: 'damaged' }])
    await rm(segmentPath(1))
    expect(await open().archive.check([segment])).toEqual([{ number: 1, fault: 'missing' }])
    expect(await open().archive.read(segment)).toMatchObject({ error: { kind: 'missing' } })
  })

  it('reads a journal that is longer than one part of its file', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => `${index} ${'x'.repeat(150_000)}`)
    const journal = open()
    await Promise.all(lines.map((line) => journal.append(line)))
    expect(await journal.read()).toEqual({ ok: true, value: { lines, tailCut: false } })
    await journal.close()
    await truncate(path(), 5_000_000)
    const reopened = open()
    const cut = await reopened.read()
    await reopened.close()
    expect(cut).toMatchObject({ ok: true, value: { tailCut: true } })
    expect(await linesNow()).toEqual(lines.slice(0, 33))
  })
})
