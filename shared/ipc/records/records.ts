import { z } from 'zod'
import {
  ACTIVITY_KINDS,
  TRANSFER_DIRECTIONS,
  TRANSFER_EXTENTS,
  TRANSFER_METHODS,
  TRANSFER_STATUSES,
  type CashActivity,
  type Execution,
  type PositionLot,
  type Transfer,
  type TransferFilters,
} from '../../domain/account/activity.js'
import type { LoggedRequest } from '../../domain/session/request-log.js'
import { ASSET_CLASSES } from '../../domain/instruments/instrument.js'
import { ORDER_TYPES } from '../../domain/orders/order-types.js'
import { SIDES } from '../../domain/side.js'
import { mirror } from '../mirror.js'
import {
  zAccountId,
  zClientOrderId,
  zMoney,
  zOrderId,
  zPrice,
  zQuantity,
  zSymbol,
  zTradingSymbol,
  zTime,
} from '../../domain/scalars.schema.js'

/** The most rows of one page of records. */
export const MAX_RECORDS = 1_000

const text = z.string().max(400)
const day = z.string().max(40)
const unknown = z.literal('unknown')

export const zCashActivity = mirror<CashActivity>()(
  z.strictObject({
    id: text,
    accountId: zAccountId,
    kind: z.union([z.enum(ACTIVITY_KINDS), unknown]),
    subKind: text,
    symbol: zSymbol.nullable(),
    currency: text,
    market: text.nullable(),
    amount: zMoney,
    tradeDate: day,
    time: zTime,
  }),
)

export const zExecution = mirror<Execution>()(
  z.strictObject({
    executionId: text,
    orderId: zOrderId,
    clientOrderId: zClientOrderId,
    symbol: zTradingSymbol,
    side: z.union([z.enum(SIDES), unknown]),
    type: z.union([z.enum(ORDER_TYPES), unknown]),
    completes: z.boolean(),
    quantity: zQuantity,
    price: zPrice,
    leaves: zQuantity,
    cumulative: zQuantity,
    orderQuantity: zQuantity,
    limitPrice: zPrice.nullable(),
    executionKind: text.nullable(),
    time: zTime,
  }),
)

export const zPositionLot = mirror<PositionLot>()(
  z.strictObject({
    lotId: text,
    symbol: zTradingSymbol,
    quantity: zQuantity,
    averageCost: zPrice.nullable(),
    marketValue: zMoney.nullable(),
    unrealizedPnl: zMoney.nullable(),
    currency: text,
  }),
)

export const zLoggedRequest = mirror<LoggedRequest>()(
  z.strictObject({
    number: z.number().int().positive(),
    time: zTime,
    operation: text,
    method: text,
    host: text,
    path: text,
    params: z.string().max(1_000),
    status: z.number().int().nullable(),
    failure: z.strictObject({ class: text, code: text }).nullable(),
    brokerCode: text.nullable(),
    message: z.string().max(1_000).nullable(),
    rows: z.number().int().nullable(),
    latencyMs: z.number().int(),
  }),
)

const zContraBroker = z.strictObject({
  name: text.nullable(),
  dtcNumber: text.nullable(),
  accountType: text.nullable(),
  accountNumber: text.nullable(),
})
const zTransferCash = z.strictObject({
  amount: zMoney,
  currency: text,
  settlementDate: day.nullable(),
})
const zTransferHolding = z.strictObject({
  assetClass: z.union([z.enum(ASSET_CLASSES), z.enum(['fund', 'bond']), unknown]),
  symbol: zSymbol,
  name: text.nullable(),
  cusip: text.nullable(),
  quantity: zQuantity,
  feeQuantity: zQuantity.nullable(),
  totalQuantity: zQuantity.nullable(),
  price: zPrice.nullable(),
  settlementDate: day.nullable(),
})

export const zTransfer = mirror<Transfer>()(
  z.strictObject({
    transferId: text,
    accountId: zAccountId,
    method: z.union([z.enum(TRANSFER_METHODS), unknown]),
    direction: z.union([z.enum(TRANSFER_DIRECTIONS), unknown]),
    status: z.union([z.enum(TRANSFER_STATUSES), unknown]),
    failure: text.nullable(),
    group: text.nullable(),
    extent: z.union([z.enum(TRANSFER_EXTENTS), unknown]).nullable(),
    createdAt: zTime,
    updatedAt: zTime.nullable(),
    settlementDate: day.nullable(),
    controlNumber: text.nullable(),
    contraBroker: zContraBroker.nullable(),
    transactionHash: text.nullable(),
    fromAddress: text.nullable(),
    toAddress: text.nullable(),
    cash: z.array(zTransferCash).max(100),
    positions: z.array(zTransferHolding).max(MAX_RECORDS),
  }),
)

export const zTransferFilters = mirror<TransferFilters>()(
  z.strictObject({
    method: z.enum(TRANSFER_METHODS).nullable(),
    direction: z.enum(TRANSFER_DIRECTIONS).nullable(),
    status: z.enum(TRANSFER_STATUSES).nullable(),
    extent: z.enum(TRANSFER_EXTENTS).nullable(),
    group: text.min(1).nullable(),
  }),
)
