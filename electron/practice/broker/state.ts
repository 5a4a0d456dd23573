import { z } from 'zod'
import { epochMs } from '../../../shared/domain/time.js'
import {
  W_APPLICATION_STATUSES,
  W_BANK_ACCOUNT_TYPES,
  W_CREDIT_TYPES,
  W_DOCUMENT_CONTENT,
  W_DOCUMENT_TYPES,
  W_FEE_TYPES,
  W_FUNDING_METHODS,
  W_INSTANT_FUNDING_STATUSES,
  W_RELATIONSHIP_STATUSES,
  W_RESTRICTION_CODES,
  W_RESUBMISSION_CODES,
} from '../../../shared/wire/broker-enums.js'
import {
  W_ACCOUNT_TYPES,
  W_TRANSFER_DIRECTIONS,
  W_TRANSFER_STATUSES,
} from '../../../shared/wire/enums.js'
import { zBasicForm, zBrokerageForm, zEventForm } from './form-schemas.js'
import { NO_PUSH, zPush } from './push/event.js'

const zInt = z.number().int()
const zTime = zInt.transform(epochMs)

/**
 * Accepted forms. A stored form must stay readable under later rules, so its agreements are not
 * checked again.
 */
const zFilled = z.object({
  basic: zBasicForm.nullable(),
  brokerage: zBrokerageForm.nullable(),
  event: zEventForm.nullable(),
})

const zApplication = z.object({
  id: z.string(),
  requestId: z.string(),
  status: z.enum(W_APPLICATION_STATUSES),
  filled: zFilled,
  relatedAccountId: z.string().nullable(),
  accountId: z.string().nullable(),
  submittedAt: zTime,
  resubmissionCodes: z.array(z.enum(W_RESUBMISSION_CODES)),
})
const zAccount = z.object({
  id: z.string(),
  number: z.string(),
  type: z.enum(W_ACCOUNT_TYPES),
  owner: z.string(),
  filled: zFilled,
  openedAt: zTime,
  restrictions: z.array(
    z.object({ code: z.enum(W_RESTRICTION_CODES), since: zTime, reason: z.string() }),
  ),
  closedAt: zTime.nullable(),
})
const zDocument = z.object({
  id: z.string(),
  type: z.enum(W_DOCUMENT_TYPES),
  fileName: z.string(),
  contentType: z.enum(W_DOCUMENT_CONTENT),
  size: zInt,
  sha256: z.string(),
  createdAt: zTime,
})
const zRelationship = z.object({
  id: z.string(),
  kind: z.enum(W_FUNDING_METHODS),
  accountId: z.string(),
  holder: z.string(),
  bankName: z.string(),
  routing: z.string(),
  accountNumber: z.string(),
  accountType: z.enum(W_BANK_ACCOUNT_TYPES).nullable(),
  nickname: z.string().nullable(),
  status: z.enum(W_RELATIONSHIP_STATUSES),
  createdAt: zTime,
})
const zTransfer = z.object({
  id: z.string(),
  requestId: z.string(),
  accountId: z.string(),
  relationshipId: z.string(),
  method: z.enum(W_FUNDING_METHODS),
  direction: z.enum(W_TRANSFER_DIRECTIONS),
  cents: zInt,
  status: z.enum(W_TRANSFER_STATUSES),
  failure: z.string().nullable(),
  createdAt: zTime,
  updatedAt: zTime,
  dueAt: zTime,
})
const zInstant = z.object({
  id: z.string(),
  requestId: z.string(),
  accountId: z.string(),
  transferId: z.string(),
  cents: zInt,
  status: z.enum(W_INSTANT_FUNDING_STATUSES),
  createdAt: zTime,
  updatedAt: zTime,
})
/** A credit, fee or journal, completed on request. */
const zEntry = z.object({
  id: z.string(),
  requestId: z.string(),
  cents: zInt,
  note: z.string().nullable(),
  createdAt: zTime,
  what: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('credit'), accountId: z.string(), type: z.enum(W_CREDIT_TYPES) }),
    z.object({ kind: z.literal('fee'), accountId: z.string(), type: z.enum(W_FEE_TYPES) }),
    z.object({
      kind: z.literal('journal'),
      thirdParty: z.boolean(),
      from: z.string(),
      to: z.string(),
    }),
  ]),
})

/** The use of a request id; `digest` distinguishes a repetition from a different request. */
const zRequest = z.object({ digest: z.string(), answer: z.string() })

/**
 * The broker's state saved across restarts, without the accounts' money and the documents'
 * contents.
 */
export const zBrokerState = z.object({
  issued: zInt,
  applications: z.array(zApplication),
  accounts: z.array(zAccount),
  documents: z.array(zDocument),
  relationships: z.array(zRelationship),
  transfers: z.array(zTransfer),
  instants: z.array(zInstant),
  entries: z.array(zEntry),
  requests: z.record(z.string(), zRequest),
  /**
   * The current trading day. This and the event push are absent in files from before the push
   * existed.
   */
  toldDay: z.string().nullable().default(null),
  push: zPush.default(NO_PUSH),
})
export type BrokerState = z.output<typeof zBrokerState>
export type Application = BrokerState['applications'][number]
export type BrokerAccount = BrokerState['accounts'][number]
export type DocumentRecord = BrokerState['documents'][number]
export type Relationship = BrokerState['relationships'][number]
export type FundingTransfer = BrokerState['transfers'][number]
export type Instant = BrokerState['instants'][number]
export type BrokerEntry = BrokerState['entries'][number]

export const noBroker = (): BrokerState => ({
  issued: 0,
  applications: [],
  accounts: [],
  documents: [],
  relationships: [],
  transfers: [],
  instants: [],
  entries: [],
  requests: {},
  toldDay: null,
  push: NO_PUSH,
})
