import * as promises from 'node:fs/promises'
import type { FileError } from '../core/ports.js'
import { errorCode } from '../../shared/domain/error-code.js'

/** The file-system functions that the adapters use; tests inject faults into them. */
export type FileSystem = Pick<typeof promises, 'open' | 'rename' | 'rm' | 'mkdir' | 'readFile'> &
  // Some disks and test doubles have no links; a file is then copied.
  Partial<Pick<typeof promises, 'link'>>

export const nodeFiles: FileSystem = promises

/** Only the owner may read the files that Countersign writes. */
export const PRIVATE_FILE = 0o600
export const PRIVATE_FOLDER = 0o700

const KINDS: Readonly<Record<string, FileError['kind']>> = {
  ENOENT: 'missing',
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
}

/** Converts a failed file operation to the port's error: the system's code, never a path. */
export function fileError(cause: unknown): FileError {
  const word = errorCode(cause) ?? 'failed'
  return { kind: KINDS[word] ?? 'failed', message: word }
}

/**
 * Opens a folder so that changes of its files can be made durable; null where the system cannot
 * open folders and this is unnecessary. Never rejects.
 */
export async function openFolder(
  files: FileSystem,
  folder: string,
): Promise<Awaited<ReturnType<FileSystem['open']>> | null> {
  try {
    return await files.open(folder, 'r')
  } catch {
    // Windows opens no folders, and needs no sync of them.
    return null
  }
}

/** Makes a rename or a creation in `folder` durable. */
export async function syncFolder(files: FileSystem, folder: string): Promise<void> {
  const handle = await openFolder(files, folder)
  try {
    await handle?.sync()
  } finally {
    await handle?.close()
  }
}

/** Formats a time as `2026-11-21T14-30-00-123Z`, for names of files that are set aside. */
export const fileStamp = (now: number): string => new Date(now).toISOString().replace(/[:.]/g, '-')
