import { z } from 'zod'
import {
  W_ACATS_TYPES,
  W_ACTIVITY_TYPES,
  W_EXECUTION_STATUSES,
  W_ORDER_TYPES,
  W_SIDES,
  W_TRANSFER_ASSETS,
  W_TRANSFER_DIRECTIONS,
  W_TRANSFER_METHODS,
  W_TRANSFER_STATUSES,
} from '../../enums.js'
import {
  parseWireTime,
  zOpenEnum,
  zOptionalDecimal,
  zOptionalText,
  zOptionalTime,
  zPage,
  zWireDecimal,
  zWireTime,
} from '../../fields.js'
import { LIMITS } from '../../rate-limits.js'
import { operation } from '../../operation.js'

const trading = {
  family: 'trading',
  host: 'api',
  auth: 'signature+token',
  method: 'GET',
  effect: 'read',
  encoding: 'query',
} as const
const account = z.string().min(1)
const key = z.string().optional()

/** Returns the members of a comma-separated parameter; empty for an absent or empty one. */
export const listOf = (text: string | undefined): readonly string[] =>
  text === undefined || text === '' ? [] : text.split(',').map((part) => part.trim())

/** Several members of an enumeration in one query parameter, separated by commas. */
const zListOf = (members: readonly string[]) =>
  z
    .string()
    .refine(
      (text) => listOf(text).every((part) => members.includes(part)),
      `a comma-separated list of ${members.join(', ')}`,
    )
    .optional()

/**
 * ISO 8601 UTC with milliseconds. An empty text counts as absent, because the provider's libraries
 * send it.
 */
const zTimeBound = z
  .string()
  .refine((text) => text === '' || parseWireTime(text) !== null, 'yyyy-MM-ddTHH:mm:ss.SSSZ')
  .optional()

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  new Date(`${text}T00:00:00Z`).getTime() > 0 &&
  new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)
const zDayBound = z
  .string()
  .refine((text) => text === '' || isDay(text), 'yyyy-MM-dd')
  .optional()

/**
 * TRADING-3, members as named in the provider's library. Regions other than the US use more of
 * them.
 */
export const zPositionLot = z.object({
  id: z.string().min(1),
  account_id: z.string(),
  instrument_id: z.string(),
  symbol: z.string(),
  symbol_name: zOptionalText,
  currency: z.string(),
  quantity: zWireDecimal,
  average_price: zOptionalDecimal,
  market_value: zOptionalDecimal,
  unrealized_pl: zOptionalDecimal,
  account_tax_type: zOptionalText,
  contract_id: zOptionalText,
  hold_type: zOptionalText,
  margin_type: zOptionalText,
  base_currency: zOptionalText,
  fx_rate: zOptionalDecimal,
  base_currency_market_value: zOptionalDecimal,
  exchange_code: zOptionalText,
})

/** TRADING-4.8. `status` FILLED means that this execution completed its order. */
export const zExecution = z.object({
  execution_id: z.string().min(1),
  order_id: z.string().min(1),
  client_order_id: z.string(),
  symbol: z.string(),
  execution_time: zWireTime,
  status: zOpenEnum(W_EXECUTION_STATUSES),
  side: zOpenEnum(W_SIDES),
  order_type: zOpenEnum(W_ORDER_TYPES),
  total_quantity: zWireDecimal,
  limit_price: zOptionalDecimal,
  filled_quantity: zWireDecimal,
  filled_price: zWireDecimal,
  leaves_qty: zWireDecimal,
  total_filled_qty: zWireDecimal,
  execution_type: zOptionalText,
})

/** TRADING-5. `net_amount` is signed: the change of the cash balance. */
export const zCashActivity = z.object({
  id: z.string().min(1),
  account_id: z.string(),
  activity_type: zOpenEnum([...W_ACTIVITY_TYPES, 'OTHER']),
  activity_sub_type: z.string(),
  currency: z.string(),
  market: zOptionalText,
  symbol: zOptionalText,
  trade_date: z.string(),
  net_amount: zWireDecimal,
  biz_time: zWireTime,
})

