import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { centsText } from '../../ledger/money.js'
import { marketValue } from '../../ledger/position.js'
import { positionRecord } from '../../ledger/position-record.js'
import { balanceRecord } from '../../ledger/records.js'
import type { Holding } from '../../ledger/valuation.js'
import type { BalanceRecord, PositionRecord } from '../../model/wire-records.js'
import { accountDenied, type Refusal } from '../api/refusals.js'
import type { ExchangeState } from '../state/exchange-state.js'

/** Returns the balance of an account. */
export function balanceOf(state: ExchangeState, accountId: string): Result<BalanceRecord, Refusal> {
  const account = state.ledger.accounts.get(accountId)
  const value = state.value(accountId)
  return account === undefined || value === undefined
    ? err(accountDenied)
    : ok(balanceRecord(account, value))
}

/** Returns the open positions of an account, each valued at its last price. */
export function positionsOf(
  state: ExchangeState,
  accountId: string,
): Result<readonly PositionRecord[], Refusal> {
  const account = state.ledger.accounts.get(accountId)
  const value = state.value(accountId)
  if (account === undefined || value === undefined) return err(accountDenied)
  const { equity } = value
  const holdings = [...account.positions.values()]
    .filter((position) => position.size !== 0)
    .map((position): Holding => {
      const mark = state.markets.mark(position)
      return { position, mark, value: marketValue(position, mark) }
    })
  const combined = state.switches.combinesPositions
    ? (state.rules('OPTION').combined?.(state, holdings, equity) ?? [])
    : []
  const members = new Set(combined.flatMap((group) => group.members))
  const single = holdings
    .filter((holding) => !members.has(holding))
    .map(
      (holding) =>
        state.rules(holding.position.product).position?.(state, holding, equity) ??
        positionRecord(holding.position, holding.mark, equity),
    )
  return ok([...single, ...combined.map(({ record }) => record)])
}

/** Returns what was realized of each position since the account opened, by its id. */
export const realizedOf = (
  { ledger }: Pick<ExchangeState, 'ledger'>,
  accountId: string,
): ReadonlyMap<string, string> =>
  new Map(
    [...(ledger.accounts.get(accountId)?.positions.values() ?? [])].map((position) => [
      position.positionId,
      centsText(position.realized),
    ]),
  )
