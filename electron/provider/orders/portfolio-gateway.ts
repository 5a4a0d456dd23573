import { err, ok } from '../../../shared/domain/result.js'
import { ACCOUNT_OPERATIONS } from '../../../shared/wire/families/trading/accounts.js'
import { CONNECT_OPERATIONS } from '../../../shared/wire/families/access/connect.js'
import type { PortfolioPort } from '../../core/portfolio/portfolio-port.js'
import type { Caller } from '../http/caller.js'
import { toAccount, toBalance, toPosition } from '../mapping/accounts.js'
import { toProviderFailure } from '../http/provider-failure.js'
import type { ClockPort, LogPort } from '../../core/ports.js'

export interface PortfolioGatewayOptions {
  readonly caller: Caller
  readonly clock: ClockPort
  readonly log: LogPort
  /** True once a user signed in; the accounts are then that user's own list. */
  readonly signedIn: () => boolean
}

const isKnown = <T>(value: T | null): value is T => value !== null

/**
 * Creates the gateway for accounts, balances and positions. Records that cannot be understood are
 * omitted and logged, never guessed.
 */
export function createPortfolioGateway({
  caller,
  clock,
  log,
  signedIn,
}: PortfolioGatewayOptions): PortfolioPort {
  const knownOnly = <T>(kind: string, values: readonly (T | null)[]): readonly T[] => {
    const recognized = values.filter(isKnown)
    if (recognized.length < values.length) {
      log.event('warn', 'provider.unknown-kind', {
        what: kind,
        count: values.length - recognized.length,
      })
    }
    return recognized
  }
  return {
    async accounts() {
      const answer = signedIn()
        ? await caller.call(CONNECT_OPERATIONS.listAccountsConnect, {})
        : await caller.call(ACCOUNT_OPERATIONS.listAccounts, {})
      return answer.ok
        ? ok(knownOnly('account', answer.value.map(toAccount)))
        : err(toProviderFailure(answer.error))
    },
    async balance(accountId) {
      const answer = await caller.call(ACCOUNT_OPERATIONS.getBalance, { account_id: accountId })
      return answer.ok
        ? ok(toBalance(accountId, answer.value, clock.now()))
        : err(toProviderFailure(answer.error))
    },
    async positions(accountId, why) {
      const answer = await caller.call(
        ACCOUNT_OPERATIONS.listPositions,
        { account_id: accountId },
        why === 'afterFill' ? { priority: 'order' } : {},
      )
      return answer.ok
        ? ok(
            knownOnly(
              'position',
              answer.value.map((record) => toPosition(accountId, record, clock.now())),
            ),
          )
        : err(toProviderFailure(answer.error))
    },
  }
}
