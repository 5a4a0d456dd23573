import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AtomicFile } from '../../../electron/adapters/atomic-file.js'
import { systemClock } from '../../../electron/adapters/clock.js'
import { nodeFiles, type FileSystem } from '../../../electron/adapters/file-errors.js'
import { ReservedFile } from '../../../electron/adapters/reserved-file.js'
import type { DocumentPort } from '../../../electron/core/ports.js'
import {
  isStoredTradingHalt,
  StoredTrading,
  TRADING_VERSION,
} from '../../../electron/core/session/halts/stored-trading.js'
import { inTwoPlaces } from '../../../electron/core/instructions/kill-switch/halt-places.js'
import { message } from '../../../shared/messages/make-message.js'

const SLOT_BYTES = 1_024
const log = { event: () => undefined }
/** Retries never come by themselves: each test decides. */
const timers = { after: () => () => undefined, every: () => () => undefined }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'halt-survives-'))
  mkdirSync(path.join(folder, 'state'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const FIRST = (): string => path.join(folder, 'state', 'trading.json')
const SECOND = (): string => path.join(folder, 'state.trading')

const codedError = (code: string): Error => Object.assign(new Error(code), { code })

/**
 * The disk of a process that ends at its `limit`th operation; a write that it interrupts leaves a
 * part of its bytes.
 */
function endingDisk(limit: number, torn: number): { readonly files: FileSystem; count: number } {
  const disk = { files: nodeFiles, count: 0 }
  const step = (): boolean => {
    disk.count += 1
    if (disk.count > limit) throw codedError('EIO')
    return disk.count === limit
  }
  const end = (): never => {
    throw codedError('EIO')
  }
  const open: FileSystem['open'] = async (...args) => {
    if (step()) end()
    const handle = await nodeFiles.open(...args)
    return new Proxy(handle, {
      get(target, name) {
        if (name === 'close') return () => target.close()
        const member: unknown = Reflect.get(target, name, target)
        if (typeof member !== 'function') return member
        return async (...values: unknown[]) => {
          const isLast = step()
          if (isLast && name === 'write') {
            const [bytes, , size, position] = values as [Buffer, number, number, number]
            await target.write(bytes, 0, Math.floor(size * torn), position)
          }
          if (isLast && name === 'writeFile') {
            const bytes = Buffer.from(values[0] as string)
            await target.writeFile(bytes.subarray(0, Math.floor(bytes.length * torn)))
          }
          if (isLast) end()
          return (member as (...given: unknown[]) => unknown).apply(target, values)
        }
      },
    })
  }
  const guarded =
    <A extends unknown[], R>(run: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> =>
      step() ? end() : run(...args)
  disk.files = {
    open,
    rename: guarded(nodeFiles.rename),
    rm: guarded(nodeFiles.rm),
    mkdir: guarded(nodeFiles.mkdir as (...args: unknown[]) => Promise<string | undefined>),
    readFile: guarded(nodeFiles.readFile as (...args: unknown[]) => Promise<Buffer>),
  } as FileSystem
  return disk
}

const placesOn = (
  files: FileSystem,
): { readonly file: DocumentPort; reserve(): Promise<unknown> } => {
  const first = new AtomicFile({ path: FIRST(), clock: systemClock, files })
  const second = new ReservedFile({
    path: SECOND(),
    clock: systemClock,
    slotBytes: SLOT_BYTES,
    files,
  })
  return {
    file: inTwoPlaces({ first, second, isHalt: isStoredTradingHalt, version: TRADING_VERSION }),
    reserve: () => second.reserve(),
  }
}

const storedOn = (file: DocumentPort): StoredTrading =>
  new StoredTrading({ file, clock: systemClock, timers, log, onStored: () => undefined })

/** Returns whether the next start, on a working disk, is halted. */
const isHaltedNext = async (): Promise<boolean> =>
  (await storedOn(placesOn(nodeFiles).file).load()).halt !== null

const why = message('session.haltedByHand')

describe('REL-36: a halt that was shown as stored', () => {
  it('is there after a crash at any point, with any part of a write on disk', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('halt', 'clear', 'journal'), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 160 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (steps, limit, torn) => {
          rmSync(folder, { recursive: true })
          mkdirSync(path.join(folder, 'state'), { recursive: true })
          await placesOn(nodeFiles).reserve()
          const disk = endingDisk(limit, torn)
          const stored = storedOn(placesOn(disk.files).file)
          /** What the person was shown last as stored; null while nothing is certain. */
          let expectedState: 'halted' | 'active' | null = 'active'
          for (const step of steps) {
            if (step === 'halt') {
              await stored.halt(why)
              if (stored.isStored) expectedState = 'halted'
              else if (expectedState === 'active') expectedState = null
            } else if (step === 'clear') {
              const cleared = await stored.clear()
              if (!cleared.ok) expectedState = stored.isStored ? 'halted' : null
              else if (disk.count < limit) expectedState = 'active'
            } else await stored.setJournal()
          }
          if (expectedState === 'halted') expect(await isHaltedNext()).toBe(true)
          if (expectedState === 'active' && disk.count < limit) {
            expect(await isHaltedNext()).toBe(false)
          }
        },
      ),
      { numRuns: 250 },
    )
  })

  it.each([
    ['the first place is deleted', () => rmSync(FIRST())],
    ['the second place is deleted', () => rmSync(SECOND())],
    ['the first place is emptied', () => writeFileSync(FIRST(), '')],
    ['the second place is emptied', () => writeFileSync(SECOND(), '')],
    ['the first place is garbage', () => writeFileSync(FIRST(), 'garbage')],
    ['the second place is garbage', () => writeFileSync(SECOND(), 'garbage')],
    [
      'the folder of the state is deleted',
      () => rmSync(path.join(folder, 'state'), { recursive: true }),
    ],
  ])('is there when %s', async (_what, damage) => {
    const { file, reserve } = placesOn(nodeFiles)
    await reserve()
    await storedOn(file).halt(why)
    damage()
    expect(await isHaltedNext()).toBe(true)
  })

  it('halts when both places are damaged, because either could have held a halt', async () => {
    const { file, reserve } = placesOn(nodeFiles)
    await reserve()
    await storedOn(file).setJournal()
    writeFileSync(FIRST(), 'garbage')
    writeFileSync(SECOND(), 'garbage')
    expect(await isHaltedNext()).toBe(true)
  })
})

