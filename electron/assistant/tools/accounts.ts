import { z } from 'zod'
import { accountId } from '../../../shared/domain/ids.js'
import { ok } from '../../../shared/domain/result.js'
import { zAccountId } from '../format/input-fields.js'
import { tool, type Tool } from '../tool.js'
import {
  accountView,
  balanceView,
  positionListView,
  zAccountView,
  zBalanceView,
  zPositionListView,
} from '../views/account.js'

export const getAccountList = tool({
  name: 'get_account_list',
  toolset: 'account',
  title: 'Accounts',
  effect: 'read',
  description:
    'Lists the accounts that this connection may see. Call it first: every other tool names an account by its account_id.',
  input: z.strictObject({}),
  output: z.object({ accounts: z.array(zAccountView) }),
  async run(_input, { port, connection }) {
    const found = await port.accounts(connection)
    return found.ok ? ok({ accounts: found.value.map(accountView) }) : found
  },
})

export const getAccountBalance = tool({
  name: 'get_account_balance',
  toolset: 'account',
  title: 'Balance',
  effect: 'read',
  description: 'Cash, buying power, margin and profit of one account, per currency.',
  input: z.strictObject({ account_id: zAccountId }),
  output: zBalanceView,
  async run(input, { port, connection }) {
    const found = await port.balance(connection, accountId(input.account_id))
    if (!found.ok) return found
    const time = await port.exchangeTime(connection)
    return time.ok ? ok(balanceView(found.value, time.value)) : time
  },
})

export const getAccountPositions = tool({
  name: 'get_account_positions',
  toolset: 'account',
  title: 'Positions',
  effect: 'read',
  description:
    'What one account holds. A negative quantity is a short position. unreadable: held besides, in sizes that are not known (symbol null: nor which instrument); orders in these instruments are refused.',
  input: z.strictObject({ account_id: zAccountId }),
  output: zPositionListView,
  async run(input, { port, connection }) {
    const found = await port.positions(connection, accountId(input.account_id))
    if (!found.ok) return found
    const time = await port.exchangeTime(connection)
    return time.ok
      ? ok(positionListView(accountId(input.account_id), found.value, time.value))
      : time
  },
})

/** The tools for accounts, balances and positions, in listing order. */
export const ACCOUNT_TOOLS: readonly Tool[] = [
  getAccountList,
  getAccountBalance,
  getAccountPositions,
]
