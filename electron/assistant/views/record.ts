import { z } from 'zod'
import type { CashActivity, Execution, Transfer } from '../../../shared/domain/account/activity.js'
import { decimalText } from '../../../shared/domain/decimal.js'
import { maybeWhen, text, when, zMaybe, zMaybeWord, zNumber, zWhen, zWord } from './view-fields.js'

/** Words of Countersign as the provider writes them. */
const word = (value: string): string => value.toUpperCase().replaceAll('-', '_')

export const zCashActivityView = z.object({
  id: zWord,
  activity_type: zWord,
  activity_sub_type: zWord,
  symbol: zMaybeWord,
  currency: zWord,
  net_amount: zNumber,
  trade_date: zWord,
  time: zWhen,
})
export const cashActivityView = (row: CashActivity): z.output<typeof zCashActivityView> => ({
  id: row.id,
  activity_type: word(row.kind),
  activity_sub_type: row.subKind,
  symbol: row.symbol,
  currency: row.currency,
  net_amount: decimalText(row.amount),
  trade_date: row.tradeDate,
  time: when(row.time),
})

export const zExecutionView = z.object({
  execution_id: zWord,
  client_order_id: zWord,
  symbol: zWord,
  side: zWord,
  quantity: zNumber,
  price: zNumber,
  order_quantity: zNumber,
  leaves_quantity: zNumber,
  time: zWhen,
})
export const executionView = (row: Execution): z.output<typeof zExecutionView> => ({
  execution_id: row.executionId,
  client_order_id: row.clientOrderId,
  symbol: row.symbol,
  side: word(row.side),
  quantity: decimalText(row.quantity),
  price: decimalText(row.price),
  order_quantity: decimalText(row.orderQuantity),
  leaves_quantity: decimalText(row.leaves),
  time: when(row.time),
})

export const zTransferView = z.object({
  transfer_id: zWord,
  method: zWord,
  direction: zWord,
  status: zWord,
  failure_reason: zMaybeWord,
  requested: zWhen,
  updated: zWhen.nullable(),
  settlement_date: zMaybeWord,
  acats_associated_number: zMaybeWord,
  acats_transfer_type: zMaybeWord,
  other_broker: zMaybeWord,
  transaction_hash: zMaybeWord,
  from_address: zMaybeWord,
  to_address: zMaybeWord,
  cash: z.array(z.object({ amount: zNumber, currency: zWord })),
  positions: z.array(
    z.object({ symbol: zWord, quantity: zNumber, fee_quantity: zMaybe, price: zMaybe }),
  ),
})
export const transferView = (row: Transfer): z.output<typeof zTransferView> => ({
  transfer_id: row.transferId,
  method: word(row.method),
  direction: word(row.direction),
  status: word(row.status),
  failure_reason: row.failure,
  requested: when(row.createdAt),
  updated: maybeWhen(row.updatedAt),
  settlement_date: row.settlementDate,
  acats_associated_number: row.group,
  acats_transfer_type: row.extent === null ? null : word(row.extent),
  other_broker: row.contraBroker?.name ?? null,
  transaction_hash: row.transactionHash,
  from_address: row.fromAddress,
  to_address: row.toAddress,
  cash: row.cash.map(({ amount, currency }) => ({ amount: decimalText(amount), currency })),
  positions: row.positions.map(({ symbol, quantity, feeQuantity, price }) => ({
    symbol,
    quantity: decimalText(quantity),
    fee_quantity: text(feeQuantity),
    price: text(price),
  })),
})
