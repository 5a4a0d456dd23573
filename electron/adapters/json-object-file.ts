import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './file-errors.js'

/** The members of a file that holds one JSON object. */
type Members = Readonly<Record<string, unknown>>

const codeOf = (cause: unknown): unknown =>
  typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined

/**
 * A small file that holds one JSON object, read and written at once: preferences and positions of
 * windows, which are needed before anything may wait. Written by temporary file, fsync, rename, and
 * fsync of the folder (REL-38).
 */
export class JsonObjectFile {
  readonly #path: string
  #members: Members

  /** Reads the file, which may be missing. Throws when it cannot be read or holds no object. */
  constructor(file: string) {
    this.#path = file
    this.#members = readMembers(file)
  }

  get(member: string): unknown {
    return this.#members[member]
  }

  /** Replaces the given members and writes the file. Throws when the disk refuses. */
  set(members: Members): void {
    const content = { ...this.#members, ...members }
    this.#write(JSON.stringify(content, null, 2))
    this.#members = content
  }

  #write(text: string): void {
    const folder = path.dirname(this.#path)
    mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER })
    const temporary = path.join(folder, `.${path.basename(this.#path)}.${process.pid}.tmp`)
    try {
      writeDurably(temporary, text)
      renameSync(temporary, this.#path)
    } catch (cause) {
      rmSync(temporary, { force: true })
      throw cause
    }
    syncFolderNow(folder)
  }
}

function readMembers(file: string): Members {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return {}
    throw cause
  }
  const stored: unknown = JSON.parse(text)
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) {
    throw new TypeError('not an object')
  }
  return { ...stored }
}

function writeDurably(file: string, text: string): void {
  const handle = openSync(file, 'w', PRIVATE_FILE)
  try {
    writeFileSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Makes a rename durable, where the system can open folders. */
function syncFolderNow(folder: string): void {
  try {
    const handle = openSync(folder, 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch {
    // Windows cannot open folders, and renames durably without it.
  }
}
