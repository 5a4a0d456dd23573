import { z } from 'zod'
import type { DocumentPort } from '../ports.js'

const zHex = z.string().regex(/^([0-9a-f]{2}){16,64}$/)
/**
 * Parameters of the key derivation; stored with the hash, so that stronger values of later versions
 * lock no one out.
 */
export const zScryptParameters = z.strictObject({
  n: z
    .number()
    .int()
    .min(1 << 14)
    .max(1 << 20),
  r: z.number().int().min(1).max(32),
  p: z.number().int().min(1).max(16),
})
export type ScryptParameters = z.output<typeof zScryptParameters>

/** The version of the file. */
export const LOCK_VERSION = 1

const zLockFile = z.strictObject({
  v: z.literal(LOCK_VERSION),
  idleMinutes: z.number().int().min(1).max(240),
  system: z.boolean(),
  passphrase: z.strictObject({ salt: zHex, hash: zHex, stretch: zScryptParameters }).nullable(),
})
export type LockFile = Omit<z.output<typeof zLockFile>, 'v'>

/**
 * Reads the lock's file; `damaged` when it exists but is unreadable, which never counts as "no
 * lock".
 */
export async function readLockFile(file: DocumentPort): Promise<LockFile | 'none' | 'damaged'> {
  const text = await file.read()
  if (!text.ok) return 'damaged'
  if (text.value === null) return 'none'
  try {
    const parsed = zLockFile.safeParse(JSON.parse(text.value))
    if (!parsed.success) return 'damaged'
    const { v: _v, ...lockFile } = parsed.data
    return lockFile
  } catch {
    return 'damaged'
  }
}

export const writeLockFile = (file: DocumentPort, lockFile: LockFile) =>
  file.write(JSON.stringify({ v: LOCK_VERSION, ...lockFile }))
