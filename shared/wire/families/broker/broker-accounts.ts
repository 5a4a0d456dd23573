import { z } from 'zod'
import { W_APPLICATION_STATUSES, W_FORM_CODES, W_RESTRICTION_CODES } from '../../broker-enums.js'
import { W_ACCOUNT_TYPES } from '../../enums.js'
import { zOpenEnum, zOptionalText, zPage, zWireTime } from '../../fields.js'
import { operation } from '../../operation.js'
import {
  brokerList,
  brokerRead,
  brokerWrite,
  zBrokerId,
  zCursorKey,
  zRequestId,
} from './broker-common.js'

/** A completed form (BROKER-1). `json_data` is the form's data as an object or as its JSON text. */
export const zFilledForm = z.object({
  form_info: z.object({ form_code: z.enum(W_FORM_CODES), version: z.string().min(1) }),
  json_data: z.union([z.string(), z.record(z.string(), z.unknown())]),
})

const zRow = z.object({
  account_id: z.string().min(1),
  account_number: z.string().min(1),
  account_type: zOpenEnum(W_ACCOUNT_TYPES),
  rep_code: zOptionalText,
})

const zGroup = z.record(z.string(), z.unknown()).nullish()

/** The Broker API: customers' accounts. */
export const BROKER_ACCOUNT_OPERATIONS = {
  listBrokerAccounts: operation({
    ...brokerList,
    id: 'broker.accounts.list',
    name: 'List Accounts',
    path: '/broker/accounts/list',
    request: z.object({ pagination_key: zCursorKey }),
    response: zPage(zRow),
  }),

  getBrokerAccount: operation({
    ...brokerRead,
    id: 'broker.accounts.get',
    name: 'Get Account',
    path: '/broker/accounts/get',
    request: z.object({ account_id: zBrokerId }),
    response: zRow.extend({
      commission_code: zOptionalText,
      restrict_infos: z
        .array(
          z.object({
            restriction_code: zOpenEnum(W_RESTRICTION_CODES),
            restriction_start_time: zWireTime,
            reason: zOptionalText,
          }),
        )
        .nullish(),
    }),
  }),

  createBrokerAccount: operation({
    ...brokerWrite,
    id: 'broker.accounts.create',
    name: 'Create an Account',
    path: '/broker/accounts/create',
    request: z.object({
      client_request_id: zRequestId,
      application_id: zBrokerId.optional(),
      related_account_id: zBrokerId.optional(),
      forms: z.array(zFilledForm).min(1).max(3),
    }),
    response: z.object({ client_request_id: z.string(), application_id: z.string().min(1) }),
  }),

  updateBrokerAccount: operation({
    ...brokerWrite,
    id: 'broker.accounts.update',
    name: 'Update an Account',
    path: '/broker/accounts/update',
    request: z.object({
      client_request_id: zRequestId,
      account_id: zBrokerId,
      forms: z.array(zFilledForm).min(1).max(3),
    }),
    response: z.object({ client_request_id: z.string(), account_id: z.string().min(1) }),
  }),

  closeBrokerAccount: operation({
    ...brokerWrite,
    id: 'broker.accounts.close',
    name: 'Close Account',
    path: '/broker/accounts/close',
    request: z.object({
      client_request_id: zRequestId,
      account_id: zBrokerId,
      close_reason: z.string().min(1).max(512),
    }),
    response: z.object({ client_request_id: z.string(), account_id: z.string().min(1) }),
  }),

  getApplication: operation({
    ...brokerRead,
    id: 'broker.applications.get',
    name: 'Get Account Application Detail',
    path: '/broker/accounts/applications/get',
    request: z.object({ application_id: zBrokerId }),
    response: z.object({
      application_id: z.string().min(1),
      client_request_id: z.string(),
      status: zOpenEnum(W_APPLICATION_STATUSES),
      account_id: zOptionalText,
      account_number: zOptionalText,
      customer_info: z.looseObject({ num_dependents: z.number().int().nullish() }).nullish(),
      contact_info: zGroup,
      trusted_contact_info: zGroup,
      employment_info: zGroup,
      financial_info: zGroup,
      disclosure_info: zGroup,
      tax_info: zGroup,
      w8ben_info: zGroup,
      is_bp_shared: z.boolean().nullish(),
      additional_infos: z.array(z.unknown()).nullish(),
      document_attachments: z.array(z.unknown()).nullish(),
      resubmission_codes: z.array(z.string()).nullish(),
    }),
  }),
} as const
