import { constants } from 'node:fs'
import { lstat, open, readFile, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { isMissing, isPrivate } from './address.js'
import { makePrivate, writePrivate } from './private-socket.js'
import { NotConnected, portEndpoint, type ProofTimers } from './proven-connection.js'

/** The folder of the announcements, and what is called with what the disk failed with. */
export interface PortOwnerOptions {
  readonly onFailure: (cause: unknown) => void
  readonly folder?: string
}

/**
 * Each running copy of Countersign writes here which port it has, and its private folder. Another
 * copy of the same user, with another data folder, finds it and has it prove itself.
 */
const portFolder = (): string => path.join(tmpdir(), `countersign-ports-${userInfo().uid}`)

const fileOf = (folder: string, port: number): string => path.join(folder, `${port}.txt`)
const MAX_FILE_BYTES = 4_096

/** Writes that this copy has a port; returns what removes it. Without effect where that fails. */
export async function announcePort(
  port: number,
  privateFolder: string,
  { onFailure, folder = portFolder() }: PortOwnerOptions,
): Promise<() => Promise<void>> {
  const file = fileOf(folder, port)
  try {
    if (await makePrivate(folder)) await writePrivate(file, privateFolder)
  } catch (cause) {
    onFailure(cause)
  }
  return async () => {
    try {
      // Another copy may have the port by now.
      if ((await readFile(file, 'utf8')) === privateFolder) await rm(file, { force: true })
    } catch (cause) {
      if (!isMissing(cause)) onFailure(cause)
    }
  }
}

/** Returns the private folder of the copy that says it has a port; null where none does. */
async function announced(port: number, folder: string): Promise<string | null> {
  const facts = await lstat(folder)
  if (!facts.isDirectory() || !isPrivate(facts)) return null
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)
  const handle = await open(fileOf(folder, port), flags)
  try {
    const file = await handle.stat()
    const isOurs = file.isFile() && isPrivate(file) && file.size <= MAX_FILE_BYTES
    const named = isOurs ? await handle.readFile('utf8') : ''
    return path.isAbsolute(named) ? named : null
  } finally {
    await handle.close()
  }
}

/**
 * Returns true when the program on a port proves that it is another running copy of this user's
 * Countersign. Nothing but the request for a proof is sent, and only where a copy announced itself.
 */
export async function isOwnCopy(
  port: number,
  timers: ProofTimers,
  { onFailure, folder = portFolder() }: PortOwnerOptions,
): Promise<boolean> {
  try {
    const privateFolder = await announced(port, folder)
    if (privateFolder === null) return false
    const socket = await portEndpoint(port, privateFolder, timers).connect()
    socket.on('error', () => undefined)
    socket.destroy()
    return true
  } catch (cause) {
    if (!(cause instanceof NotConnected) && !isMissing(cause)) onFailure(cause)
    return false
  }
}