/** A transfer as the list returns it (TRADING-5). */
export const zTransfer = z.object({
  account_id: z.string(),
  transfer_method: zOpenEnum(W_TRANSFER_METHODS),
  transfer_id: z.string().min(1),
  direction: zOpenEnum(W_TRANSFER_DIRECTIONS),
  status: zOpenEnum(W_TRANSFER_STATUSES),
  failure_reason: zOptionalText,
  acats_associated_number: zOptionalText,
  acats_transfer_types: zOpenEnum(W_ACATS_TYPES).nullish(),
  create_time: zWireTime,
  update_time: zOptionalTime,
  transfer_settlement_date: zOptionalText,
})

const zContraBroker = z.object({
  broker_name: zOptionalText,
  dtc_number: zOptionalText,
  account_type: zOptionalText,
  account_number: zOptionalText,
})
const zTransferCash = z.object({
  amount: zWireDecimal,
  currency: z.string(),
  settlement_date: zOptionalText,
})
const zTransferPosition = z.object({
  asset_type: zOpenEnum(W_TRANSFER_ASSETS),
  symbol: z.string(),
  name: zOptionalText,
  cusip: zOptionalText,
  quantity: zWireDecimal,
  fee_quantity: zOptionalDecimal,
  total_quantity: zOptionalDecimal,
  transfer_price: zOptionalDecimal,
  settlement_date: zOptionalText,
})

/** TRADING-5, detail: the list's members and what was transferred. `cash` is null for crypto. */
export const zTransferDetail = zTransfer.extend({
  acats_control_number: zOptionalText,
  contra_broker: zContraBroker.nullish(),
  crypto_transaction_hash: zOptionalText,
  crypto_from_address: zOptionalText,
  crypto_to_address: zOptionalText,
  cash: z.array(zTransferCash).nullish(),
  positions: z.array(zTransferPosition).nullish(),
})

/** What happened on an account: lots, executions, cash activities, transfers. */
export const ACTIVITY_OPERATIONS = {
  getPositionLots: operation({
    ...trading,
    id: 'trading.positions.get',
    name: 'Get Position Details',
    path: '/trading/assets/positions/get',
    paging: 'cursor',
    rate: LIMITS.orderReads,
    request: z.object({
      account_id: account,
      instrument_id: z.string().min(1),
      pagination_key: key,
    }),
    response: zPage(zPositionLot),
  }),

  listExecutions: operation({
    ...trading,
    id: 'trading.executions.list',
    name: 'List Order Executions',
    path: '/trading/orders/executions/list',
    paging: 'cursor',
    rate: LIMITS.otherReads,
    request: z.object({
      account_id: account,
      client_order_id: z.string().optional(),
      start_date: zDayBound,
      end_date: zDayBound,
      pagination_key: key,
    }),
    response: zPage(zExecution),
  }),

  listCashActivities: operation({
    ...trading,
    id: 'trading.cash-activities.list',
    name: 'List Cash Activities',
    path: '/trading/activities/cash-activities/list',
    paging: 'cursor',
    rate: LIMITS.otherReads,
    // EC_STATEMENT is the deprecated synonym of EC_SETTLEMENT.
    request: z.object({
      account_id: account,
      activity_types: zListOf([...W_ACTIVITY_TYPES, 'EC_STATEMENT']),
      start_time: zTimeBound,
      end_time: zTimeBound,
      pagination_key: key,
    }),
    response: zPage(zCashActivity),
  }),

  listTransfers: operation({
    ...trading,
    id: 'trading.transfers.list',
    name: 'List Transfer Activities',
    path: '/trading/activities/transfer-activities/list',
    paging: 'cursor',
    rate: LIMITS.otherReads,
    request: z.object({
      account_id: account,
      transfer_method: zListOf(W_TRANSFER_METHODS),
      direction: z.enum([...W_TRANSFER_DIRECTIONS, '']).optional(),
      status: zListOf(W_TRANSFER_STATUSES),
      acats_transfer_types: zListOf(W_ACATS_TYPES),
      acats_associated_number: z.string().optional(),
      start_time: zTimeBound,
      end_time: zTimeBound,
      pagination_key: key,
    }),
    response: zPage(zTransfer),
  }),

  getTransfer: operation({
    ...trading,
    id: 'trading.transfers.get',
    name: 'Get Transfer Activity',
    path: '/trading/activities/transfer-activities/get',
    paging: 'none',
    rate: LIMITS.otherReads,
    request: z.object({ account_id: account, transfer_id: z.string().min(1) }),
    response: zTransferDetail,
  }),
} as const
