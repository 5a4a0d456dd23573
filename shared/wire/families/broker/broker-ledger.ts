import { z } from 'zod'
import { W_CREDIT_TYPES, W_FEE_TYPES } from '../../broker-enums.js'
import { W_TRANSFER_STATUSES } from '../../enums.js'
import { zOpenEnum, zOptionalText, zPage, zWireDecimal, zWireTime } from '../../fields.js'
import { operation } from '../../operation.js'
import { zBalanceRecord, zPositionRecord } from '../trading/accounts.js'
import { ACTIVITY_OPERATIONS, zCashActivity } from '../trading/activities.js'
import {
  brokerList,
  brokerMoney,
  brokerRead,
  zAmount,
  zBrokerId,
  zRequestId,
} from './broker-common.js'

const zNote = z.string().trim().min(1).max(256).optional()
const zCommon = z.object({
  client_request_id: z.string(),
  amount: zWireDecimal,
  currency: z.string(),
  description: zOptionalText,
  status: zOpenEnum(W_TRANSFER_STATUSES),
  create_time: zWireTime,
})
const zCredit = zCommon.extend({
  credit_id: z.string().min(1),
  account_id: z.string(),
  credit_type: zOpenEnum(W_CREDIT_TYPES),
})
const zFeeEntry = zCommon.extend({
  fee_id: z.string().min(1),
  account_id: z.string(),
  fee_type: zOpenEnum(W_FEE_TYPES),
})
const zJournal = zCommon.extend({
  journal_id: z.string().min(1),
  from_account_id: z.string(),
  to_account_id: z.string(),
})

const zMove = z.object({
  client_request_id: zRequestId,
  from_account_id: zBrokerId,
  to_account_id: zBrokerId,
  amount: zAmount,
  description: zNote,
})

const zAccountOnly = z.object({ account_id: zBrokerId })

/** The Broker API: balances, positions and account history. */
export const BROKER_LEDGER_OPERATIONS = {
  /** Credits an account with the broker's money. */
  createCredit: operation({
    ...brokerMoney,
    id: 'broker.credits.create',
    name: 'Create Credit',
    path: '/broker/credits/create',
    request: z.object({
      client_request_id: zRequestId,
      account_id: zBrokerId,
      credit_type: z.enum(W_CREDIT_TYPES),
      amount: zAmount,
      description: zNote,
    }),
    response: zCredit,
  }),

  getCredit: operation({
    ...brokerRead,
    id: 'broker.credits.get',
    name: 'Get Credit',
    path: '/broker/credits/get',
    request: z.object({ credit_id: zBrokerId }),
    response: zCredit,
  }),

  /** Charges an account for the broker. */
  createFee: operation({
    ...brokerMoney,
    id: 'broker.fees.create',
    name: 'Create Fee',
    path: '/broker/fees/create',
    request: z.object({
      client_request_id: zRequestId,
      account_id: zBrokerId,
      fee_type: z.enum(W_FEE_TYPES),
      amount: zAmount,
      description: zNote,
    }),
    response: zFeeEntry,
  }),

  getFee: operation({
    ...brokerRead,
    id: 'broker.fees.get',
    name: 'Get Fee',
    path: '/broker/fees/get',
    request: z.object({ fee_id: zBrokerId }),
    response: zFeeEntry,
  }),

  /** Moves cash between two accounts of one customer. */
  createJournal: operation({
    ...brokerMoney,
    id: 'broker.journals.create',
    name: 'Create Cash Journal',
    path: '/broker/journals/cash-journals/create',
    request: zMove,
    response: zJournal,
  }),

  getJournal: operation({
    ...brokerRead,
    id: 'broker.journals.get',
    name: 'Get Cash Journal',
    path: '/broker/journals/cash-journals/get',
    request: z.object({ journal_id: zBrokerId }),
    response: zJournal,
  }),

  /** Moves cash between accounts of two customers; the paths are from BROKER-1. */
  createThirdPartyJournal: operation({
    ...brokerMoney,
    id: 'broker.third-party-journals.create',
    name: 'Create Third-party Cash Journal',
    path: '/broker/journals/cash-journals/third-parties/create',
    request: zMove,
    response: zJournal,
  }),

  getThirdPartyJournal: operation({
    ...brokerRead,
    id: 'broker.third-party-journals.get',
    name: 'Get Third-party Cash Journal',
    path: '/broker/journals/cash-journals/third-parties/get',
    request: z.object({ journal_id: zBrokerId }),
    response: zJournal,
  }),

  getBrokerBalance: operation({
    ...brokerRead,
    id: 'broker.balances.get',
    name: 'Get Balance',
    path: '/broker/assets/balances/get',
    request: zAccountOnly,
    response: zBalanceRecord,
  }),

  listBrokerPositions: operation({
    ...brokerRead,
    id: 'broker.positions.list',
    name: 'List Positions',
    path: '/broker/assets/positions/list',
    request: zAccountOnly,
    response: z.array(zPositionRecord),
  }),

  /** The value of an account and the amounts in transit. */
  getAssetSummary: operation({
    ...brokerRead,
    id: 'broker.summaries.get',
    name: 'Get Asset Summary',
    path: '/broker/assets/summaries/get',
    request: zAccountOnly,
    response: z.object({
      account_id: z.string(),
      currency: z.string(),
      total_asset: zWireDecimal,
      total_cash_balance: zWireDecimal,
      total_market_value: zWireDecimal,
      available_withdrawal: zWireDecimal,
      buying_power: zWireDecimal,
      pending_deposit: zWireDecimal,
      pending_withdrawal: zWireDecimal,
      instant_funding: zWireDecimal,
    }),
  }),

  listBrokerCashActivities: operation({
    ...brokerList,
    id: 'broker.cash-activities.list',
    name: 'List Cash Activities',
    path: '/broker/activities/cash-activities/list',
    request: ACTIVITY_OPERATIONS.listCashActivities.request,
    response: zPage(zCashActivity),
  }),
} as const
