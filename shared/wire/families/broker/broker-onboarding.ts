import { z } from 'zod'
import {
  W_DOCUMENT_CONTENT,
  W_DOCUMENT_TYPES,
  W_FORM_CODES,
  W_MASTER_DATA_TYPES,
} from '../../broker-enums.js'
import { zOpenEnum, zOptionalText, zWireTime } from '../../fields.js'
import { operation } from '../../operation.js'
import { brokerRead, brokerWrite, zBrokerId } from './broker-common.js'

const zDay = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'yyyy-MM-dd')
  .refine((text) => Number.isFinite(Date.parse(`${text}T00:00:00Z`)), 'not a day')
const zMinute = z.string().regex(/^\d{2}:\d{2}$/)

const zForm = z.object({
  form_code: zOpenEnum(W_FORM_CODES),
  version: z.string(),
  name: z.string(),
  status: z.string(),
})

const zAgreement = z.object({
  agreement_code: z.string(),
  version: z.string(),
  name: z.string(),
  form_code: zOpenEnum(W_FORM_CODES),
  required: z.boolean(),
})

const zDocument = z.object({
  document_id: z.string().min(1),
  document_type: zOpenEnum(W_DOCUMENT_TYPES),
  file_name: z.string(),
  content_type: z.string(),
  size: z.number().int(),
  create_time: zWireTime,
})

/** The Broker API: opening accounts for customers. */
export const ONBOARDING_OPERATIONS = {
  /** BROKER-1, Master data: each row is one member of one enumeration. */
  listEnums: operation({
    ...brokerRead,
    id: 'broker.enums.list',
    name: 'List Enums',
    path: '/broker/master-data/enums/list',
    request: z.object({ data_type: z.enum(W_MASTER_DATA_TYPES) }),
    response: z.array(
      z.object({ id: z.string(), code: z.string(), name: z.string(), parent_code: zOptionalText }),
    ),
  }),

  listTradingCalendar: operation({
    ...brokerRead,
    id: 'broker.calendar.list',
    name: 'List Trading Calendar',
    path: '/broker/master-data/trading-calendars/list',
    request: z.object({ start_date: zDay.optional(), end_date: zDay.optional() }),
    // Times are exchange time (America/New_York).
    response: z.array(
      z.object({
        trade_date: zDay,
        open_time: zMinute,
        close_time: zMinute,
        is_half_day: z.boolean(),
      }),
    ),
  }),

  listForms: operation({
    ...brokerRead,
    id: 'broker.forms.list',
    name: 'List Forms',
    path: '/broker/forms/list',
    request: z.object({}),
    response: z.array(zForm),
  }),

  /** `content` is a JSON Schema of the form's `json_data`. */
  getForm: operation({
    ...brokerRead,
    id: 'broker.forms.get',
    name: 'Get Form Content',
    path: '/broker/forms/get',
    request: z.object({ form_code: z.enum(W_FORM_CODES), version: z.string().optional() }),
    response: zForm.extend({
      content: z.record(z.string(), z.unknown()),
      required_agreements: z.array(z.string()),
    }),
  }),

  listFormVersions: operation({
    ...brokerRead,
    id: 'broker.forms.versions',
    name: 'List Form Versions',
    path: '/broker/forms/versions/list',
    request: z.object({ form_code: z.enum(W_FORM_CODES) }),
    response: z.array(zForm.extend({ effective_date: zDay })),
  }),

  listAgreements: operation({
    ...brokerRead,
    id: 'broker.agreements.list',
    name: 'List Agreements',
    path: '/broker/agreements/list',
    request: z.object({ form_code: z.enum(W_FORM_CODES).optional() }),
    response: z.array(zAgreement),
  }),

  getAgreement: operation({
    ...brokerRead,
    id: 'broker.agreements.get',
    name: 'Get Agreement',
    path: '/broker/agreements/get',
    request: z.object({ agreement_code: z.string().min(1), version: z.string().optional() }),
    response: zAgreement.extend({ content: z.string() }),
  }),

  /** `content` is base64. */
  uploadDocument: operation({
    ...brokerWrite,
    id: 'broker.documents.upload',
    name: 'Upload Document',
    path: '/broker/documents/upload',
    request: z.object({
      document_type: z.enum(W_DOCUMENT_TYPES),
      file_name: z.string().min(1).max(128),
      content_type: z.enum(W_DOCUMENT_CONTENT),
      content: z.base64().min(4),
    }),
    response: zDocument,
  }),

  downloadDocument: operation({
    ...brokerRead,
    id: 'broker.documents.download',
    name: 'Download Document',
    path: '/broker/documents/download',
    request: z.object({ document_id: zBrokerId }),
    response: zDocument.extend({ content: z.base64() }),
  }),
} as const
