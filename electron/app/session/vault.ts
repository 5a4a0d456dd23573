import { createHash } from 'node:crypto'
import path from 'node:path'
import { z } from 'zod'
import { AtomicFile } from '../../adapters/atomic-file.js'
import { causeFields } from '../../core/described-error.js'
import type { ClockPort, DocumentPort, FileError, LogPort, VaultPort } from '../../core/ports.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { describedFileError } from '../../core/file-error.js'
import { isNewerContent } from '../../core/files/content-version.js'

/**
 * The part of Electron's safeStorage used here; newer runtimes have the
 * asynchronous methods, and may lose the others.
 */
export interface SafeStorage {
  isEncryptionAvailable(): boolean
  encryptString(text: string): Buffer
  decryptString(data: Buffer): string
  getSelectedStorageBackend?(): string
  isAsyncEncryptionAvailable?(): Promise<boolean>
  encryptStringAsync?(text: string): Promise<Buffer>
  decryptStringAsync?(data: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }>
}

/** The version of a secret's file. */
export const VAULT_VERSION = 1
const zEnvelope = z.strictObject({
  v: z.literal(VAULT_VERSION),
  backend: z.string(),
  data: z.string(),
})

/**
 * Returns the key store that protects secrets here, or null when none does. On Linux the first
 * bytes of an encrypted sample show it: `v11` is a key of the keyring, `v10` the built-in key that
 * protects nothing; unknown values are refused.
 */
export async function keyStoreBackend(
  storage: SafeStorage,
  platform: NodeJS.Platform,
  log: LogPort,
): Promise<string | null> {
  try {
    if (!(await isAvailable(storage))) return null
    if (platform !== 'linux') return platform
    const named = storage.getSelectedStorageBackend?.()
    if (named === 'basic_text' || named === 'unknown') return null
    const probe =
      storage.encryptStringAsync === undefined
        ? storage.encryptString('probe')
        : await storage.encryptStringAsync('probe')
    return probe.subarray(0, 3).toString('latin1') === 'v11' ? `linux-${named ?? 'keyring'}` : null
  } catch (error) {
    log.event('error', 'vault.key-store-failed', causeFields(error))
    return null
  }
}

/** Returns the answer of the functions that will encrypt: newer runtimes have others. */
const isAvailable = async (storage: SafeStorage): Promise<boolean> =>
  storage.isAsyncEncryptionAvailable === undefined
    ? storage.isEncryptionAvailable()
    : storage.isAsyncEncryptionAvailable()

/** Makes a vault that holds secrets for this session only and writes nothing (SEC-18). */
export function memoryVault(): VaultPort {
  const secrets = new Map<string, string>()
  return {
    backend: 'memory',
    keyStore: null,
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

function parseEnvelope(text: string): z.output<typeof zEnvelope> | null {
  try {
    return zEnvelope.parse(JSON.parse(text))
  } catch {
    return null
  }
}

const damaged = (description: Message): { readonly ok: false; readonly error: FileError } =>
  err(describedFileError('damaged', description))

interface Decrypted {
  readonly result: string
  /** True when the key store wants the secret encrypted again, with a newer key. */
  readonly shouldReEncrypt: boolean
}

export interface FileVaultOptions {
  readonly directory: string
  readonly backend: string
  readonly storage: SafeStorage
  readonly clock: ClockPort
  readonly log: LogPort
}

/**
 * A vault of encrypted files, one per secret, mode 0600, in one environment's own directory. Each
 * file records its key store; a file of another key store is refused and left unchanged (SEC-19).
 */
export class FileVault implements VaultPort {
  readonly backend = 'key-store'
  readonly keyStore: string
  readonly #options: FileVaultOptions
  readonly #files = new Map<string, DocumentPort>()

  constructor(options: FileVaultOptions) {
    this.#options = options
    this.keyStore = options.backend
  }

  async read(name: string): Promise<Result<string | null, FileError>> {
    const text = await this.#fileOf(name).read()
    if (!text.ok || text.value === null) return text
    const opened = await this.#open(text.value)
    if (!opened.ok) return opened
    const { result, shouldReEncrypt } = opened.value
    if (shouldReEncrypt) await this.write(name, result)
    return ok(result)
  }

  async write(name: string, secret: string): Promise<Result<void, FileError>> {
    let data: string
    try {
      data = (await this.#encrypt(secret)).toString('base64')
    } catch (error) {
      this.#options.log.event('error', 'vault.not-encrypted', causeFields(error))
      return err(describedFileError('failed', message('storage.secretNotEncrypted')))
    }
    const file = this.#fileOf(name)
    const cleared = await this.#setUnreadableAside(file)
    const content = { v: VAULT_VERSION, backend: this.keyStore, data }
    return cleared.ok ? file.write(JSON.stringify(content)) : cleared
  }

  async remove(name: string): Promise<Result<void, FileError>> {
    const file = this.#fileOf(name)
    const cleared = await this.#setUnreadableAside(file)
    return cleared.ok ? file.remove() : cleared
  }

  #fileOf(name: string): DocumentPort {
    const { directory, clock } = this.#options
    const fileName = `${createHash('sha256').update(name).digest('hex').slice(0, 24)}.vault`
    const file =
      this.#files.get(name) ?? new AtomicFile({ path: path.join(directory, fileName), clock })
    this.#files.set(name, file)
    return file
  }

  async #encrypt(text: string): Promise<Buffer> {
    const { storage } = this.#options
    return storage.encryptStringAsync === undefined
      ? storage.encryptString(text)
      : storage.encryptStringAsync(text)
  }

  async #decrypt(data: Buffer): Promise<Decrypted> {
    const { storage } = this.#options
    return storage.decryptStringAsync === undefined
      ? { result: storage.decryptString(data), shouldReEncrypt: false }
      : storage.decryptStringAsync(data)
  }

  /** Decrypts the content of a file; distinguishes another key store from a damaged file. */
  async #open(text: string): Promise<Result<Decrypted, FileError>> {
    const envelope = parseEnvelope(text)
    if (envelope === null) {
      return damaged(message('storage.secretUnreadable'))
    }
    if (envelope.backend !== this.keyStore) {
      return err(describedFileError('foreign', message('storage.secretOfOtherKeyStore')))
    }
    try {
      return ok(await this.#decrypt(Buffer.from(envelope.data, 'base64')))
    } catch (error) {
      this.#options.log.event('error', 'vault.not-decrypted', causeFields(error))
      return damaged(message('storage.secretNotDecrypted'))
    }
  }

  /**
   * Moves a file that cannot be decrypted aside and never overwrites it, because its original key
   * store may be able to decrypt it later (SEC-19).
   */
  async #setUnreadableAside(file: DocumentPort): Promise<Result<void, FileError>> {
    const text = await file.read()
    if (!text.ok) return text
    if (text.value === null || (await this.#open(text.value)).ok) return ok(undefined)
    if (isNewerContent(text.value, VAULT_VERSION)) {
      return err(describedFileError('newer', message('storage.secretNewer')))
    }
    const moved = await file.setAside()
    return moved.ok ? ok(undefined) : moved
  }
}
