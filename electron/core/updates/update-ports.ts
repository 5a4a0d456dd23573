import type { Result } from '../../../shared/domain/result.js'
import type { FileError } from '../ports.js'
import type { UpdateFile } from './update-manifest.js'

/**
 * A file beside the program that a download fills. Exactly one of `finish` and `discard` ends it.
 */
export interface StagedFile {
  /** Appends; resolves when it may continue, not when it is on disk. */
  write(bytes: Uint8Array): Promise<Result<void, FileError>>
  /** Returns SHA-512 of everything written, in lower-case hex, after it is on disk (fsync). */
  finish(): Promise<Result<string, FileError>>
  /** Deletes it. Never rejects. */
  discard(): Promise<void>
}

/** Why a verified download could not be made ready. */
export type PrepareProblem =
  | FileError
  | { readonly kind: 'not-a-program'; readonly message: string }

/** A version that lies complete and verified beside the program. */
export interface PreparedUpdate {
  readonly version: string
  /** Deletes it. Never rejects. */
  discard(): Promise<void>
}

/**
 * Puts a new version in the place of the running one, in the way of a package format. Absent for
 * formats that the system's own tools replace.
 */
export interface ReplacementPort {
  /** Removes what earlier attempts left beside the program, and opens an empty file there. */
  stage(file: UpdateFile): Promise<Result<StagedFile, FileError>>
  /** Makes the staged file, whose hash was verified, ready to be put in place. */
  prepare(version: string): Promise<Result<PreparedUpdate, PrepareProblem>>
  /**
   * Ends the program in order, puts the version in place and starts it. Returns false when the
   * person chose to stay; the program then runs on unchanged.
   */
  restartInto(prepared: PreparedUpdate): Promise<boolean>
}