/** A disk without space: what needs new space fails, and what is written in place does not. */
const fullDisk: FileSystem = {
  ...nodeFiles,
  open: ((...args: Parameters<FileSystem['open']>) =>
    String(args[1]).startsWith('w')
      ? Promise.reject(codedError('ENOSPC'))
      : nodeFiles.open(...args)) as FileSystem['open'],
}

describe('REL-36: a halt on a full disk', () => {
  it('is stored in the reserved place, and its end is not until there is space', async () => {
    await placesOn(nodeFiles).reserve()
    const stored = storedOn(placesOn(fullDisk).file)
    await stored.halt(why)
    expect(stored.isStored).toBe(true)
    expect(await isHaltedNext()).toBe(true)
    expect((await stored.clear()).ok).toBe(false)
    expect(await isHaltedNext()).toBe(true)
  })

  it('is reported as not stored where nothing was reserved, and stored once there is space', async () => {
    const reported: boolean[] = []
    let files = fullDisk
    const file: DocumentPort = {
      ...placesOn(fullDisk).file,
      read: () => placesOn(files).file.read(),
      write: (text) => placesOn(files).file.write(text),
    }
    const stored = new StoredTrading({
      file,
      clock: systemClock,
      timers,
      log,
      onStored: (isStored) => reported.push(isStored),
    })
    await stored.halt(why)
    expect(stored.isStored).toBe(false)
    expect(await stored.flush()).toBe(false)
    files = nodeFiles
    expect(await stored.flush()).toBe(true)
    expect(reported).toEqual([false, true])
    expect(await isHaltedNext()).toBe(true)
  })

  it('a halt that comes while another one is being cleared stays', async () => {
    const { file, reserve } = placesOn(nodeFiles)
    await reserve()
    const stored = storedOn(file)
    await stored.halt(why)
    await Promise.all([stored.clear(), stored.halt(why)])
    expect(await isHaltedNext()).toBe(true)
  })
})
