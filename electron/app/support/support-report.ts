import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { AppInfo } from '../../../shared/domain/app/app-info.js'
import type { AppError } from '../../../shared/domain/app/app-error.js'
import type { Preferences } from '../../../shared/domain/app/preferences.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { message } from '../../../shared/messages/make-message.js'
import { PRIVATE_FILE } from '../../adapters/file-errors.js'
import type { ClockPort } from '../../core/ports.js'
import type { Exposures } from '../security/exposures.js'
import type { FileDialogPort, FileKind } from '../settings/file-dialog-port.js'
import { notWritten } from '../settings/file-failure.js'
import type { CrashRecord } from './crash-records.js'

const REPORT: FileKind = { name: message('system.supportFile'), extensions: ['json'] }
const MAX_LOG_LINES = 2_000
const MAX_FILES = 2_000

/** The settings that a report contains: none of them was typed by the person. */
const REPORTED_SETTINGS = ['theme', 'language', 'marketColors'] as const

export interface SupportReportDeps {
  readonly userData: string
  readonly info: AppInfo
  readonly clock: Pick<ClockPort, 'now'>
  readonly dialog: FileDialogPort
  readonly preferences: { get(): Preferences }
  /** What a report says of the profiles; their names stay here. */
  readonly profiles: () => readonly ReportedProfile[]
  readonly exposures: Exposures
  readonly crashes: () => readonly CrashRecord[]
  /** Makes a text safe to give away: the log's own rules, and the secrets of this run. */
  readonly redact: (text: string) => string
}

export interface ReportedProfile {
  readonly environment: string
  /** What the person set otherwise than Countersign assumes. */
  readonly assumptions: readonly string[]
}

/** A file of the data folder; its place by folder, because each name is redacted by itself. */
interface ReportedFile {
  readonly place: readonly string[]
  readonly bytes: number
}

/**
 * Writes what a person may give to somebody who helps them: versions, the log and crash records,
 * which have no secrets, and the names and sizes of files, never their content. Every text in it is
 * redacted once more. Nothing is sent.
 */
export class SupportReport {
  readonly #deps: SupportReportDeps

  constructor(deps: SupportReportDeps) {
    this.#deps = deps
  }

  /** Requests a file name and writes the report; false when the person canceled. */
  async save(): Promise<Result<boolean, AppError>> {
    const { clock, dialog } = this.#deps
    const text = await this.text()
    const file = await dialog.savePath({
      title: message('system.exportSupportTitle'),
      defaultName: `countersign-support-${new Date(clock.now()).toISOString().slice(0, 10)}.json`,
      kind: REPORT,
    })
    if (file === null) return ok(false)
    try {
      await writeFile(file, text, { mode: PRIVATE_FILE })
      return ok(true)
    } catch (error) {
      return err(notWritten(error))
    }
  }

  /** Returns the report. */
  async text(): Promise<string> {
    const { clock, info, profiles, exposures, crashes, preferences } = this.#deps
    const settings = preferences.get()
    const report = {
      madeAt: new Date(clock.now()).toISOString(),
      program: info,
      profiles: profiles(),
      exposures: exposures(),
      settings: Object.fromEntries(REPORTED_SETTINGS.map((name) => [name, settings[name]])),
      crashes: crashes().map((crash) => ({ ...crash, lines: crash.lines.map(parsedLine) })),
      files: await this.#files(),
      log: await this.#log(),
    }
    return `${JSON.stringify(this.#clean(report), null, 2)}\n`
  }

  /** Redacts every text of the report, whatever it came from. */
  #clean(value: unknown): unknown {
    if (typeof value === 'string') return this.#deps.redact(value)
    if (Array.isArray(value)) return value.map((item) => this.#clean(item))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, this.#clean(member)]),
    )
  }

  /** The lines of both log files as records, so that each text in them is redacted by itself. */
  async #log(): Promise<readonly unknown[]> {
    const folder = path.join(this.#deps.userData, 'logs')
    const texts = await Promise.all(
      ['countersign.log.1', 'countersign.log'].map((name) =>
        // A first run has one file or none.
        readFile(path.join(folder, name), 'utf8').catch(() => ''),
      ),
    )
    const lines = texts
      .join('')
      .split('\n')
      .filter((line) => line !== '')
    return lines.slice(-MAX_LOG_LINES).map(parsedLine)
  }

  /** Names and sizes; names that hold an id or a symbol are redacted like every text. */
  async #files(): Promise<readonly ReportedFile[]> {
    const { userData } = this.#deps
    const entries = await readdir(userData, { recursive: true }).catch(() => [])
    const files: ReportedFile[] = []
    for (const name of entries.slice(0, MAX_FILES)) {
      // A file that is gone by now has no size.
      const facts = await stat(path.join(userData, name)).catch(() => null)
      if (facts?.isFile() === true) files.push({ place: name.split(path.sep), bytes: facts.size })
    }
    return files
  }
}

function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line) as unknown
  } catch {
    // A line that a crash cut short is redacted as a text.
    return line
  }
}
