import { createHash } from 'node:crypto'
import { mkdir, open, readFile, rename, unlink } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { err, ok } from '../../shared/domain/result.js'
import type { FileError, VaultPort } from '../core/ports.js'

/** What this file needs of Electron's safeStorage; newer runtimes have the asynchronous trio. */
export interface SafeStorage {
  isEncryptionAvailable(): boolean
  encryptString(text: string): Buffer
  decryptString(data: Buffer): string
  getSelectedStorageBackend?(): string
  encryptStringAsync?(text: string): Promise<Buffer>
  decryptStringAsync?(data: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }>
}

const zEnvelope = z.strictObject({ v: z.literal(1), backend: z.string(), data: z.string() })

/**
 * Which key protects secrets here, or null when none does. On Linux the first bytes of a probe tell: `v11` is a key of the
 * keyring, `v10` the built-in key that protects nothing; unknown tags are refused until someone has looked at them.
 */
export async function keyStoreBackend(storage: SafeStorage, platform: NodeJS.Platform): Promise<string | null> {
  try {
    if (!storage.isEncryptionAvailable()) return null
    if (platform !== 'linux') return platform
    const named = storage.getSelectedStorageBackend?.()
    if (named === 'basic_text' || named === 'unknown') return null
    const probe = storage.encryptStringAsync === undefined ? storage.encryptString('probe') : await storage.encryptStringAsync('probe')
    return probe.subarray(0, 3).toString('latin1') === 'v11' ? `linux-${named ?? 'keyring'}` : null
  } catch {
    return null
  }
}

/** Secrets for this session only; nothing is written anywhere. */
export function memoryVault(): VaultPort {
  const secrets = new Map<string, string>()
  return {
    backend: 'memory',
    read: (name) => Promise.resolve(ok(secrets.get(name) ?? null)),
    write(name, secret) {
      secrets.set(name, secret)
      return Promise.resolve(ok(undefined))
    },
    remove(name) {
      secrets.delete(name)
      return Promise.resolve(ok(undefined))
    },
  }
}

const damaged = (message: string): { ok: false; error: FileError } => err({ kind: 'damaged', message })

async function durableWrite(file: string, text: string): Promise<void> {
  const temporary = `${file}.new`
  const handle = await open(temporary, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(temporary, file)
  const directory = await open(path.dirname(file), 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/**
 * Secrets as ciphertext files, one each, mode 0600, in one environment's own directory (safety section 4). The backend stands
 * beside the ciphertext: a file of another backend is refused and left alone, never overwritten by reading.
 */
export function fileVault(directory: string, backend: string, storage: SafeStorage): VaultPort {
  const fileOf = (name: string): string => path.join(directory, `${createHash('sha256').update(name).digest('hex').slice(0, 24)}.vault`)
  const encrypt = async (text: string): Promise<Buffer> =>
    storage.encryptStringAsync === undefined ? storage.encryptString(text) : storage.encryptStringAsync(text)

  const write: VaultPort['write'] = async (name, secret) => {
    try {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const data = (await encrypt(secret)).toString('base64')
      await durableWrite(fileOf(name), JSON.stringify({ v: 1, backend, data }))
      return ok(undefined)
    } catch (error) {
      const full = (error as NodeJS.ErrnoException).code === 'ENOSPC'
      return err({ kind: full ? 'full' : 'failed', message: 'The secret could not be stored.' })
    }
  }

  return {
    backend: 'key-store',
    write,
    async read(name) {
      let text: string
      try {
        text = await readFile(fileOf(name), 'utf8')
      } catch (error) {
        return (error as NodeJS.ErrnoException).code === 'ENOENT' ? ok(null) : err({ kind: 'failed', message: 'The secret could not be read.' })
      }
      let envelope: z.output<typeof zEnvelope>
      try {
        envelope = zEnvelope.parse(JSON.parse(text))
      } catch {
        return damaged('The stored secret is unreadable; it was left where it is.')
      }
      if (envelope.backend !== backend) return damaged('The stored secret belongs to another key store; it was left where it is.')
      try {
        const data = Buffer.from(envelope.data, 'base64')
        if (storage.decryptStringAsync === undefined) return ok(storage.decryptString(data))
        const { result, shouldReEncrypt } = await storage.decryptStringAsync(data)
        if (shouldReEncrypt) await write(name, result)
        return ok(result)
      } catch {
        return damaged('The stored secret could not be decrypted; it was left where it is.')
      }
    },
    async remove(name) {
      try {
        await unlink(fileOf(name))
        return ok(undefined)
      } catch (error) {
        return (error as NodeJS.ErrnoException).code === 'ENOENT' ? ok(undefined) : err({ kind: 'failed', message: 'The secret could not be removed.' })
      }
    },
  }
}
