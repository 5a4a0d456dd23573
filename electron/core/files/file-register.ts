import { z } from 'zod'
import type { Disposer } from '../../../shared/domain/brand.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import { ok, type Result } from '../../../shared/domain/result.js'
import { createSerialQueue } from '../../../shared/domain/serial-queue.js'
import { isNewerContent } from './content-version.js'
import { zTime } from '../../../shared/domain/scalars.schema.js'
import type { LiveValue } from '../live-values.js'
import type { ClockPort, DocumentPort, FileError, LogPort } from '../ports.js'

/**
 * What is wrong with a file. `damaged`: unreadable content, set aside. `entries-lost`: the same,
 * and its readable entries were kept. `missing`: no content where there was some. `cut`: an
 * incomplete last entry was cut. `newer`: of a newer version. `records`: single entries are
 * unreadable. `unreadable`: the disk does not return it.
 */
export const FILE_PROBLEMS = [
  'damaged',
  'entries-lost',
  'missing',
  'cut',
  'newer',
  'records',
  'unreadable',
] as const
export type FileProblem = (typeof FILE_PROBLEMS)[number]

const zDamage = z.strictObject({
  file: z.string().max(80),
  problem: z.enum(FILE_PROBLEMS),
  /** The name under which the file was set aside; null when it was not moved. */
  aside: z.string().max(200).nullable(),
  at: zTime,
})
/** A damaged file that the person has not looked at yet. */
export type FileDamage = z.output<typeof zDamage>

const MAX_DAMAGES = 50
/** The version of a register. */
export const REGISTER_VERSION = 1 as const
const zRegister = z.strictObject({
  v: z.literal(REGISTER_VERSION),
  /** The files that have had content. */
  stored: z.array(z.string().max(80)).max(1_000),
  damaged: z.array(zDamage).max(MAX_DAMAGES),
})
type StoredRegister = Omit<z.output<typeof zRegister>, 'v'>

/** The name of the register of assistants' files. */
export const REGISTER_FILE = 'assistant-files.json'
/** The name of the register of files: each profile has one, and the program. */
export const FILES_REGISTER = 'files.json'

export interface FileRegisterDeps {
  readonly file: DocumentPort
  /** Its own name in a report; by default the name for assistants' files. */
  readonly name?: string
  readonly clock: ClockPort
  readonly log: LogPort
}

function parse(text: string): StoredRegister | null {
  try {
    return zRegister.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/**
 * Opens the register. A damaged one is set aside and counts as damage itself; one that cannot be
 * read, or has a newer version, is not written over.
 */
export async function openFileRegister(deps: FileRegisterDeps): Promise<FileRegister> {
  const { file, name = REGISTER_FILE } = deps
  const text = await file.read()
  if (text.ok && text.value === null) return new FileRegister(deps, EMPTY)
  const stored = text.ok && text.value !== null ? parse(text.value) : null
  if (stored !== null) return new FileRegister(deps, stored)
  const isNewer = text.ok && isNewerContent(text.value ?? '', REGISTER_VERSION)
  const isDamaged = text.ok ? !isNewer : text.error.kind === 'damaged'
  const register = new FileRegister(deps, EMPTY, isDamaged)
  const moved = isDamaged ? await file.setAside() : null
  const problem = isDamaged ? 'damaged' : isNewer ? 'newer' : 'unreadable'
  register.report(name, problem, moved?.ok === true ? moved.value : null)
  return register
}

const EMPTY: StoredRegister = { stored: [], damaged: [] }

/**
 * Stores which files have had content and which of them were found damaged. The register of
 * assistants' files lies outside their folder, so that a deleted folder is noticed. Damage stays
 * until the person has looked, across restarts.
 */
export class FileRegister implements LiveValue<readonly FileDamage[]> {
  readonly #deps: FileRegisterDeps
  readonly #changed = createEmitter<void>()
  readonly #writes = createSerialQueue()
  readonly #stored: Set<string>
  /** False while the file may not be written: it holds what was not read. */
  readonly #isWritable: boolean
  #damaged: readonly FileDamage[]

  constructor(deps: FileRegisterDeps, { stored, damaged }: StoredRegister, isWritable = true) {
    this.#deps = deps
    this.#isWritable = isWritable
    this.#stored = new Set(stored)
    this.#damaged = damaged
  }

  get(): readonly FileDamage[] {
    return this.#damaged
  }

  subscribe(listener: () => void): Disposer {
    return this.#changed.add(listener)
  }

  hasHadContent(file: string): boolean {
    return this.#stored.has(file)
  }

  /** Returns the files that have had content. */
  known(): readonly string[] {
    return [...this.#stored]
  }

  /** Removes one damage, which the person has looked at. */
  dismiss(damage: FileDamage): void {
    this.#damaged = this.#damaged.filter((known) => known !== damage)
    void this.#save()
    this.#changed.emit()
  }

  setContent(file: string, exists: boolean): void {
    if (this.#stored.has(file) === exists) return
    if (exists) this.#stored.add(file)
    else this.#stored.delete(file)
    void this.#save()
  }

  report(file: string, problem: FileProblem, aside: string | null = null): void {
    if (this.#damaged.some((known) => known.file === file && known.problem === problem)) return
    const { clock, log } = this.#deps
    log.event('error', 'file.damaged', { file, kind: problem })
    this.#damaged = [...this.#damaged, { file, problem, aside, at: clock.now() }].slice(
      -MAX_DAMAGES,
    )
    // Its loss is reported now; what is written from now on counts again.
    this.#stored.delete(file)
    void this.#save()
    this.#changed.emit()
  }

  /**
   * Removes the damage of a file whose cause is gone: it can be read again. Returns whether there
   * was any.
   */
  repaired(file: string, problem: FileProblem): boolean {
    const others = this.#damaged.filter((known) => known.file !== file || known.problem !== problem)
    if (others.length === this.#damaged.length) return false
    this.#damaged = others
    void this.#save()
    this.#changed.emit()
    return true
  }

  /** Removes all damage after that is on disk: the person has looked at it. */
  async acknowledge(): Promise<Result<void, FileError>> {
    const before = this.#damaged
    if (before.length === 0) return ok(undefined)
    this.#damaged = []
    const written = await this.#save()
    // Damage that came meanwhile stays.
    if (!written.ok) this.#damaged = [...before, ...this.#damaged]
    this.#changed.emit()
    return written
  }

  /** Resolves when everything so far is on disk or has failed. */
  async flush(): Promise<void> {
    await this.#writes.run(() => Promise.resolve())
  }

  #save(): Promise<Result<void, FileError>> {
    if (!this.#isWritable) return Promise.resolve(ok(undefined))
    return this.#writes.run(async () => {
      const content = {
        v: REGISTER_VERSION,
        stored: [...this.#stored],
        damaged: [...this.#damaged],
      }
      const written = await this.#deps.file.write(JSON.stringify(content))
      if (!written.ok) {
        this.#deps.log.event('error', 'file.register-not-saved', { kind: written.error.kind })
      }
      return written
    })
  }
}
