import type {
  Account,
  Balance,
  PositionList,
  UnsupportedAccount,
} from '../../../shared/domain/account/account.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import type { Result } from '../../../shared/domain/result.js'
import type { ProviderFailure } from '../provider-failure.js'

/** Accounts, balances and positions. */
export interface PortfolioPort {
  accounts(): Promise<Result<readonly (Account | UnsupportedAccount)[], ProviderFailure>>
  balance(accountId: AccountId): Promise<Result<Balance, ProviderFailure>>
  /**
   * `afterFill`: a person waits for what a fill changed, so that it precedes other reads;
   * `background`: it yields to all others.
   */
  positions(
    accountId: AccountId,
    why?: 'afterFill' | 'background',
  ): Promise<Result<PositionList, ProviderFailure>>
}
