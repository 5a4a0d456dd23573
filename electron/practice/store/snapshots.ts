import { copyFile, link, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StateFile } from '../data/state-file.js'
import { jsonPieces } from './json-pieces.js'
import { errorCode } from '../../../shared/domain/error-code.js'

/** What was found of the two newest snapshots. */
export interface LoadedSnapshot {
  /** The newest one that can be read; null when there is none. */
  readonly value: unknown
  /** The generation of the first log that continues it; null without a snapshot. */
  readonly first: number | null
  /** True when the newest is missing or damaged, and the one before it was read. */
  readonly fromPrevious: boolean
  /** The new names of damaged ones, the newest first. */
  readonly setAside: readonly string[]
}

/** Returns the first log's generation in a snapshot; null when the snapshot is invalid. */
export type GenerationOf = (value: unknown) => number | null

const previousName = (name: string): string => `${name}.previous`

const isMissing = (error: unknown): boolean => errorCode(error) === 'ENOENT'

/** The two newest snapshots of a state: one replaces the other when it is damaged or missing. */
export class Snapshots {
  readonly #folder: string
  readonly #name: string
  readonly #newest: StateFile
  readonly #previous: StateFile
  /** The generations that the two files name, as far as known. */
  #generations: { newest: number | null; previous: number | null } = {
    newest: null,
    previous: null,
  }

  constructor(folder: string, name: string) {
    this.#folder = folder
    this.#name = name
    this.#newest = new StateFile(folder, name)
    this.#previous = new StateFile(folder, previousName(name))
  }

  /** The first log that either snapshot needs; null when none is known. */
  get firstLog(): number | null {
    return this.#generations.previous ?? this.#generations.newest
  }

  /** Loads the newest readable snapshot; damaged ones are renamed. */
  async load(now: number, generationOf: GenerationOf): Promise<LoadedSnapshot> {
    const newest = await readSnapshot(this.#newest, now, generationOf)
    if (newest.first !== null) {
      this.#generations.newest = newest.first
      return { ...newest, fromPrevious: false }
    }
    const previous = await readSnapshot(this.#previous, now, generationOf)
    this.#generations.previous = previous.first
    return {
      value: previous.value,
      first: previous.first,
      fromPrevious: previous.first !== null,
      setAside: [...newest.setAside, ...previous.setAside],
    }
  }

  /**
   * Resolves once a snapshot is on disk that continues with log `generation`; the newest one so far
   * becomes the previous one. The state may change meanwhile: only saved rows are read later, which
   * stay as they were.
   */
  async save(value: unknown, generation: number): Promise<void> {
    const pieces = jsonPieces(value)
    await this.#retainNewest()
    await this.#newest.savePieces(pieces)
    this.#generations = { newest: generation, previous: this.#generations.previous }
  }

  /** Renames both snapshots, for callers that cannot use their content. Returns their new names. */
  async setAside(now: number): Promise<readonly string[]> {
    this.#generations = { newest: null, previous: null }
    const names: string[] = []
    for (const file of [this.#newest, this.#previous]) {
      try {
        names.push(await file.setAside(now))
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    }
    return names
  }

  /** Gives the newest snapshot a second name, so that it stays when the next one replaces it. */
  async #retainNewest(): Promise<void> {
    const path = join(this.#folder, this.#name)
    const previous = join(this.#folder, previousName(this.#name))
    const temporary = `${previous}.${process.pid}.tmp`
    await rm(temporary, { force: true })
    try {
      // Some file systems have no links.
      await link(path, temporary).catch((error: unknown) =>
        isMissing(error) ? Promise.reject(error) : copyFile(path, temporary),
      )
    } catch (error) {
      if (isMissing(error)) return
      throw error
    }
    await rename(temporary, previous)
    this.#generations = { newest: this.#generations.newest, previous: this.#generations.newest }
  }
}

async function readSnapshot(
  file: StateFile,
  now: number,
  generationOf: GenerationOf,
): Promise<Omit<LoadedSnapshot, 'fromPrevious'>> {
  const { value, setAside } = await file.load(now)
  if (setAside !== null) return { value: null, first: null, setAside: [setAside] }
  const first = value === null ? null : generationOf(value)
  if (value === null || first !== null) return { value, first, setAside: [] }
  return { value: null, first: null, setAside: [await file.setAside(now)] }
}

/** Files of a save that a kill cut off. */
const TEMPORARY = /\.\d+\.tmp$/

/**
 * Removes the unfinished files of earlier processes. Only while the folder is locked: a save of
 * another process would fail.
 */
export async function removeTemporaryFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (TEMPORARY.test(name)) await rm(join(folder, name), { force: true })
  }
}
