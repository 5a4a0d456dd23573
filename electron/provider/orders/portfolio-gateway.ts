import type { Position, UnreadablePosition } from '../../../shared/domain/account/account.js'
import { symbol as symbolOf, type AccountId } from '../../../shared/domain/ids.js'
import { err, ok } from '../../../shared/domain/result.js'
import { ACCOUNT_OPERATIONS } from '../../../shared/wire/families/trading/accounts.js'
import { CONNECT_OPERATIONS } from '../../../shared/wire/families/access/connect.js'
import type { PortfolioPort } from '../../core/portfolio/portfolio-port.js'
import type { ApiHealth } from '../http/api-health.js'
import type { Caller } from '../http/caller.js'
import { toAccount, toBalance, toPosition } from '../mapping/accounts.js'
import { toProviderFailure } from '../http/provider-failure.js'
import type { ClockPort, LogPort } from '../../core/ports.js'

export interface PortfolioGatewayOptions {
  readonly caller: Caller
  readonly clock: ClockPort
  readonly log: LogPort
  /** Receives positions of an unpublished instrument type. */
  readonly notUnderstood: ApiHealth['notUnderstood']
  /** True once a user signed in; the accounts are then that user's own list. */
  readonly signedIn: () => boolean
}

/**
 * Creates the gateway for accounts, balances and positions. Positions that cannot be understood are
 * counted and logged, never guessed.
 */
export function createPortfolioGateway({
  caller,
  clock,
  log,
  notUnderstood,
  signedIn,
}: PortfolioGatewayOptions): PortfolioPort {
  return {
    async accounts() {
      const answer = signedIn()
        ? await caller.call(CONNECT_OPERATIONS.listAccountsConnect, {})
        : await caller.call(ACCOUNT_OPERATIONS.listAccounts, {})
      return answer.ok ? ok(answer.value.map(toAccount)) : err(toProviderFailure(answer.error))
    },
    async balance(accountId) {
      const answer = await caller.call(ACCOUNT_OPERATIONS.getBalance, { account_id: accountId })
      return answer.ok
        ? ok(toBalance(accountId, answer.value, clock.now()))
        : err(toProviderFailure(answer.error))
    },
    async positions(accountId, why) {
      const unreadable: UnreadablePosition[] = []
      const params = { account_id: accountId }
      const answer = await caller.call(ACCOUNT_OPERATIONS.listPositions, params, {
        ...(why === 'afterFill' ? { priority: 'order' } : {}),
        ...(why === 'background' ? { priority: 'background' } : {}),
        onUnreadable: (rows) => unreadable.push(...rows.map(unreadableOf(accountId))),
      })
      if (!answer.ok) return err(toProviderFailure(answer.error))
      const positions: Position[] = []
      for (const record of answer.value) {
        const position = toPosition(accountId, record, clock.now())
        if (position !== null) positions.push(position)
        else {
          log.event('warn', 'provider.unknown-kind', { what: 'position', count: 1 })
          notUnderstood(ACCOUNT_OPERATIONS.listPositions, params, [record])
          unreadable.push(unreadableOf(accountId)(record))
        }
      }
      return ok({ positions, unreadable })
    },
  }
}

const unreadableOf =
  (accountId: AccountId) =>
  ({ symbol }: { readonly symbol: string | null }): UnreadablePosition => ({
    accountId,
    symbol: symbol === null ? null : symbolOf(symbol),
  })
