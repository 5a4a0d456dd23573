import { errorName } from '../../../shared/domain/error-code.js'
import { ok, type Result } from '../../../shared/domain/result.js'
import { discardPrepared, prepareUpdate } from '../../adapters/updates/prepare-update.js'
import { putInPlace, type Disk } from '../../adapters/updates/replace-program.js'
import {
  downloadPath,
  placeFolder,
  type ReplacementPlace,
} from '../../adapters/updates/replacement-place.js'
import { removeLeftOvers, stageDownload } from '../../adapters/updates/staged-download.js'
import type { FileError } from '../../core/ports.js'
import type {
  PreparedUpdate,
  PrepareProblem,
  ReplacementPort,
  StagedFile,
} from '../../core/updates/update-ports.js'
import { FIRST_START_VERSION } from '../../core/updates/first-start.js'
import type { MarkerFile } from './marker-file.js'

export interface ProgramReplacementDeps {
  readonly place: ReplacementPlace
  /** The version that runs. */
  readonly version: string
  readonly disk: Disk
  readonly marker: MarkerFile
  /** Begins to quit the program; it may ask the person first. */
  readonly quit: () => void
  /** Calls at the very end of the process, after all its parts have ended. */
  readonly atExit: (call: () => void) => void
  /** Starts a program that outlives this one. */
  readonly startProgram: (executable: string) => void
}

/** Replaces a program that is an AppImage or an unpacked folder, at the end of its process. */
export class ProgramReplacement implements ReplacementPort {
  readonly #deps: ProgramReplacementDeps
  /** The version to restart into, and who waits for the answer; null while none was requested. */
  #request: { readonly to: string; readonly answer: (isEnding: boolean) => void } | null = null

  constructor(deps: ProgramReplacementDeps) {
    this.#deps = deps
  }

  async stage(): Promise<Result<StagedFile, FileError>> {
    const { disk, place } = this.#deps
    await removeLeftOvers(disk.promises, placeFolder(place))
    return stageDownload(disk.promises, downloadPath(place))
  }

  async prepare(version: string): Promise<Result<PreparedUpdate, PrepareProblem>> {
    const { disk, place } = this.#deps
    const prepared = await prepareUpdate(disk.promises, place)
    if (!prepared.ok) return prepared
    return ok({ version, discard: () => discardPrepared(disk.promises, place) })
  }

  restartInto({ version }: PreparedUpdate): Promise<boolean> {
    return new Promise((resolve) => {
      this.#request = { to: version, answer: resolve }
      this.#deps.quit()
    })
  }

  /** True while the end of the program was requested in order to restart. */
  isRequested(): boolean {
    return this.#request !== null
  }

  /** Called with whether the program ends, once that is decided. */
  onQuitDecided(isEnding: boolean): void {
    const request = this.#request
    this.#request = null
    if (request === null) return
    if (isEnding) this.#deps.atExit(() => this.#replace(request.to))
    request.answer(isEnding)
  }

  /** Puts the version in place and starts it; on a failure the one that was there. */
  #replace(to: string): void {
    const { disk, marker, place, version: from, startProgram } = this.#deps
    try {
      marker.write({ v: FIRST_START_VERSION, kind: 'replaced', from, to, place, starts: 0 })
      const replaced = putInPlace(disk, place)
      if (!replaced.ok) this.#reportFailure(to, replaced.error)
    } catch (cause) {
      // The data folder cannot be written: nothing was replaced.
      this.#reportFailure(to, errorName(cause))
    }
    startProgram(place.executable)
  }

  #reportFailure(to: string, reason: string): void {
    try {
      this.#deps.marker.write({ v: FIRST_START_VERSION, kind: 'not-replaced', to, reason })
    } catch {
      // The next start runs the same version and offers the update again.
    }
  }
}
