import { CODES } from '../../../../shared/wire/errors.js'
import { centsText } from '../../ledger/money.js'
import type { ExchangeState } from '../state/exchange-state.js'
import { type Refusal, refuse } from '../api/refusals.js'

/**
 * Runs `setAside`, which holds money, and returns a refusal when the account lacks the buying
 * power. After a refusal the caller must release the hold. An order that holds no more than the one
 * it replaces is never refused.
 */
export function checkBuyingPower(
  state: ExchangeState,
  accountId: string,
  setAside: () => void,
): Refusal | null {
  const account = state.ledger.accounts.get(accountId)
  const before = account === undefined ? 0 : state.held(account)
  setAside()
  const more = account === undefined ? 0 : state.held(account) - before
  if (more <= 0) return null
  const left = state.value(accountId)?.free ?? 0
  return left < 0
    ? refuse(
        CODES.buyingPower,
        `The order needs ${centsText(more)} USD; ${centsText(Math.max(0, left + more))} USD are free for it.`,
      )
    : null
}
