import { randomBytes } from 'node:crypto'
import { chmod, lstat, mkdir, mkdtemp, open, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import {
  ADDRESS_FILE,
  addressText,
  isOwn,
  isMissing,
  isPrivate,
  MAX_SOCKET_BYTES,
  readAddress,
  type LocalAddress,
} from './address.js'
import { BYTES_256 } from './proof.js'

/**
 * Why there is no private socket: another running Countersign has the folder, the folder belongs to
 * another user, or the disk failed.
 */
export type PrivateSocketProblem = 'in-use' | 'not-private' | 'failed'

/** A place for the socket of this run, in the private folder. */
export interface PrivateSocket extends LocalAddress {
  /**
   * Closes the socket to others and writes the file that names it; call it once it listens. False
   * when that failed, so that nobody can find it.
   */
  publish(): Promise<boolean>
  /** Removes the file and the socket. */
  remove(): Promise<void>
}

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
const SUFFIX = '.sock'
const NAME_BYTES = 4
const TEMPORARY = 'countersign-'

export interface PrivateSocketOptions {
  /** Called with what the disk failed with. */
  readonly onFailure: (cause: unknown) => void
}

/**
 * Prepares the private folder and chooses the socket of this run. The socket of a run that crashed
 * is removed; one that answers belongs to another running Countersign and is left alone.
 */
export async function preparePrivateSocket(
  folder: string,
  options: PrivateSocketOptions,
): Promise<Result<PrivateSocket, PrivateSocketProblem>> {
  try {
    if (!(await makePrivate(folder))) return err('not-private')
    return (await isServed(folder)) ? err('in-use') : ok(await newSocket(folder, options))
  } catch (cause) {
    options.onFailure(cause)
    return err('failed')
  }
}

async function newSocket(
  folder: string,
  { onFailure }: PrivateSocketOptions,
): Promise<PrivateSocket> {
  const socket = await newSocketPath(folder)
  const secret = randomBytes(BYTES_256).toString('base64url')
  const file = path.join(folder, ADDRESS_FILE)
  return {
    socket,
    secret,
    async publish() {
      try {
        if (process.platform !== 'win32') await chmod(socket, FILE_MODE)
        await writePrivate(file, addressText({ socket, secret }))
        return true
      } catch (cause) {
        onFailure(cause)
        return false
      }
    },
    async remove() {
      const present = await readAddress(folder)
      const isOurs = present.ok && present.value.socket === socket
      // What is left names a socket that is gone; the next run replaces it.
      if (isOurs) await rm(file, { force: true }).catch(onFailure)
      await removeSocket(socket, folder)
    },
  }
}

/** Makes a folder that only this user may open; false when it is not this user's own. */
export async function makePrivate(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
  const facts = await lstat(folder)
  if (!facts.isDirectory() || !isOwn(facts)) return false
  if (!isPrivate(facts)) await chmod(folder, FOLDER_MODE)
  return true
}

/** True when a socket of the folder answers. Removes those that do not. */
async function isServed(folder: string): Promise<boolean> {
  const named = await readAddress(folder)
  const names = await readdir(folder)
  const found = names.filter((name) => name.endsWith(SUFFIX)).map((name) => path.join(folder, name))
  const sockets = new Set([...(named.ok ? [named.value.socket] : []), ...found])
  for (const socket of sockets) {
    if (await answers(socket)) return true
    await removeSocket(socket, folder)
  }
  return false
}

const GONE: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTSOCK', 'ENOTDIR'])

/** True unless the system says that nothing listens there. */
const answers = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const call = connect({ path: socket })
    call.on('connect', () => {
      call.destroy()
      resolve(true)
    })
    call.on('error', (error: NodeJS.ErrnoException) => resolve(!GONE.has(error.code)))
  })

/** Removes a socket, and the folder that was made for it alone. */
async function removeSocket(socket: string, folder: string): Promise<void> {
  if (process.platform === 'win32') return
  try {
    if ((await lstat(socket)).isSocket()) await rm(socket, { force: true })
  } catch (cause) {
    if (!isMissing(cause)) return
  }
  const own = path.dirname(socket)
  if (own === folder || !path.basename(own).startsWith(TEMPORARY)) return
  // It is left when anything else is in it.
  await rmdir(own).catch(() => undefined)
}

/**
 * Returns a name that no other run has: a pipe whose name cannot be guessed, or a socket in the
 * private folder, or in a private folder of its own where that path would be too long.
 */
async function newSocketPath(folder: string): Promise<string> {
  if (process.platform === 'win32') {
    return `\\\\.\\pipe\\countersign-${randomBytes(BYTES_256).toString('hex')}`
  }
  const name = `${randomBytes(NAME_BYTES).toString('hex')}${SUFFIX}`
  const wanted = path.join(folder, name)
  return Buffer.byteLength(wanted) <= MAX_SOCKET_BYTES
    ? wanted
    : path.join(await mkdtemp(path.join(tmpdir(), TEMPORARY)), name)
}

/** Replaces a file that only this user may read. */
export async function writePrivate(file: string, content: string): Promise<void> {
  const temporary = `${file}.${randomBytes(NAME_BYTES).toString('hex')}.tmp`
  const handle = await open(temporary, 'wx', FILE_MODE)
  try {
    await handle.writeFile(content, 'utf8')
  } finally {
    await handle.close()
  }
  await rename(temporary, file)
}
