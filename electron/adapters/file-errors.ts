import * as promises from 'node:fs/promises'
import type { FileError } from '../core/ports.js'

/** The part of the file system that the adapters use; tests put faults into it. */
export type FileSystem = Pick<typeof promises, 'open' | 'rename' | 'rm' | 'mkdir' | 'readFile'>

export const nodeFiles: FileSystem = promises

/** Only their owner reads what this product writes. */
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

/** A failed file operation in the port's words: the system's code, never a path. */
export function fileError(cause: unknown): FileError {
  const code: unknown =
    typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined
  const word = typeof code === 'string' ? code : 'failed'
  return { kind: KINDS[word] ?? 'failed', message: word }
}

/**
 * A folder, to make what happens to its files durable; null where the system cannot open folders:
 * then there is nothing to do. Never rejects.
 */
export async function openFolder(
  files: FileSystem,
  folder: string,
): Promise<Awaited<ReturnType<FileSystem['open']>> | null> {
  try {
    return await files.open(folder, 'r')
  } catch {
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

/** `2026-11-21T14-30-00-123Z`, for names of files that are set aside. */
export const fileStamp = (now: number): string => new Date(now).toISOString().replace(/[:.]/g, '-')
