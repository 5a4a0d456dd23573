import { z } from 'zod'
import { CREDENTIAL_FIELDS, type CredentialField } from '../../../shared/domain/app/profile.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { createSerialQueue } from '../../../shared/domain/serial-queue.js'
import type { CredentialView } from '../../../shared/domain/app/profile-view.js'
import { zTime } from '../../../shared/domain/scalars.schema.js'
import type { ClockPort, FileError, VaultPort } from '../ports.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { describedFileError } from '../file-error.js'

const ENTRY = 'credentials'
const MAX_CHARS = 4_000
/**
 * The last characters identify a secret to its owner; of a short secret they would reveal too much.
 */
const ENDING = { chars: 4, minChars: 12 } as const

const zField = z.strictObject({ value: z.string().min(1).max(MAX_CHARS), since: zTime })
const zStored = z.strictObject({
  v: z.literal(1),
  fields: z.partialRecord(z.enum(CREDENTIAL_FIELDS), zField),
})
type Fields = z.output<typeof zStored>['fields']

export type Secrets = Readonly<Partial<Record<CredentialField, string>>>
export type CredentialError =
  | FileError
  | { readonly kind: 'wrong-shape'; readonly description: Message }

/** The characters allowed in header values; line breaks or other alphabets are copying mistakes. */
const SHAPE = /^[\x21-\x7e]+$/

export interface CredentialsDeps {
  readonly vault: VaultPort
  readonly clock: ClockPort
}

/** The credentials of one profile. They are used in main only; no window ever receives one back. */
export class Credentials {
  readonly #vault: VaultPort
  readonly #clock: ClockPort
  /** Runs changes one after another, because each reads the result of the one before it. */
  readonly #changes = createSerialQueue()

  constructor({ vault, clock }: CredentialsDeps) {
    this.#vault = vault
    this.#clock = clock
  }

  /**
   * Reads the stored values; `damaged` when they exist but are unreadable. They then stay in place.
   */
  async load(): Promise<Result<Secrets, FileError>> {
    const fields = await this.#read()
    if (!fields.ok) return fields
    return ok(
      Object.fromEntries(
        Object.entries(fields.value).map(([field, stored]) => [field, stored.value]),
      ),
    )
  }

  /** Stores a value; replaces an earlier one of the same field. */
  set(field: CredentialField, raw: string): Promise<Result<void, CredentialError>> {
    return this.#changes.run(async (): Promise<Result<void, CredentialError>> => {
      const value = raw.trim()
      if (value === '' || value.length > MAX_CHARS || !SHAPE.test(value)) {
        return err({
          kind: 'wrong-shape',
          description: message('profiles.credentialShape'),
        })
      }
      const fields = await this.#read()
      return fields.ok
        ? this.#write({ ...fields.value, [field]: { value, since: this.#clock.now() } })
        : fields
    })
  }

  clear(field: CredentialField): Promise<Result<void, FileError>> {
    return this.#changes.run(async () => {
      const fields = await this.#read()
      if (!fields.ok) return fields
      const { [field]: _removed, ...remaining } = fields.value
      return this.#write(remaining)
    })
  }

  /** Removes all of them. */
  clearAll(): Promise<Result<void, FileError>> {
    return this.#changes.run(() => this.#vault.remove(ENTRY))
  }

  /**
   * Returns for windows which fields are set and since when; the last characters only when
   * `showEndings` is true.
   */
  async view(showEndings: boolean): Promise<Result<readonly CredentialView[], FileError>> {
    const fields = await this.#read()
    if (!fields.ok) return fields
    return ok(
      CREDENTIAL_FIELDS.map((field) => {
        const stored = fields.value[field]
        const canShow =
          showEndings && stored !== undefined && stored.value.length >= ENDING.minChars
        const ending = canShow ? stored.value.slice(-ENDING.chars) : null
        return { field, set: stored !== undefined, ending, since: stored?.since ?? null }
      }),
    )
  }

  async #read(): Promise<Result<Fields, FileError>> {
    const text = await this.#vault.read(ENTRY)
    if (!text.ok) return text
    if (text.value === null) return ok({})
    try {
      const stored = zStored.safeParse(JSON.parse(text.value))
      if (stored.success) return ok(stored.data.fields)
    } catch {
      // Reported below, like values that parse but have another shape.
    }
    return err(describedFileError('damaged', message('storage.credentialsUnreadable')))
  }

  #write(fields: Fields): Promise<Result<void, FileError>> {
    return this.#vault.write(ENTRY, JSON.stringify({ v: 1, fields }))
  }
}
