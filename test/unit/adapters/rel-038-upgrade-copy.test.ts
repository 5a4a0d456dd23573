import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import * as promises from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nodeFiles, type FileSystem } from '../../../electron/adapters/file-errors.js'
import { checkedText, contentOf } from '../../../electron/adapters/journal/checked-file.js'
import { openStoredDocuments } from '../../../electron/app/settings/stored-documents.js'

const LOG = { event: () => undefined }
const NAME = 'watchlists.json'
const AGO_S = 91 * 24 * 3_600

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'upgrade-copy-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const contentAt = (version: number): string => JSON.stringify({ v: version, lists: ['mine'] })
const bytesOf = (name: string): string => readFileSync(path.join(folder, name), 'utf8')
const names = (): readonly string[] =>
  readdirSync(folder).filter((name) => name.startsWith(NAME) && !name.includes('tmp'))

/** Opens the file as a program does whose newest version is `version`. */
async function opened(version: number, disk: FileSystem = nodeFiles) {
  const { document, register } = await openStoredDocuments(folder, LOG, disk)
  return { file: document(NAME, { version }), register }
}

/** Starts a program of a version that writes its content over what an earlier one left. */
async function upgrade(version: number, disk: FileSystem = nodeFiles): Promise<boolean> {
  const { file, register } = await opened(version, disk)
  await file.read()
  const written = await file.write(contentAt(version))
  await register.flush()
  return written.ok
}

/** A disk that stops for good at its nth change of the document or its copy, as a kill does. */
function dyingDisk(lastChange: number): FileSystem {
  let changes = 0
  const step = (file: unknown): Promise<void> => {
    if (!String(file).includes(NAME)) return Promise.resolve()
    changes += 1
    return changes > lastChange ? Promise.reject(new Error('killed')) : Promise.resolve()
  }
  return {
    ...promises,
    open: async (...args: Parameters<typeof promises.open>) => {
      if (args[1] !== 'r') await step(args[0])
      return promises.open(...args)
    },
    rename: async (from, to) => {
      await step(to)
      await promises.rename(from, to)
    },
  }
}

describe('REL-38: before a document is upgraded', () => {
  it('the document as it was is kept beside it, byte for byte, for its owner only', async () => {
    await upgrade(1)
    const before = bytesOf(NAME)
    expect(await upgrade(2)).toBe(true)
    expect(bytesOf(`${NAME}.v1`)).toBe(before)
    expect(statSync(path.join(folder, `${NAME}.v1`)).mode & 0o777).toBe(0o600)
    expect(contentOf(bytesOf(NAME))).toBe(contentAt(2))
  })

  it('reading it, and writing its own version, leave no copy', async () => {
    await upgrade(1)
    await upgrade(1)
    await (await opened(2)).file.read()
    expect(names()).toEqual([NAME])
  })

  it('the copy can take its place: the program before reads it', async () => {
    await upgrade(1)
    await upgrade(2)
    await promises.rename(path.join(folder, `${NAME}.v1`), path.join(folder, NAME))
    expect(await (await opened(1)).file.read()).toEqual({ ok: true, value: contentAt(1) })
  })

  it('a later upgrade of the same version replaces the copy by the newer content', async () => {
    await upgrade(1)
    await upgrade(2)
    const later = checkedText(JSON.stringify({ v: 1, lists: ['later'] }))
    await promises.writeFile(path.join(folder, NAME), later)
    await upgrade(2)
    expect(bytesOf(`${NAME}.v1`)).toBe(later)
  })

  it('two earlier versions are kept, each for 90 days', async () => {
    for (const version of [1, 2, 3, 4]) await upgrade(version)
    await (await opened(4)).file.read()
    expect(names().toSorted()).toEqual([NAME, `${NAME}.v2`, `${NAME}.v3`])
    const then = Date.now() / 1_000 - AGO_S
    utimesSync(path.join(folder, `${NAME}.v2`), then, then)
    await (await opened(4)).file.read()
    expect(names().toSorted()).toEqual([NAME, `${NAME}.v3`])
  })

  it('a kill at any of its steps leaves the document as it was, or both', async () => {
    await upgrade(1)
    const before = bytesOf(NAME)
    const ends: string[] = []
    for (let step = 0; step < 6; step += 1) {
      await promises.writeFile(path.join(folder, NAME), before)
      await promises.rm(path.join(folder, `${NAME}.v1`), { force: true })
      const isWritten = await upgrade(2, dyingDisk(step))
      const isUpgraded = bytesOf(NAME) !== before
      expect(isUpgraded).toBe(isWritten)
      const hasCopy = names().includes(`${NAME}.v1`)
      if (hasCopy) expect(bytesOf(`${NAME}.v1`)).toBe(before)
      expect(hasCopy || !isUpgraded).toBe(true)
      ends.push(`${hasCopy ? 'copy' : 'none'} ${isUpgraded ? 'new' : 'old'}`)
    }
    expect([...new Set(ends)]).toEqual(['none old', 'copy old', 'copy new'])
  })
})
