import {
  checksOf,
  type ConnectionCheck,
  type ConnectionCheckResult,
  type ConnectionReport,
} from '../../../shared/domain/app/connection-report.js'
import type { AccessWay } from '../../../shared/domain/app/profile.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

/** A report before it is written for the support. */
export type ConnectionFindings = Omit<ConnectionReport, 'support'>

/** Collects the findings of one connection test, in any order; a bad one is not replaced. */
export class Findings {
  readonly #access: AccessWay
  readonly #results = new Map<ConnectionCheck, ConnectionCheckResult>()
  /** The provider's clock minus this computer's in ms; null until the provider sent a date. */
  skewMs: number | null = null

  constructor(access: AccessWay) {
    this.#access = access
  }

  good(check: ConnectionCheck, text: Message): void {
    if (this.stateOf(check) !== 'bad') this.#record({ check, state: 'good', text, next: null })
  }

  warn(check: ConnectionCheck, text: Message, next: Message | null): void {
    this.#record({ check, state: 'warning', text, next })
  }

  bad(check: ConnectionCheck, text: Message, next: Message | null = null): void {
    this.#record({ check, state: 'bad', text, next })
  }

  skip(check: ConnectionCheck, text: Message): void {
    this.#record({ check, state: 'not-tried', text, next: null })
  }

  stateOf(check: ConnectionCheck): ConnectionCheckResult['state'] {
    return this.#results.get(check)?.state ?? 'not-tried'
  }

  report(): ConnectionFindings {
    const checks = checksOf(this.#access).map(
      (check): ConnectionCheckResult =>
        this.#results.get(check) ?? {
          check,
          state: 'not-tried',
          text: message('connection.notTried'),
          next: null,
        },
    )
    return {
      // The signature proves key and secret; without it nothing after it was tried.
      ok: checks.every(({ state }) => state !== 'bad') && this.stateOf('signature') === 'good',
      skewMs: this.skewMs,
      checks,
    }
  }

  #record(result: ConnectionCheckResult): void {
    this.#results.set(result.check, result)
  }
}
