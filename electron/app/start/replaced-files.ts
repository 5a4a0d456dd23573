import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { NEEDED_FILES } from './program-files.js'

/** What the disk says about a file, as far as it tells one file from another. */
export interface FileStamp {
  readonly dev: number
  readonly ino: number
  readonly size: number
  readonly mtimeMs: number
}

/** Returns the facts of a file; null when it is missing or cannot be examined. */
export type ReadStamp = (file: string) => FileStamp | null

/** How the program's files on disk differ from those that it runs on. */
export type FilesState = 'same' | 'replaced' | 'removed'

/** The files of which each was replaced when the program was. */
export interface ProgramPlaces {
  /** Where the executable is on disk. */
  readonly executable: string
  /** A path that leads to the executable that runs, also after another took its place. */
  readonly running: string
  /** The folder of all bundles, or the archive that contains them. */
  readonly bundles: string
}

const ARCHIVE = /\.asar$/
/** The bundle of the program itself, besides those without which it does not start. */
const MAIN = 'main/main.cjs'

/** Returns the files to compare; an archive is one file. */
const filesOf = (bundles: string): readonly string[] =>
  ARCHIVE.test(bundles) ? [bundles] : [MAIN, ...NEEDED_FILES].map((file) => `${bundles}/${file}`)

const isSame = (before: FileStamp, now: FileStamp): boolean =>
  before.dev === now.dev &&
  before.ino === now.ino &&
  before.size === now.size &&
  before.mtimeMs === now.mtimeMs

/**
 * Compares the program's files on disk with those that the program was started from. A package that
 * is upgraded, an archive that is unpacked over the folder or a build replaces them while the
 * program runs. A child process would then start from files of another version beside parts of this
 * one, which ended the whole program (REL-48).
 */
export class ReplacedFiles {
  readonly #read: ReadStamp
  /** An archive that is open still has the pages, also after another took its place. */
  readonly #hasArchive: boolean
  readonly #before: ReadonlyMap<string, FileStamp | null>

  /** Examines the files; call it at the start of the program. */
  constructor({ executable, running, bundles }: ProgramPlaces, readStamp: ReadStamp) {
    this.#read = readStamp
    this.#hasArchive = ARCHIVE.test(bundles)
    this.#before = new Map([
      // On Linux an upgrade may come between the start and this moment.
      [executable, readStamp(running) ?? readStamp(executable)],
      ...filesOf(bundles).map((file) => [file, readStamp(file)] as const),
    ])
  }

  /** Compares the files now. */
  state(): FilesState {
    let isReplaced = false
    for (const [file, before] of this.#before) {
      if (before === null) continue
      const now = this.#read(file)
      if (now === null) return 'removed'
      if (!isSame(before, now)) isReplaced = true
    }
    return isReplaced ? 'replaced' : 'same'
  }

  /** Returns why no part of the program may be started from the disk now; null when one may. */
  problem = (): Message | null => {
    switch (this.state()) {
      case 'same':
        return null
      case 'replaced':
        return message('system.filesReplaced')
      case 'removed':
        return message('system.filesRemoved')
    }
  }

  /** Returns why no page of a window may be loaded from the disk now; null when one may. */
  pageProblem = (): Message | null => (this.#hasArchive ? null : this.problem())
}
