import type { Disposer } from '../../../shared/domain/brand.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { epochMs } from '../../../shared/domain/time.js'
import type { LockView } from '../../../shared/domain/app/app-state.js'
import { sameText } from '../auth/constant-time.js'
import { fromHex, toHex } from '../hex.js'
import type { LiveValue } from '../live-values.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { ClockPort, DocumentPort, LogPort, RandomPort } from '../ports.js'
import { readLockFile, writeLockFile, type LockFile, type ScryptParameters } from './lock-file.js'

/** Derives a key from a passphrase (scrypt, RFC 7914). */
export interface KeyDerivationPort {
  derive(passphrase: string, salt: Uint8Array, parameters: ScryptParameters): Promise<Uint8Array>
}

/** The computer's own authentication (a fingerprint), where there is one. */
export interface SystemAuthPort {
  readonly available: boolean
  authenticate(reason: string): Promise<boolean>
}

export type Proof =
  | { readonly kind: 'passphrase'; readonly passphrase: string }
  | { readonly kind: 'system' }

/** Why a proof or a change was refused. Nothing was changed. */
export interface LockError {
  readonly kind: 'wrong' | 'too-early' | 'too-weak' | 'not-set' | 'storage'
  readonly message: string
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
 * The application lock. It keeps other people at this computer out; encryption is the key store's
 * task. While {@link AppLock.locked} is true, the IPC gate allows only reads, unlocking and halts.
 */
export interface AppLock extends LiveValue<LockView> {
  locked(): boolean
  /** Locks the application; does nothing where no lock is set. */
  lock(why: 'idle' | 'sleep' | 'asked'): void
  unlock(proof: Proof): Promise<Result<void, LockError>>
  /**
   * Verifies that the person is present, before a sensitive action. Required only where a lock is
   * set.
   */
  stepUp(proof: Proof): Promise<Result<void, LockError>>
  /** True for a minute after a step-up, and where no lock is set. */
  steppedUp(): boolean
  /** Sets or changes the passphrase; requires the current one if there is one. */
  setPassphrase(passphrase: string, current: Proof | null): Promise<Result<void, LockError>>
  setSystem(on: boolean, current: Proof): Promise<Result<void, LockError>>
  setIdleMinutes(minutes: number): Promise<Result<void, LockError>>
  remove(current: Proof): Promise<Result<void, LockError>>
  /** Removes the lock after the secrets were deleted, for a person who forgot the passphrase. */
  reset(): Promise<Result<void, LockError>>
  /** Reports how long the computer has been idle. */
  idle(seconds: number): void
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
  message: string,
): { readonly ok: false; readonly error: LockError } => err({ kind, message })

/** Opens the lock from its file. Where a lock is set, the application starts locked. */
export async function openAppLock(deps: AppLockDeps): Promise<AppLock> {
  const { file, clock, log } = deps
  const changed = createEmitter<void>()
  const stored = await readLockFile(file)
  let lockFile: LockFile | null = typeof stored === 'string' ? null : stored
  const damaged = stored === 'damaged'
  let broken = damaged
  let why: LockView['why'] = lockFile !== null || broken ? 'start' : null
  let wrongTries = 0
  let notBefore = Number.NEGATIVE_INFINITY
  let provenAt = Number.NEGATIVE_INFINITY
  let checking: Promise<unknown> = Promise.resolve()

  const view = (): LockView => {
    const wait = notBefore - clock.monotonic()
    return {
      method: broken
        ? 'passphrase'
        : lockFile === null
          ? 'none'
          : lockFile.system && deps.system.available
            ? 'system'
            : 'passphrase',
      locked: why !== null,
      why,
      idleMinutes: lockFile?.idleMinutes ?? DEFAULT_IDLE_MINUTES,
      systemAvailable: deps.system.available,
      retryAt: wait > 0 ? epochMs(Math.ceil(clock.now() + wait)) : null,
    }
  }

  const matches = async (passphrase: string): Promise<boolean> => {
    const set = lockFile?.passphrase
    if (set === undefined || set === null || passphrase.length > MAX_CHARS) return false
    const hash = await deps.keyDerivation.derive(
      passphrase.normalize('NFC'),
      fromHex(set.salt),
      set.stretch,
    )
    return sameText(toHex(hash), set.hash)
  }

  const failedOnce = (): Result<never, LockError> => {
    wrongTries += 1
    if (wrongTries > FREE_TRIES) {
      notBefore =
        clock.monotonic() +
        Math.min(FIRST_WAIT_MS * 2 ** (wrongTries - FREE_TRIES - 1), MAX_WAIT_MS)
    }
    log.event('warn', 'lock.wrong-proof', { count: wrongTries })
    changed.emit()
    return failure(
      'wrong',
      broken
        ? 'The lock’s file is damaged: only forgetting the stored sign-ins opens it.'
        : 'That is not right.',
    )
  }

  /** Checks one proof at a time, because parallel tries would bypass the wait. */
  const prove = (proof: Proof, reason: string): Promise<Result<void, LockError>> => {
    const run = async (): Promise<Result<void, LockError>> => {
      if (lockFile === null && !broken) return ok(undefined)
      if (clock.monotonic() < notBefore) {
        return failure('too-early', 'Too many wrong tries. Wait a moment.')
      }
      const right =
        proof.kind === 'passphrase'
          ? await matches(proof.passphrase)
          : lockFile?.system === true &&
            deps.system.available &&
            (await deps.system.authenticate(reason))
      if (!right) return failedOnce()
      wrongTries = 0
      notBefore = Number.NEGATIVE_INFINITY
      return ok(undefined)
    }
    const result = checking.then(run)
    checking = result.catch(() => undefined)
    return result
  }

  const save = async (next: LockFile): Promise<Result<void, LockError>> => {
    const written = await writeLockFile(file, next)
    if (!written.ok) return failure('storage', 'The lock could not be saved on this computer.')
    lockFile = next
    changed.emit()
    return ok(undefined)
  }

  const removeLock = async (): Promise<Result<void, LockError>> => {
    const gone = broken ? await file.setAside() : await file.remove()
    if (!gone.ok) return failure('storage', 'The lock could not be removed from this computer.')
    lockFile = null
    broken = false
    why = null
    wrongTries = 0
    changed.emit()
    return ok(undefined)
  }

  const lockNow = (reason: 'idle' | 'sleep' | 'asked'): void => {
    if (lockFile === null || why !== null) return
    why = reason
    provenAt = Number.NEGATIVE_INFINITY
    log.event('info', 'lock.locked', { why: reason })
    changed.emit()
  }

  return {
    get: view,
    subscribe: (listener): Disposer => changed.add(listener),
    locked: () => why !== null,
    lock: lockNow,
    async unlock(proof) {
      const proven = await prove(proof, 'unlock the desk')
      if (!proven.ok) return proven
      why = null
      log.event('info', 'lock.unlocked')
      changed.emit()
      return proven
    },
    async stepUp(proof) {
      const proven = await prove(proof, 'confirm that it is you')
      if (proven.ok) provenAt = clock.monotonic()
      return proven
    },
    steppedUp: () => (lockFile === null && !broken) || clock.monotonic() - provenAt < STEP_UP_MS,
    async setPassphrase(passphrase, current) {
      const plain = passphrase.normalize('NFC')
      if (plain.length < MIN_CHARS || plain.length > MAX_CHARS || new Set(plain).size < 4) {
        return failure(
          'too-weak',
          `Use at least ${MIN_CHARS} characters, not just a few of them over and over.`,
        )
      }
      if (lockFile !== null || broken) {
        const proven =
          current === null
            ? failure('wrong', 'The current passphrase is needed.')
            : await prove(current, 'change the lock')
        if (!proven.ok) return proven
      }
      const salt = deps.random.bytes(SALT_BYTES)
      const hash = await deps.keyDerivation.derive(plain, salt, SCRYPT_PARAMETERS)
      return save({
        idleMinutes: lockFile?.idleMinutes ?? DEFAULT_IDLE_MINUTES,
        system: lockFile?.system ?? false,
        passphrase: { salt: toHex(salt), hash: toHex(hash), stretch: SCRYPT_PARAMETERS },
      })
    },
    async setSystem(on, current) {
      if (lockFile === null) {
        return failure(
          'not-set',
          'Set a passphrase first: it is the way in when the fingerprint does not work.',
        )
      }
      if (on && !deps.system.available) {
        return failure('not-set', 'This computer offers no authentication of its own to programs.')
      }
      const proven = await prove(current, 'change the lock')
      return proven.ok ? save({ ...lockFile, system: on }) : proven
    },
    async setIdleMinutes(minutes) {
      return lockFile === null
        ? failure('not-set', 'There is no lock.')
        : save({ ...lockFile, idleMinutes: minutes })
    },
    async remove(current) {
      const proven = await prove(current, 'remove the lock')
      return proven.ok ? removeLock() : proven
    },
    reset: removeLock,
    idle(seconds) {
      if (lockFile !== null && seconds >= lockFile.idleMinutes * 60) lockNow('idle')
    },
  }
}
