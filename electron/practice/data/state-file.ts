import { createHash } from 'node:crypto'
import {
  chmod,
  readdir,
  mkdir,
  open,
  readFile,
  rename,
  rm,
  type FileHandle,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { errorCode } from '../../../shared/domain/error-code.js'

/**
 * A file is one header line (version and checksum) followed by the body. A file of a newer version
 * ends the start.
 */
const VERSION = 1
const zHeader = z.object({ version: z.literal(VERSION), sha256: z.string() })

/** Length of a SHA-256 digest in hexadecimal. */
const SHA256_DIGITS = 64
const headerOf = (sha256: string): string => `${JSON.stringify({ version: VERSION, sha256 })}\n`
const digest = (body: string): string => createHash('sha256').update(body).digest('hex')

const zVersion = z.object({ version: z.number() })

/** Thrown for a file of a newer version, which must not be replaced. */
export const newerFile = (path: string): Error =>
  new Error(
    `${path} was made by a newer version of Countersign. Install that version again. Nothing was changed.`,
  )

/** Reads a file; an error names it. Null when there is none. */
export async function readStored(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    const code = errorCode(error) ?? 'failed'
    if (code === 'ENOENT') return null
    throw new Error(`${path} cannot be read (${code}). Nothing was changed.`, { cause: error })
  }
}

/** Returns the body of a file's text; null when it is damaged. Throws for a newer version. */
function bodyOf(text: string, path: string): string | null {
  const end = text.indexOf('\n')
  const header = jsonOf(end < 0 ? text : text.slice(0, end))
  const version = zVersion.safeParse(header).data?.version ?? VERSION
  if (version > VERSION) throw newerFile(path)
  const body = text.slice(end + 1)
  const now = zHeader.safeParse(header)
  return end >= 0 && now.success && now.data.sha256 === digest(body) ? body : null
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Makes creations, renames and removals in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder; its renames are durable without this.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Writes a file with `write` so that after a crash either the complete old or the complete new file
 * exists. Only the owner can read it.
 */
async function replaceFile(
  path: string,
  write: (handle: FileHandle) => Promise<void>,
): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`
  try {
    const handle = await open(temporary, 'w', 0o600)
    try {
      await write(handle)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, path)
  } catch (error) {
    // A partial file would keep a full disk full.
    await rm(temporary, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}

/** Replaces a file's content by `text`, completely or not at all. */
export const writeAtomically = (path: string, text: string): Promise<void> =>
  replaceFile(path, (handle) => handle.writeFile(text, 'utf8'))

/** The names of the files in a data folder. */
const FILES =
  /^((exchange|broker-events)-[^.]+\.|ca\.pem|certificate\.json|keys\.json|in-use\.lock)/

/** Creates the data directory with access for its owner only. */
export async function openDataDir(folder: string): Promise<Result<void, string>> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
    const entries = await readdir(folder, { withFileTypes: true })
    const wrong = entries.find((entry) => entry.isDirectory() && FILES.test(entry.name))
    return wrong === undefined
      ? ok(undefined)
      : err(
          `${join(folder, wrong.name)} is a folder in place of a file of the practice exchange. Move it away, then start again. Nothing was changed.`,
        )
  } catch (error) {
    return err(
      `The data folder cannot be used: ${error instanceof Error ? error.message : 'unknown error'}`,
    )
  }
}

/**
 * One versioned, checksummed file of the data directory; its value is plain JSON. Saves requested
 * while one is running share a single later write.
 */
export class StateFile {
  readonly #folder: string
  readonly #name: string
  readonly #path: string
  #running: Promise<void> | null = null
  #waiting: Promise<void> | null = null

  constructor(folder: string, name: string) {
    this.#folder = folder
    this.#name = name
    this.#path = join(folder, name)
  }

  /**
   * Returns the stored value; null when there is none. A damaged file is renamed to
   * `*.corrupt-<time>`, and `setAside` is its new name.
   */
  async load(now: number): Promise<{ readonly value: unknown; readonly setAside: string | null }> {
    const bytes = await readStored(this.#path)
    if (bytes === null) return { value: null, setAside: null }
    // Some editors put a byte order mark before the text.
    const value = this.#open(bytes.toString('utf8').replace(/^\uFEFF/, ''))
    if (value !== undefined) return { value, setAside: null }
    return { value: null, setAside: await this.setAside(now) }
  }

  /** Renames the file, for callers that cannot parse its content. Returns its new name. */
  async setAside(now: number): Promise<string> {
    const aside = `${this.#name}.corrupt-${now}`
    await rename(this.#path, join(this.#folder, aside))
    await syncFolder(this.#folder)
    return aside
  }

  /** Resolves once the current result of `take`, or a newer one, is on disk. */
  save(take: () => unknown): Promise<void> {
    if (this.#running === null) {
      this.#running = this.#write(take).finally(() => {
        this.#running = null
      })
      return this.#running
    }
    // The running write may have read the state before this caller changed it, so queue one more
    // write, shared by all callers that wait.
    this.#waiting ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#waiting = null
        return this.save(take)
      })
    return this.#waiting
  }

  /** Resolves when no write is running or queued. */
  async settle(): Promise<void> {
    while (this.#running !== null || this.#waiting !== null) {
      await Promise.allSettled([this.#running, this.#waiting])
    }
  }

  /**
   * Resolves once a value's JSON is on disk, which `pieces` yields in order. Between two pieces
   * everything else goes on. For callers that save one at a time.
   */
  savePieces(pieces: Iterable<string>): Promise<void> {
    return replaceFile(this.#path, async (handle) => {
      const hash = createHash('sha256')
      await handle.appendFile(headerOf('0'.repeat(SHA256_DIGITS)), 'utf8')
      for (const piece of pieces) {
        hash.update(piece)
        await handle.appendFile(piece, 'utf8')
      }
      // The digest is known only now; its header has the length of the one written first.
      await handle.write(headerOf(hash.digest('hex')), 0, 'utf8')
    })
  }

  async #write(take: () => unknown): Promise<void> {
    const body = JSON.stringify(take())
    await writeAtomically(this.#path, headerOf(digest(body)) + body)
  }

  #open(text: string): unknown {
    const body = bodyOf(text, this.#path)
    try {
      return body === null ? undefined : JSON.parse(body)
    } catch {
      return undefined
    }
  }
}
