import { z } from 'zod'
import { ProxyUser, zProxyName } from '../../../shared/domain/app/profile.schema.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { createSerialQueue } from '../../../shared/domain/serial-queue.js'
import { message } from '../../../shared/messages/make-message.js'
import { describedFileError } from '../file-error.js'
import type { FileError, VaultPort } from '../ports.js'

/** The vault's entry of a profile's proxy credentials. */
export const PROXY_CREDENTIALS_ENTRY = 'proxy-credentials'

const zStored = z.strictObject({ v: z.literal(1), proxies: z.record(zProxyName, ProxyUser) })
type StoredUsers = z.output<typeof zStored>['proxies']

/**
 * The user names and passwords that a person entered for proxies, in a profile's vault. Each is
 * returned for the proxy that it was entered for, by kind, host and port, and for no other.
 */
export class ProxyCredentials {
  readonly #vault: VaultPort
  readonly #changes = createSerialQueue()

  constructor(vault: VaultPort) {
    this.#vault = vault
  }

  /** Returns what was entered for a proxy; null for nothing, and where it cannot be read. */
  async load(proxy: string): Promise<ProxyUser | null> {
    const stored = await this.#read()
    return stored.ok ? (stored.value[proxy] ?? null) : null
  }

  /** Returns the proxies for which something is stored. */
  async names(): Promise<readonly string[]> {
    const stored = await this.#read()
    return stored.ok ? Object.keys(stored.value) : []
  }

  set(proxy: string, user: ProxyUser): Promise<Result<void, FileError>> {
    return this.#change((stored) => ({ ...stored, [proxy]: user }))
  }

  clear(proxy: string): Promise<Result<void, FileError>> {
    return this.#change(({ [proxy]: _removed, ...others }) => others)
  }

  #change(edit: (stored: StoredUsers) => StoredUsers): Promise<Result<void, FileError>> {
    return this.#changes.run(async () => {
      const stored = await this.#read()
      if (!stored.ok) return stored
      const proxies = edit(stored.value)
      return Object.keys(proxies).length === 0
        ? this.#vault.remove(PROXY_CREDENTIALS_ENTRY)
        : this.#vault.write(PROXY_CREDENTIALS_ENTRY, JSON.stringify({ v: 1, proxies }))
    })
  }

  async #read(): Promise<Result<StoredUsers, FileError>> {
    const text = await this.#vault.read(PROXY_CREDENTIALS_ENTRY)
    if (!text.ok) return text
    if (text.value === null) return ok({})
    try {
      const stored = zStored.safeParse(JSON.parse(text.value))
      if (stored.success) return ok(stored.data.proxies)
    } catch {
      // Reported below, like values that parse but have another shape.
    }
    return err(describedFileError('damaged', message('storage.credentialsUnreadable')))
  }
}
