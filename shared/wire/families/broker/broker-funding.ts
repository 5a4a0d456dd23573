import { z } from 'zod'
import {
  W_BANK_ACCOUNT_TYPES,
  W_FUNDING_METHODS,
  W_INSTANT_FUNDING_STATUSES,
  W_RELATIONSHIP_STATUSES,
} from '../../broker-enums.js'
import { W_TRANSFER_DIRECTIONS, W_TRANSFER_STATUSES } from '../../enums.js'
import { zOpenEnum, zOptionalText, zPage, zWireDecimal, zWireTime } from '../../fields.js'
import { operation } from '../../operation.js'
import {
  brokerList,
  brokerMoney,
  brokerRead,
  brokerWrite,
  zAmount,
  zBrokerId,
  zCursorKey,
  zRequestId,
} from './broker-common.js'

const zAccountOnly = z.object({ account_id: zBrokerId })
const zText = z.string().trim().min(1).max(80)
const zRouting = z.string().regex(/^\d{9}$/, 'nine digits')
const zBankNumber = z.string().regex(/^\d{4,17}$/, 'four to seventeen digits')

/** Account numbers are returned masked: only the last four digits are shown. */
const zRelationship = z.object({
  relationship_id: z.string().min(1),
  account_id: z.string(),
  account_owner_name: z.string(),
  bank_name: zOptionalText,
  routing_number: zOptionalText,
  bank_account_number: z.string(),
  bank_account_type: zOpenEnum(W_BANK_ACCOUNT_TYPES).nullish(),
  nickname: zOptionalText,
  status: zOpenEnum(W_RELATIONSHIP_STATUSES),
  create_time: zWireTime,
})

/** INCOMING is a deposit, OUTGOING a withdrawal. `amount` is positive. */
const zFunding = z.object({
  transfer_id: z.string().min(1),
  client_request_id: z.string(),
  account_id: z.string(),
  relationship_id: z.string(),
  transfer_method: zOpenEnum(W_FUNDING_METHODS),
  direction: zOpenEnum(W_TRANSFER_DIRECTIONS),
  amount: zWireDecimal,
  currency: z.string(),
  status: zOpenEnum(W_TRANSFER_STATUSES),
  failure_reason: zOptionalText,
  create_time: zWireTime,
  update_time: zWireTime,
  expected_time: zWireTime,
})

const zInstant = z.object({
  instant_funding_id: z.string().min(1),
  client_request_id: z.string(),
  account_id: z.string(),
  transfer_id: z.string(),
  amount: zWireDecimal,
  currency: z.string(),
  status: zOpenEnum(W_INSTANT_FUNDING_STATUSES),
  create_time: zWireTime,
  update_time: zWireTime,
})

/** The Broker API: bank relationships and transfers of money. */
export const FUNDING_OPERATIONS = {
  createAch: operation({
    ...brokerWrite,
    id: 'broker.ach.create',
    name: 'Create ACH Relationship',
    path: '/broker/funding/ach-relationships/create',
    request: z.object({
      client_request_id: zRequestId,
      account_id: zBrokerId,
      account_owner_name: zText,
      bank_name: zText.optional(),
      routing_number: zRouting,
      bank_account_number: zBankNumber,
      bank_account_type: z.enum(W_BANK_ACCOUNT_TYPES),
      nickname: zText.optional(),
    }),
    response: zRelationship,
  }),

  deleteAch: operation({
    ...brokerWrite,
    id: 'broker.ach.delete',
    name: 'Delete ACH Relationship',
    path: '/broker/funding/ach-relationships/delete',
    request: z.object({ account_id: zBrokerId, relationship_id: zBrokerId }),
    response: zRelationship,
  }),

  listAch: operation({
    ...brokerRead,
    id: 'broker.ach.list',
    name: 'List ACH Relationships',
    path: '/broker/funding/ach-relationships/list',
    request: zAccountOnly,
    response: z.array(zRelationship),
  }),

  /** A bank for wires: `bank_code` is a routing number of nine digits or a BIC. */
  createBank: operation({
    ...brokerWrite,
    id: 'broker.bank.create',
    name: 'Create Bank Relationship',
    path: '/broker/funding/bank-relationships/create',
    request: z.object({
      client_request_id: zRequestId,
      account_id: zBrokerId,
      account_owner_name: zText,
      bank_name: zText,
      bank_code: z
        .string()
        .regex(/^(\d{9}|[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?)$/, 'a routing number or a BIC'),
      bank_account_number: z.string().regex(/^[A-Z0-9]{4,34}$/, 'four to 34 letters and digits'),
      nickname: zText.optional(),
    }),
    response: zRelationship,
  }),

  deleteBank: operation({
    ...brokerWrite,
    id: 'broker.bank.delete',
    name: 'Delete Bank Relationship',
    path: '/broker/funding/bank-relationships/delete',
    request: z.object({ account_id: zBrokerId, relationship_id: zBrokerId }),
    response: zRelationship,
  }),

  listBanks: operation({
    ...brokerRead,
    id: 'broker.bank.list',
    name: 'List Bank Relationships',
    path: '/broker/funding/bank-relationships/list',
    request: zAccountOnly,
    response: z.array(zRelationship),
  }),

  createFunding: operation({
    ...brokerMoney,
    id: 'broker.transfers.create',
    name: 'Create Transfer',
    path: '/broker/funding/transfers/create',
    request: z.object({
      client_request_id: zRequestId,
      account_id: zBrokerId,
      relationship_id: zBrokerId,
      transfer_method: z.enum(W_FUNDING_METHODS),
      direction: z.enum(W_TRANSFER_DIRECTIONS),
      amount: zAmount,
    }),
    response: zFunding,
  }),

  cancelFunding: operation({
    ...brokerMoney,
    id: 'broker.transfers.cancel',
    name: 'Cancel Transfer',
    path: '/broker/funding/transfers/cancel',
    request: z.object({ account_id: zBrokerId, transfer_id: zBrokerId }),
    response: zFunding,
  }),

  getFunding: operation({
    ...brokerRead,
    id: 'broker.transfers.get',
    name: 'Get Transfer',
    path: '/broker/funding/transfers/get',
    request: z.object({ account_id: zBrokerId, transfer_id: zBrokerId }),
    response: zFunding,
  }),

  /** Newest first. */
  listFunding: operation({
    ...brokerList,
    id: 'broker.transfers.list',
    name: 'List Transfers',
    path: '/broker/funding/transfers/list',
    request: z.object({
      account_id: zBrokerId,
      direction: z.enum(W_TRANSFER_DIRECTIONS).optional(),
      status: z.enum(W_TRANSFER_STATUSES).optional(),
      pagination_key: zCursorKey,
    }),
    response: zPage(zFunding),
  }),

  /** Grants part of a pending deposit at once. */
  createInstantFunding: operation({
    ...brokerMoney,
    id: 'broker.instant.create',
    name: 'Create Instant Funding',
    path: '/broker/funding/instant-funding/create',
    request: z.object({
      client_request_id: zRequestId,
      account_id: zBrokerId,
      transfer_id: zBrokerId,
      amount: zAmount,
    }),
    response: zInstant,
  }),

  getInstantFunding: operation({
    ...brokerRead,
    id: 'broker.instant.get',
    name: 'Get Instant Funding',
    path: '/broker/funding/instant-funding/get',
    request: z.object({ account_id: zBrokerId, instant_funding_id: zBrokerId }),
    response: zInstant,
  }),
} as const
