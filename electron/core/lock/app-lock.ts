import type { Disposer } from '../../../shared/domain/brand.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { epochMs } from '../../../shared/domain/time.js'
import type { LockView } from '../../../shared/domain/app/app-state.js'
import { sameText } from '../auth/constant-time.js'
import { fromHex, toHex } from '../hex.js'
import type { LiveValue } from '../live-values.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import { createSerialQueue } from '../../../shared/domain/serial-queue.js'
import type { ClockPort, DocumentPort, LogPort, RandomPort } from '../ports.js'
import { readLockFile, writeLockFile, type LockFile, type ScryptParameters } from './lock-file.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

/** Derives a key from a passphrase (scrypt, RFC 7914). */
export interface KeyDerivationPort {
  derive(passphrase: string, salt: Uint8Array, parameters: ScryptParameters): Promise<Uint8Array>
}

/** The computer's own authentication (a fingerprint), where there is one. */
export interface SystemAuthPort {
  readonly available: boolean
  authenticate(reason: Message): Promise<boolean>
}

export type Proof =
  | { readonly kind: 'passphrase'; readonly passphrase: string }
  | { readonly kind: 'system' }

/** Why a proof or a change was refused. Nothing was changed. */
export interface LockError {
  readonly kind: 'wrong' | 'too-early' | 'too-weak' | 'not-set' | 'storage'
  readonly message: Message
}

export interface AppLockDeps {
  readonly file: DocumentPort
  readonly keyDerivation: KeyDerivationPort
  readonly system: SystemAuthPort
  readonly clock: ClockPort
  readonly random: RandomPort
  readonly log: LogPort
}

/**
 * scrypt with 128 MiB and about a third of a second on a small computer (OWASP password storage,
 * 2023: N = 2^17, r = 8, p = 1).
 */
export const SCRYPT_PARAMETERS: ScryptParameters = { n: 1 << 17, r: 8, p: 1 }
const SALT_BYTES = 16
const MIN_CHARS = 8
const MAX_CHARS = 256
const DEFAULT_IDLE_MINUTES = 15
const STEP_UP_MS = 60_000
/** Number of wrong tries without a wait; each further one doubles the wait, up to five minutes. */
const FREE_TRIES = 4
const FIRST_WAIT_MS = 2_000
const MAX_WAIT_MS = 300_000

const failure = (
  kind: LockError['kind'],
  reason: Message,
): { readonly ok: false; readonly error: LockError } => err({ kind, message: reason })

/** Opens the lock from its file. Where a lock is set, the application starts locked. */
export async function openAppLock(deps: AppLockDeps): Promise<AppLock> {
  return new AppLock(deps, await readLockFile(deps.file))
}

/**
 * The application lock. It keeps other people at this computer out; encryption is the key store's
 * task. While {@link AppLock.locked} is true, the IPC gate allows only reads, unlocking and halts.
 */
export class AppLock implements LiveValue<LockView> {
  readonly #deps: AppLockDeps
  readonly #changed = createEmitter<void>()
  /** Checks one proof at a time, because parallel tries would bypass the wait. */
  readonly #proofs = createSerialQueue()
  #lockFile: LockFile | null
  /** True while the lock's file is damaged: the application stays locked until a reset. */
  #damaged: boolean
  /** Why the application is locked; null while it is not. */
  #why: LockView['why']
  #wrongTries = 0
  /** By the monotonic clock: no proof is accepted before this time. */
  #notBefore = Number.NEGATIVE_INFINITY
  #provenAt = Number.NEGATIVE_INFINITY

  constructor(deps: AppLockDeps, stored: Awaited<ReturnType<typeof readLockFile>>) {
    this.#deps = deps
    this.#lockFile = typeof stored === 'string' ? null : stored
    this.#damaged = stored === 'damaged'
    this.#why = this.#isSet() ? 'start' : null
  }

  get(): LockView {
    const { clock, system } = this.#deps
    const wait = this.#notBefore - clock.monotonic()
    return {
      method: this.#method(),
      locked: this.locked(),
      why: this.#why,
      idleMinutes: this.#lockFile?.idleMinutes ?? DEFAULT_IDLE_MINUTES,
      systemAvailable: system.available,
      retryAt: wait > 0 ? epochMs(Math.ceil(clock.now() + wait)) : null,
    }
  }

  subscribe(listener: () => void): Disposer {
    return this.#changed.add(listener)
  }

  locked(): boolean {
    return this.#why !== null
  }

