import * as promises from 'node:fs/promises'
import type { FileError } from '../core/ports.js'

/** The part of the file system that the adapters use; tests put faults into it. */
export type FileSystem = Pick<typeof promises, 'open' | 'rename' | 'rm' | 'mkdir' | 'readFile'>

export const nodeFiles: FileSystem = promises

/** Only their owner reads what this product writes. */
export const PRIVATE_FILE = 0o600
export const PRIVATE_FOLDER = 0o700

const KINDS: Readonly<Record<string, FileError['kind']>> = {
  ENOENT: 'missing', EACCES: 'denied', EPERM: 'denied', EROFS: 'denied', ENOSPC: 'full', EDQUOT: 'full', EFBIG: 'full',
}

/** A failed file operation in the port's words: the system's code, never a path. */
export function fileError(cause: unknown): FileError {
  const code: unknown = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined
  const word = typeof code === 'string' ? code : 'failed'
  return { kind: KINDS[word] ?? 'failed', message: word }
}

/** Makes a rename or a creation in `folder` durable. Some systems cannot open folders; then there is nothing to do. */
export async function syncFolder(files: FileSystem, folder: string): Promise<void> {
  let handle: Awaited<ReturnType<FileSystem['open']>>
  try {
    handle = await files.open(folder, 'r')
  } catch {
    return
  }
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** `2026-11-21T14-30-00-123Z`, for names of files that are set aside. */
export const fileStamp = (now: number): string => new Date(now).toISOString().replace(/[:.]/g, '-')
