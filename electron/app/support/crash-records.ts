import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { fileStamp, PRIVATE_FILE, PRIVATE_FOLDER } from '../../adapters/file-errors.js'
import type { ClockPort, LogPort } from '../../core/ports.js'
import { errorCode } from '../../../shared/domain/error-code.js'

/** The parts of the program that can end unexpectedly. */
export const CRASHED_PARTS = ['main', 'page', 'exchange', 'helper'] as const
export type CrashedPart = (typeof CRASHED_PARTS)[number]

const CRASH_VERSION = 1
const MAX_LINES = 60
const MAX_RECORDS = 20

const zCrash = z.strictObject({
  v: z.literal(CRASH_VERSION),
  part: z.enum(CRASHED_PARTS),
  /** The version of the program that crashed. */
  version: z.string(),
  at: z.string(),
  reason: z.string(),
  /** The last lines of the log, which has no secrets. */
  lines: z.array(z.string()),
})
/** One unexpected end, as it is stored. */
export type CrashRecord = Readonly<z.output<typeof zCrash>>

export interface CrashRecordsDeps {
  /** The program's data folder. */
  readonly userData: string
  readonly version: string
  readonly clock: Pick<ClockPort, 'now'>
  readonly log: LogPort
  /** Makes a text safe to store. */
  readonly redact: (text: string) => string
}

/**
 * Records unexpected ends on this computer only: nothing is ever sent. An end of the program itself
 * cannot be recorded by it, so that a file that is there while it runs tells the next start.
 */
export class CrashRecords {
  readonly #deps: CrashRecordsDeps
  readonly #folder: string
  readonly #running: string

  constructor(deps: CrashRecordsDeps) {
    this.#deps = deps
    this.#folder = path.join(deps.userData, 'crashes')
    this.#running = path.join(this.#folder, 'running')
  }

  /** Begins a run; returns what the runs before recorded and nobody was told. */
  begin(): readonly CrashRecord[] {
    return this.#attempt(() => {
      mkdirSync(this.#fresh(), { recursive: true, mode: PRIVATE_FOLDER })
      if (this.#wasRunning()) this.#write('main', 'it ended without a word')
      writeFileSync(this.#running, '', { mode: PRIVATE_FILE })
      return this.#takeFresh()
    }, [])
  }

  /** Ends a run in order. */
  end(): void {
    this.#attempt(() => rmSync(this.#running, { force: true }), undefined)
  }

  /** Records that a part ended, for the next start. */
  add(part: CrashedPart, reason: string): void {
    this.#attempt(() => this.#write(part, reason), undefined)
  }

  /** Returns the stored records, oldest first. */
  all(): readonly CrashRecord[] {
    return this.#attempt(() => this.#recordsIn(this.#folder), [])
  }

  #fresh(): string {
    return path.join(this.#folder, 'new')
  }

  #wasRunning(): boolean {
    return readdirSync(this.#folder).includes(path.basename(this.#running))
  }

  #write(part: CrashedPart, reason: string): void {
    const { clock, version, redact } = this.#deps
    const now = clock.now()
    const crash: CrashRecord = {
      v: CRASH_VERSION,
      part,
      version,
      at: new Date(now).toISOString(),
      reason: redact(reason),
      lines: this.#lastLines(),
    }
    mkdirSync(this.#fresh(), { recursive: true, mode: PRIVATE_FOLDER })
    const file = path.join(this.#fresh(), `${fileStamp(now)}-${part}.json`)
    writeFileSync(file, JSON.stringify(crash, null, 2), { mode: PRIVATE_FILE })
  }

  #lastLines(): string[] {
    try {
      const log = readFileSync(path.join(this.#deps.userData, 'logs', 'countersign.log'), 'utf8')
      return log.trimEnd().split('\n').slice(-MAX_LINES)
    } catch {
      // A first run has no log yet.
      return []
    }
  }

  /** Moves the new records to the others, of which the latest stay. */
  #takeFresh(): readonly CrashRecord[] {
    const records = this.#recordsIn(this.#fresh())
    for (const name of readdirSync(this.#fresh())) {
      renameSync(path.join(this.#fresh(), name), path.join(this.#folder, name))
    }
    for (const name of recordNames(this.#folder).slice(0, -MAX_RECORDS)) {
      rmSync(path.join(this.#folder, name))
    }
    return records
  }

  #recordsIn(folder: string): readonly CrashRecord[] {
    return recordNames(folder).flatMap((name) => {
      try {
        const content: unknown = JSON.parse(readFileSync(path.join(folder, name), 'utf8'))
        const parsed = zCrash.safeParse(content)
        return parsed.success ? [parsed.data] : []
      } catch {
        // A record that a crash cut short says nothing more.
        return []
      }
    })
  }

  /** A record that cannot be written or read must never stop what the person does. */
  #attempt<T>(step: () => T, otherwise: T): T {
    try {
      return step()
    } catch (error) {
      this.#deps.log.event('error', 'crash-record.failed', { error: errorCode(error) ?? 'unknown' })
      return otherwise
    }
  }
}

const recordNames = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
