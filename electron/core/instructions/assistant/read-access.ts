import type { Account } from '../../../../shared/domain/account/account.js'
import type { AccountId, ConnectionId } from '../../../../shared/domain/ids.js'
import type { ConnectionView } from '../../../../shared/domain/instructions/connection.js'
import { refuse, type Refusal } from '../../../../shared/domain/instructions/refusal.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { TradingSession } from '../../session/trading-session.js'
import type { Connections } from '../connections/connections-port.js'
import { haltRefusal, type HaltState } from '../connections/halt-state.js'
import { notReadyReason } from './not-ready-reason.js'

export interface ReadAccessDeps {
  readonly session: TradingSession
  readonly connections: Pick<Connections, 'get'>
  readonly halted: HaltState
  /** True while a kill is in effect. Every read is refused then. */
  readonly isCutOff: () => boolean
}

/** Decides what a connection may read now. A paused connection may read. */
export class ReadAccess {
  readonly #deps: ReadAccessDeps

  constructor(deps: ReadAccessDeps) {
    this.#deps = deps
  }

  /**
   * Returns the connection unless it is revoked or confined to practice. Does not require a ready
   * session.
   */
  active(id: ConnectionId): Result<ConnectionView, Refusal> {
    const { connections, halted, session } = this.#deps
    const connection = connections.get(id)
    if (connection === null || connection.state === 'revoked') {
      return refuse('revoked', message('refusals.revoked'))
    }
    if (this.#deps.isCutOff()) return err(haltRefusal(halted.reason?.() ?? null))
    if (connection.shadow && session.environment !== 'practice') {
      return refuse('not-allowed', message('refusals.shadow'))
    }
    return ok(connection)
  }

  /** Returns the active connection; refuses while the session is not ready. */
  ready(id: ConnectionId): Result<ConnectionView, Refusal> {
    const connection = this.active(id)
    const reason = connection.ok ? notReadyReason(this.#deps.session.connection.view()) : null
    return reason === null ? connection : err(reason)
  }

  /**
   * Returns the ready connection if the account is visible to it. Refuses hidden and unknown
   * accounts with the same message, so that it does not reveal which exist.
   */
  account(id: ConnectionId, accountId: AccountId): Result<ConnectionView, Refusal> {
    const connection = this.ready(id)
    if (!connection.ok) return connection
    return this.visibleAccounts(connection.value).some((entry) => entry.accountId === accountId)
      ? connection
      : refuse('account-hidden', message('policy.accountHidden'))
  }

  /** Returns the ready connection if it may see money and holdings of the account. */
  holdings(id: ConnectionId, accountId: AccountId): Result<ConnectionView, Refusal> {
    const connection = this.account(id, accountId)
    return connection.ok && connection.value.policy.balances === 'hidden'
      ? refuse('not-allowed', message('refusals.balancesAndPositionsHidden'))
      : connection
  }

  /** Returns the accounts of the session that the connection may use. */
  visibleAccounts({ policy }: ConnectionView): readonly Account[] {
    return this.#deps.session.connection
      .view()
      .accounts.filter(
        ({ accountId }) => policy.accounts === 'all' || policy.accounts.includes(accountId),
      )
  }
}
