import { z } from 'zod'
import {
  ACTIVITY_KINDS,
  TRANSFER_DIRECTIONS,
  TRANSFER_EXTENTS,
  TRANSFER_METHODS,
  TRANSFER_STATUSES,
} from '../../../shared/domain/account/activity.js'
import type { TransferFilters } from '../../../shared/domain/account/transfer-filters.schema.js'
import { accountId } from '../../../shared/domain/ids.js'
import { ok } from '../../../shared/domain/result.js'
import { zAccountId, zDay } from '../format/input-fields.js'
import { tool, type Tool } from '../tool.js'
import {
  cashActivityView,
  executionView,
  transferView,
  zCashActivityView,
  zExecutionView,
  zTransferView,
} from '../views/record.js'

const PAGED = {
  account_id: zAccountId,
  start: zDay('First day, yyyy-MM-dd.').optional(),
  end: zDay('Last day, yyyy-MM-dd.').optional(),
  pagination_key: z
    .string()
    .max(4_000)
    .describe('pagination_key of the page before, with the same parameters.')
    .optional(),
}
interface Paged {
  readonly start?: string | undefined
  readonly end?: string | undefined
  readonly pagination_key?: string | undefined
}
const queryOf = ({ start, end, pagination_key }: Paged) => ({
  from: start ?? null,
  to: end ?? null,
  cursor: pagination_key ?? null,
})

const page = <Row extends z.ZodType>(row: Row) =>
  z.object({ data: z.array(row), pagination_key: z.string().nullable() })

export const getCashActivities = tool({
  name: 'get_cash_activities',
  toolset: 'account',
  title: 'Cash activities',
  effect: 'read',
  description:
    'Movements of the cash of one account, newest first: trades, dividends, interest, fees, settlements. net_amount is signed. With a pagination_key there are more.',
  input: z.strictObject({ ...PAGED, kind: z.enum(ACTIVITY_KINDS).optional() }),
  output: page(zCashActivityView),
  async run(input, { port, connection }) {
    const query = { ...queryOf(input), kind: input.kind ?? null }
    const found = await port.cashActivities(connection, accountId(input.account_id), query)
    return found.ok
      ? ok({ data: found.value.rows.map(cashActivityView), pagination_key: found.value.cursor })
      : found
  },
})

export const getExecutions = tool({
  name: 'get_executions',
  toolset: 'account',
  title: 'Executions',
  effect: 'read',
  description:
    'Every fill that the broker recorded on one account, newest first. With a pagination_key there are more.',
  input: z.strictObject(PAGED),
  output: page(zExecutionView),
  async run(input, { port, connection }) {
    const found = await port.executions(connection, accountId(input.account_id), queryOf(input))
    return found.ok
      ? ok({ data: found.value.rows.map(executionView), pagination_key: found.value.cursor })
      : found
  },
})

const TRANSFER_FILTERS = {
  transfer_method: z.enum(TRANSFER_METHODS).optional(),
  direction: z.enum(TRANSFER_DIRECTIONS).optional(),
  status: z.enum(TRANSFER_STATUSES).optional(),
  acats_transfer_types: z.enum(TRANSFER_EXTENTS).optional(),
  acats_associated_number: z.string().min(1).max(100).describe('Of an earlier answer.').optional(),
}

const zTransferFilters = z.object(TRANSFER_FILTERS)

const transferFiltersOf = (input: z.output<typeof zTransferFilters>): TransferFilters => ({
  method: input.transfer_method ?? null,
  direction: input.direction ?? null,
  status: input.status ?? null,
  extent: input.acats_transfer_types ?? null,
  group: input.acats_associated_number ?? null,
})

export const getTransfers = tool({
  name: 'get_transfers',
  toolset: 'account',
  title: 'Transfers',
  effect: 'read',
  description:
    'Transfers of shares (ACATS) and coins of one account with their status, newest first. One transfer may have several records. With a transfer_id only that one, with what it moves, the other broker, or hash and addresses of coins.',
  input: z.strictObject({
    ...PAGED,
    ...TRANSFER_FILTERS,
    transfer_id: z.string().min(1).max(200).describe('Of an earlier answer.').optional(),
  }),
  output: page(zTransferView),
  async run(input, { port, connection }) {
    const account = accountId(input.account_id)
    if (input.transfer_id !== undefined) {
      const detail = await port.transfer(connection, account, input.transfer_id)
      return detail.ok ? ok({ data: [transferView(detail.value)], pagination_key: null }) : detail
    }
    const filters = transferFiltersOf(input)
    const found = await port.transfers(connection, account, { ...queryOf(input), filters })
    return found.ok
      ? ok({ data: found.value.rows.map(transferView), pagination_key: found.value.cursor })
      : found
  },
})

/** The tools for what the broker recorded, in listing order. */
export const RECORD_TOOLS: readonly Tool[] = [getCashActivities, getExecutions, getTransfers]