  /** Locks the application; does nothing where no lock is set. */
  lock(why: 'idle' | 'sleep' | 'asked'): void {
    if (this.#lockFile === null || this.locked()) return
    this.#why = why
    this.#provenAt = Number.NEGATIVE_INFINITY
    this.#deps.log.event('info', 'lock.locked', { why })
    this.#changed.emit()
  }

  async unlock(proof: Proof): Promise<Result<void, LockError>> {
    const proven = await this.#prove(proof, message('lock.toUnlock'))
    if (!proven.ok) return proven
    this.#why = null
    this.#deps.log.event('info', 'lock.unlocked')
    this.#changed.emit()
    return proven
  }

  /**
   * Verifies that the person is present, before a sensitive action. Required only where a lock is
   * set.
   */
  async stepUp(proof: Proof): Promise<Result<void, LockError>> {
    const proven = await this.#prove(proof, message('lock.toConfirm'))
    if (proven.ok) this.#provenAt = this.#deps.clock.monotonic()
    return proven
  }

  /** True for a minute after a step-up, and where no lock is set. */
  steppedUp(): boolean {
    return !this.#isSet() || this.#deps.clock.monotonic() - this.#provenAt < STEP_UP_MS
  }

  /** Sets or changes the passphrase; requires the current one if there is one. */
  async setPassphrase(passphrase: string, current: Proof | null): Promise<Result<void, LockError>> {
    const plain = passphrase.normalize('NFC')
    if (isTooWeak(plain)) {
      return failure('too-weak', message('lock.tooWeak', { min: MIN_CHARS }))
    }
    if (this.#isSet()) {
      if (current === null) return failure('wrong', message('lock.currentNeeded'))
      const proven = await this.#prove(current, message('lock.toChange'))
      if (!proven.ok) return proven
    }
    const salt = this.#deps.random.bytes(SALT_BYTES)
    const hash = await this.#deps.keyDerivation.derive(plain, salt, SCRYPT_PARAMETERS)
    return this.#save({
      idleMinutes: this.#lockFile?.idleMinutes ?? DEFAULT_IDLE_MINUTES,
      system: this.#lockFile?.system ?? false,
      passphrase: { salt: toHex(salt), hash: toHex(hash), stretch: SCRYPT_PARAMETERS },
    })
  }

  async setSystem(on: boolean, current: Proof): Promise<Result<void, LockError>> {
    if (this.#lockFile === null) {
      return failure('not-set', message('lock.passphraseFirst'))
    }
    if (on && !this.#deps.system.available) {
      return failure('not-set', message('lock.noSystemAuth'))
    }
    const proven = await this.#prove(current, message('lock.toChange'))
    if (!proven.ok) return proven
    return this.#change({ system: on })
  }

  async setIdleMinutes(minutes: number): Promise<Result<void, LockError>> {
    return this.#change({ idleMinutes: minutes })
  }

  async remove(current: Proof): Promise<Result<void, LockError>> {
    const proven = await this.#prove(current, message('lock.toRemove'))
    return proven.ok ? this.reset() : proven
  }

  /** Removes the lock after the secrets were deleted, for a person who forgot the passphrase. */
  async reset(): Promise<Result<void, LockError>> {
    const { file } = this.#deps
    const removed = this.#damaged ? await file.setAside() : await file.remove()
    if (!removed.ok) return failure('storage', message('lock.notRemoved'))
    this.#lockFile = null
    this.#damaged = false
    this.#why = null
    this.#wrongTries = 0
    this.#changed.emit()
    return ok(undefined)
  }

  /** Reports how long the computer has been idle. */
  idle(seconds: number): void {
    if (this.#lockFile !== null && seconds >= this.#lockFile.idleMinutes * 60) this.lock('idle')
  }

  #isSet(): boolean {
    return this.#lockFile !== null || this.#damaged
  }

  #method(): LockView['method'] {
    if (this.#damaged) return 'passphrase'
    if (this.#lockFile === null) return 'none'
    return this.#lockFile.system && this.#deps.system.available ? 'system' : 'passphrase'
  }

  #prove(proof: Proof, reason: Message): Promise<Result<void, LockError>> {
    return this.#proofs.run(async () => {
      if (!this.#isSet()) return ok(undefined)
      if (this.#deps.clock.monotonic() < this.#notBefore) {
        return failure('too-early', message('lock.tooManyTries'))
      }
      if (!(await this.#isRight(proof, reason))) return this.#countWrongTry()
      this.#wrongTries = 0
      this.#notBefore = Number.NEGATIVE_INFINITY
      return ok(undefined)
    })
  }

  async #isRight(proof: Proof, reason: Message): Promise<boolean> {
    if (proof.kind === 'passphrase') return this.#matches(proof.passphrase)
    const { system } = this.#deps
    return this.#lockFile?.system === true && system.available && system.authenticate(reason)
  }

  async #matches(passphrase: string): Promise<boolean> {
    const set = this.#lockFile?.passphrase
    if (set === undefined || set === null || passphrase.length > MAX_CHARS) return false
    const hash = await this.#deps.keyDerivation.derive(
      passphrase.normalize('NFC'),
      fromHex(set.salt),
      set.stretch,
    )
    return sameText(toHex(hash), set.hash)
  }

  #countWrongTry(): Result<never, LockError> {
    this.#wrongTries += 1
    if (this.#wrongTries > FREE_TRIES) {
      const waitMs = FIRST_WAIT_MS * 2 ** (this.#wrongTries - FREE_TRIES - 1)
      this.#notBefore = this.#deps.clock.monotonic() + Math.min(waitMs, MAX_WAIT_MS)
    }
    this.#deps.log.event('warn', 'lock.wrong-proof', { count: this.#wrongTries })
    this.#changed.emit()
    return failure('wrong', this.#damaged ? message('lock.damaged') : message('lock.wrong'))
  }

  async #change(change: Partial<LockFile>): Promise<Result<void, LockError>> {
    return this.#lockFile === null
      ? failure('not-set', message('lock.notSet'))
      : this.#save({ ...this.#lockFile, ...change })
  }

  async #save(next: LockFile): Promise<Result<void, LockError>> {
    const written = await writeLockFile(this.#deps.file, next)
    if (!written.ok) return failure('storage', message('lock.notSaved'))
    this.#lockFile = next
    this.#changed.emit()
    return ok(undefined)
  }
}

const isTooWeak = (passphrase: string): boolean =>
  passphrase.length < MIN_CHARS || passphrase.length > MAX_CHARS || new Set(passphrase).size < 4
