import type { Stats } from 'node:fs'
import { constants } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import path from 'node:path'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { TEXT_256 } from './proof.js'
import { errorCode } from '../../../shared/domain/error-code.js'

/** Where the running Countersign is reached on this computer, without a port. */
export interface LocalAddress {
  /** The path of a socket, or the name of a pipe on Windows. */
  readonly socket: string
  /** What Countersign proves itself with; created at each start. */
  readonly secret: string
}

/** The file in the private folder that names the address. */
export const ADDRESS_FILE = 'address.json'
/** The name of the private folder in the program's data folder. */
export const PRIVATE_FOLDER_NAME = 'bridge'
/** The host that requests over the socket name. */
export const LOCAL_HOST = 'countersign'
/** The shortest limit of a socket's path among the systems is 104 bytes with its end. */
export const MAX_SOCKET_BYTES = 103

/** Why there is no address: there is none, or others could have made or changed it. */
export type AddressProblem = 'missing' | 'unsafe'

const MAX_FILE_BYTES = 4_096
const OTHERS = 0o077

/** The user who runs this process; null on Windows, where the folder's own rights apply. */
const userId = (): number | null => process.getuid?.() ?? null

/** True when a file belongs to this user, and nobody else may read or write it. */
export const isPrivate = ({ uid, mode }: Pick<Stats, 'uid' | 'mode'>): boolean => {
  const user = userId()
  return user === null || (uid === user && (mode & OTHERS) === 0)
}

/** True when a file belongs to this user. */
export const isOwn = ({ uid }: Pick<Stats, 'uid'>): boolean => {
  const user = userId()
  return user === null || uid === user
}

export const isMissing = (cause: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes(errorCode(cause) ?? '')

/** Reads what the file says; null for anything but an address. */
function parseAddress(text: string): LocalAddress | null {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null) return null
    const socket: unknown = Reflect.get(parsed, 'socket')
    const secret: unknown = Reflect.get(parsed, 'secret')
    return typeof socket === 'string' && typeof secret === 'string' && TEXT_256.test(secret)
      ? { socket, secret }
      : null
  } catch {
    return null
  }
}

export const addressText = ({ socket, secret }: LocalAddress): string =>
  JSON.stringify({ v: 1, socket, secret })

/**
 * Reads the address from the private folder. Folder and file must belong to this user and be closed
 * to everybody else; links are not followed.
 */
export async function readAddress(folder: string): Promise<Result<LocalAddress, AddressProblem>> {
  try {
    const facts = await lstat(folder)
    if (!facts.isDirectory() || !isPrivate(facts)) return err('unsafe')
    const handle = await open(
      path.join(folder, ADDRESS_FILE),
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0),
    )
    try {
      const file = await handle.stat()
      if (!file.isFile() || !isPrivate(file) || file.size > MAX_FILE_BYTES) return err('unsafe')
      const address = parseAddress(await handle.readFile('utf8'))
      return address === null ? err('unsafe') : ok(address)
    } finally {
      await handle.close()
    }
  } catch (cause) {
    return err(isMissing(cause) ? 'missing' : 'unsafe')
  }
}

/**
 * Checks a socket before anything is sent to it: it belongs to this user, and so does its folder,
 * and both are closed to everybody else. A pipe has no such facts; its name is a secret.
 */
export async function socketProblem(socket: string): Promise<AddressProblem | null> {
  if (process.platform === 'win32') return null
  try {
    const folder = await lstat(path.dirname(socket))
    if (!folder.isDirectory() || !isPrivate(folder)) return 'unsafe'
    const facts = await lstat(socket)
    return facts.isSocket() && isPrivate(facts) ? null : 'unsafe'
  } catch (cause) {
    return isMissing(cause) ? 'missing' : 'unsafe'
  }
}
