import type { z } from 'zod'
import type {
  ActivityKind,
  CashActivity,
  ContraBroker,
  Execution,
  PositionLot,
  Transfer,
  TransferDirection,
  TransferExtent,
  TransferHolding,
  TransferMethod,
  TransferStatus,
} from '../../../shared/domain/account/activity.js'
import type { TransferFilters } from '../../../shared/domain/account/transfer-filters.schema.js'
import { asMoney, asPrice, asQuantity } from '../../../shared/domain/decimal.js'
import { accountId, clientOrderId, orderId, symbol } from '../../../shared/domain/ids.js'
import type {
  zCashActivity,
  zExecution,
  zPositionLot,
  zTransfer,
  zTransferDetail,
} from '../../../shared/wire/families/trading/activities.js'
import { assetClassOf, orderTypeOf, sideOf } from './enums.js'
import { definedFields } from './stock-data.js'
import { money, orUnknown, price, quantity, tableReader } from './values.js'

const KINDS = {
  TRADE: 'trade',
  DEPOSIT: 'deposit',
  WITHDRAW: 'withdrawal',
  FEES: 'fee',
  TRANSFER: 'transfer',
  DIVIDENDS: 'dividend',
  TAX: 'tax',
  INTERESTS: 'interest',
  CORPORATE_ACTION: 'corporate-action',
  OPTION_EA: 'option-exercise',
  EC_SETTLEMENT: 'event-settlement',
  JOURNAL: 'journal',
  OTHER: 'other',
} as const satisfies Readonly<Record<string, ActivityKind>>

const kindOf = orUnknown(tableReader<ActivityKind>(KINDS))

/** Returns the provider's list of these kinds. */
export const toActivityTypes = (kinds: readonly ActivityKind[]): string =>
  Object.entries(KINDS)
    .filter(([name, kind]) => name !== 'OTHER' && kinds.includes(kind))
    .map(([name]) => name)
    .join(',')

/** Converts one cash activity (TRADING-5). */
export const toCashActivity = (record: z.output<typeof zCashActivity>): CashActivity => ({
  id: record.id,
  accountId: accountId(record.account_id),
  kind: kindOf(record.activity_type) ?? 'unknown',
  subKind: record.activity_sub_type,
  symbol: record.symbol === null ? null : symbol(record.symbol),
  currency: record.currency,
  market: record.market,
  amount: asMoney(record.net_amount),
  tradeDate: record.trade_date,
  time: record.biz_time,
})

/** Converts one execution (TRADING-4.8); `FILLED` means that it completed the order. */
export const toExecution = (record: z.output<typeof zExecution>): Execution => ({
  executionId: record.execution_id,
  orderId: orderId(record.order_id),
  clientOrderId: clientOrderId(record.client_order_id),
  symbol: symbol(record.symbol),
  side: sideOf(record.side) ?? 'unknown',
  type: orderTypeOf(record.order_type) ?? 'unknown',
  completes: record.status === 'FILLED',
  quantity: asQuantity(record.filled_quantity),
  price: asPrice(record.filled_price),
  leaves: asQuantity(record.leaves_qty),
  cumulative: asQuantity(record.total_filled_qty),
  orderQuantity: asQuantity(record.total_quantity),
  limitPrice: price(record.limit_price),
  executionKind: record.execution_type,
  time: record.execution_time,
})

/** Converts one lot of a position (TRADING-3). */
export const toPositionLot = (record: z.output<typeof zPositionLot>): PositionLot => ({
  lotId: record.id,
  symbol: symbol(record.symbol),
  quantity: asQuantity(record.quantity),
  averageCost: price(record.average_price),
  marketValue: money(record.market_value),
  unrealizedPnl: money(record.unrealized_pl),
  currency: record.currency,
})

const METHODS = { ACATS: 'acats', CRYPTO_TRANSFER: 'crypto' } as const
const DIRECTIONS = { INCOMING: 'in', OUTGOING: 'out' } as const
const STATUSES = {
  PENDING: 'pending',
  COMPLETED: 'completed',
  REJECTED: 'rejected',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
} as const
const EXTENTS = {
  FULL: 'full',
  PARTIAL: 'partial',
  RESIDUAL: 'residual',
  RECLAIM: 'reclaim',
  OTHER: 'other',
} as const

const methodOf = orUnknown(tableReader<TransferMethod>(METHODS))
const directionOf = orUnknown(tableReader<TransferDirection>(DIRECTIONS))
const statusOf = orUnknown(tableReader<TransferStatus>(STATUSES))
const extentOf = orUnknown(tableReader<TransferExtent>(EXTENTS))

/** Returns the provider's name of a value of a table. */
const nameIn = <Name extends string, V extends string>(
  table: Readonly<Record<Name, V>>,
  value: V,
): Name | undefined => (Object.keys(table) as Name[]).find((name) => table[name] === value)

/** Returns the parameters that filter List Transfer Activities (TRADING-5). */
export const toTransferFilters = ({ method, direction, status, extent, group }: TransferFilters) =>
  definedFields({
    transfer_method: method === null ? undefined : nameIn(METHODS, method),
    direction: direction === null ? undefined : nameIn(DIRECTIONS, direction),
    status: status === null ? undefined : nameIn(STATUSES, status),
    acats_transfer_types: extent === null ? undefined : nameIn(EXTENTS, extent),
    acats_associated_number: group ?? undefined,
  })
const otherAssetOf = tableReader<'fund' | 'bond'>({ MUTUAL_FUND: 'fund', BOND: 'bond' })

type Detail = z.output<typeof zTransferDetail>

const contraBrokerOf = (broker: Detail['contra_broker']): ContraBroker | null =>
  broker === null || broker === undefined
    ? null
    : {
        name: broker.broker_name,
        dtcNumber: broker.dtc_number,
        accountType: broker.account_type,
        accountNumber: broker.account_number,
      }

const toTransferHolding = (
  position: NonNullable<Detail['positions']>[number],
): TransferHolding => ({
  assetClass: assetClassOf(position.asset_type) ?? otherAssetOf(position.asset_type) ?? 'unknown',
  symbol: symbol(position.symbol),
  name: position.name,
  cusip: position.cusip,
  quantity: asQuantity(position.quantity),
  feeQuantity: quantity(position.fee_quantity),
  totalQuantity: quantity(position.total_quantity),
  price: price(position.transfer_price),
  settlementDate: position.settlement_date,
})

/** Converts one transfer, crypto or ACATS, of a list or with its detail (TRADING-5). */
export function toTransfer(
  record: z.output<typeof zTransfer> & Partial<z.output<typeof zTransferDetail>>,
): Transfer {
  return {
    transferId: record.transfer_id,
    accountId: accountId(record.account_id),
    method: methodOf(record.transfer_method) ?? 'unknown',
    direction: directionOf(record.direction) ?? 'unknown',
    status: statusOf(record.status) ?? 'unknown',
    failure: record.failure_reason,
    group: record.acats_associated_number,
    extent: extentOf(record.acats_transfer_types),
    createdAt: record.create_time,
    updatedAt: record.update_time,
    settlementDate: record.transfer_settlement_date,
    controlNumber: record.acats_control_number ?? null,
    contraBroker: contraBrokerOf(record.contra_broker),
    transactionHash: record.crypto_transaction_hash ?? null,
    fromAddress: record.crypto_from_address ?? null,
    toAddress: record.crypto_to_address ?? null,
    cash: (record.cash ?? []).map(({ amount, currency, settlement_date }) => ({
      amount: asMoney(amount),
      currency,
      settlementDate: settlement_date,
    })),
    positions: (record.positions ?? []).map(toTransferHolding),
  }
}
