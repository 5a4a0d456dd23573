import { err, ok } from '../../shared/domain/result.js'
import { getBalance, listAccounts, listPositions } from '../../shared/wire/families/accounts.js'
import { listAccountsConnect } from '../../shared/wire/families/connect.js'
import type { PortfolioPort } from '../core/portfolio/portfolio-port.js'
import type { Caller } from './call.js'
import { toAccount, toBalance, toPosition } from './mapping/accounts.js'
import { toProviderFailure } from './outcomes.js'
import type { ClockPort, LogPort } from './ports.js'

export interface PortfolioGatewayOptions {
  readonly caller: Caller
  readonly clock: ClockPort
  readonly log: LogPort
  /** True once a user signed in: then the accounts are that user's own list. */
  readonly signedIn: () => boolean
}

const isTold = <T>(value: T | null): value is T => value !== null

/**
 * Accounts, balances and positions. What cannot be understood is left out and logged, never
 * guessed.
 */
export function createPortfolioGateway({
  caller,
  clock,
  log,
  signedIn,
}: PortfolioGatewayOptions): PortfolioPort {
  const known = <T>(what: string, values: readonly (T | null)[]): readonly T[] => {
    const kept = values.filter(isTold)
    if (kept.length < values.length) {
      log.event('warn', 'provider.unknown-kind', { what, count: values.length - kept.length })
    }
    return kept
  }
  return {
    async accounts() {
      const answer = signedIn()
        ? await caller.call(listAccountsConnect, {})
        : await caller.call(listAccounts, {})
      return answer.ok
        ? ok(known('account', answer.value.map(toAccount)))
        : err(toProviderFailure(answer.error))
    },
    async balance(accountId) {
      const answer = await caller.call(getBalance, { account_id: accountId })
      return answer.ok
        ? ok(toBalance(accountId, answer.value, clock.now()))
        : err(toProviderFailure(answer.error))
    },
    async positions(accountId) {
      const answer = await caller.call(listPositions, { account_id: accountId })
      return answer.ok
        ? ok(
            known(
              'position',
              answer.value.map((record) => toPosition(accountId, record)),
            ),
          )
        : err(toProviderFailure(answer.error))
    },
  }
}
