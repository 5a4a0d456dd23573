import type { AppResult } from '../../../shared/domain/app/app-error.js'
import { appError } from '../../../shared/domain/app/app-error.js'
import type { ResetLevel, ResetView } from '../../../shared/domain/app/reset.js'
import { errorName } from '../../../shared/domain/error-code.js'
import { err, ok } from '../../../shared/domain/result.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import type { Profile } from '../../../shared/domain/app/profile.schema.js'
import type { Environment } from '../../../shared/domain/environment.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import { openMatters } from '../leave/leave-question.js'
import type { AppLock } from '../../core/lock/app-lock.js'
import type { ClockPort, LogPort } from '../../core/ports.js'
import type { ResetServices } from '../../handlers/desktop-handlers.js'

export interface ResetServiceDeps {
  readonly userData: string
  /** Why the program may not end for a reset at this moment. */
  readonly waits: () => readonly Message[]
  /** What of real accounts a window names before a reset. */
  readonly counts: () => Pick<ResetView, 'accounts' | 'working'>
  readonly lock: Pick<AppLock, 'steppedUp'>
  /** Begins to quit the program; it may ask the person first, and they may stay. */
  readonly quit: () => void
  readonly clock: ClockPort
  readonly log: LogPort
}

/** Counts what a reset of profiles concerns: real accounts, and their orders at the broker. */
export function resetCounts({
  profiles,
  environment,
  orders,
}: {
  readonly profiles: readonly Pick<Profile, 'environment'>[]
  readonly environment: Environment
  readonly orders: readonly Order[]
}): Pick<ResetView, 'accounts' | 'working'> {
  const { working } = openMatters(environment, orders, { instructions: 0 })
  return {
    accounts: profiles.filter((profile) => profile.environment !== 'practice').length,
    working: environment === 'practice' ? 0 : working.length,
  }
}

/**
 * Resets at the person's request. What is set aside is moved by the next start, before it reads a
 * stored file; the request is stored when it is certain that this run ends.
 */
export class ResetService implements ResetServices {
  readonly #deps: ResetServiceDeps
  #requested: ResetLevel | null = null

  constructor(deps: ResetServiceDeps) {
    this.#deps = deps
  }

  view(): ResetView {
    const { userData, waits, counts } = this.#deps
    return { waits: waits(), folder: userData, ...counts() }
  }

  async request(level: ResetLevel): AppResult<void> {
    const { lock, log, quit, waits } = this.#deps
    if (level !== 'layout' && !lock.steppedUp()) {
      return err(appError('lock/step-up', message('profiles.confirmFirst')))
    }
    const [reason] = waits()
    if (reason !== undefined) return err(appError('reset/refused', reason))
    this.#requested = level
    log.event('warn', 'reset.requested', { kind: level })
    quit()
    return ok(undefined)
  }

  /** False where a reset was requested and something has to wait for since. */
  mayQuit(): boolean {
    return this.#requested === null || this.#deps.waits().length === 0
  }

  /** Called with whether the program ends: only then the next start resets. */
  async onQuitDecided(isEnding: boolean): Promise<void> {
    const level = this.#requested
    this.#requested = null
    if (level === null || !isEnding) return
    const { userData, clock, log } = this.#deps
    try {
      const { resetRequest, writeRequest } = await import('./reset-files.js')
      writeRequest(userData, resetRequest(level, clock.now()))
    } catch (error) {
      log.event('error', 'reset.not-stored', { error: errorName(error) })
    }
  }
}
