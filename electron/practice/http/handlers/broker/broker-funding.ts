import { ok, type Result } from '../../../../../shared/domain/result.js'
import { ASSUMPTIONS } from '../../../../../shared/wire/assumptions.js'
import { isoTime } from '../../../../../shared/wire/fields.js'
import {
  cancelTransfer,
  createTransfer,
  findInstant,
  findTransfer,
  grantInstant,
  listTransfers,
} from '../../../broker/funding.js'
import { centsOf } from '../../../broker/money.js'
import {
  addRelationship,
  listRelationships,
  removeRelationship,
} from '../../../broker/relationships.js'
import type { FundingTransfer, Instant, Relationship } from '../../../broker/state.js'
import { centsText } from '../../../ledger/money.js'
import { json } from '../../message/answer.js'
import type { Call, Handlers, HandlerResult } from '../../operations/handler.js'
import { pageOf } from '../../paging/paging.js'
import type { Refusal } from '../../message/refusal.js'

type FundingId =
  | 'broker.ach.create'
  | 'broker.ach.delete'
  | 'broker.ach.list'
  | 'broker.bank.create'
  | 'broker.bank.delete'
  | 'broker.bank.list'
  | 'broker.transfers.create'
  | 'broker.transfers.cancel'
  | 'broker.transfers.get'
  | 'broker.transfers.list'
  | 'broker.instant.create'
  | 'broker.instant.get'

const contextOf = (call: Call) => call.services.broker.context

/** Answers a change after it is saved to disk. */
export async function saved<T>(
  call: Call,
  result: Result<T, Refusal>,
  row: (value: T) => unknown,
): Promise<HandlerResult> {
  if (!result.ok) return result
  await call.services.persist()
  return ok(json(row(result.value)))
}

export const asOutcome = <T>(
  result: Result<T, Refusal>,
  row: (value: T) => unknown,
): HandlerResult => (result.ok ? ok(json(row(result.value))) : result)

const relationshipRow = (relationship: Relationship) => ({
  relationship_id: relationship.id,
  account_id: relationship.accountId,
  account_owner_name: relationship.holder,
  bank_name: relationship.bankName,
  ...(relationship.kind === 'ACH'
    ? { routing_number: relationship.routing }
    : { bank_code: relationship.routing }),
  bank_account_number: `****${relationship.accountNumber.slice(-4)}`,
  bank_account_type: relationship.accountType,
  nickname: relationship.nickname,
  status: relationship.status,
  create_time: isoTime(relationship.createdAt),
})
const rows =
  <T>(row: (value: T) => unknown) =>
  (values: readonly T[]): unknown =>
    values.map(row)

const transferRow = (transfer: FundingTransfer) => ({
  transfer_id: transfer.id,
  client_request_id: transfer.requestId,
  account_id: transfer.accountId,
  relationship_id: transfer.relationshipId,
  transfer_method: transfer.method,
  direction: transfer.direction,
  amount: centsText(transfer.cents),
  currency: 'USD',
  status: transfer.status,
  failure_reason: transfer.failure,
  create_time: isoTime(transfer.createdAt),
  update_time: isoTime(transfer.updatedAt),
  expected_time: isoTime(transfer.dueAt),
})
const instantRow = (instant: Instant) => ({
  instant_funding_id: instant.id,
  client_request_id: instant.requestId,
  account_id: instant.accountId,
  transfer_id: instant.transferId,
  amount: centsText(instant.cents),
  currency: 'USD',
  status: instant.status,
  create_time: isoTime(instant.createdAt),
  update_time: isoTime(instant.updatedAt),
})

export const brokerFundingHandlers: Pick<Handlers, FundingId> = {
  'broker.ach.create': (request, call) =>
    saved(
      call,
      addRelationship(contextOf(call), request.client_request_id, {
        kind: 'ACH',
        accountId: request.account_id,
        holder: request.account_owner_name,
        bankName: request.bank_name ?? '',
        routing: request.routing_number,
        accountNumber: request.bank_account_number,
        accountType: request.bank_account_type,
        nickname: request.nickname ?? null,
      }),
      relationshipRow,
    ),
  'broker.ach.delete': (request, call) =>
    saved(
      call,
      removeRelationship(contextOf(call), 'ACH', request.account_id, request.relationship_id),
      relationshipRow,
    ),
  'broker.ach.list': (request, call) =>
    asOutcome(listRelationships(contextOf(call), 'ACH', request.account_id), rows(relationshipRow)),
  'broker.bank.create': (request, call) =>
    saved(
      call,
      addRelationship(contextOf(call), request.client_request_id, {
        kind: 'WIRE',
        accountId: request.account_id,
        holder: request.account_owner_name,
        bankName: request.bank_name,
        routing: request.bank_code,
        accountNumber: request.bank_account_number,
        accountType: null,
        nickname: request.nickname ?? null,
      }),
      relationshipRow,
    ),
  'broker.bank.delete': (request, call) =>
    saved(
      call,
      removeRelationship(contextOf(call), 'WIRE', request.account_id, request.relationship_id),
      relationshipRow,
    ),
  'broker.bank.list': (request, call) =>
    asOutcome(
      listRelationships(contextOf(call), 'WIRE', request.account_id),
      rows(relationshipRow),
    ),

  'broker.transfers.create': (request, call) =>
    saved(
      call,
      createTransfer(contextOf(call), request.client_request_id, {
        accountId: request.account_id,
        relationshipId: request.relationship_id,
        method: request.transfer_method,
        direction: request.direction,
        cents: centsOf(request.amount),
      }),
      transferRow,
    ),
  'broker.transfers.cancel': (request, call) =>
    saved(
      call,
      cancelTransfer(contextOf(call), request.account_id, request.transfer_id),
      transferRow,
    ),
  'broker.transfers.get': (request, call) =>
    asOutcome(findTransfer(contextOf(call), request.account_id, request.transfer_id), transferRow),
  'broker.transfers.list': (request, call) => {
    const transfers = listTransfers(
      contextOf(call),
      request.account_id,
      request.direction,
      request.status,
    )
    if (!transfers.ok) return transfers
    const condition = [
      'broker.transfers',
      request.account_id,
      request.direction ?? '',
      request.status ?? '',
    ].join(';')
    const page = pageOf(transfers.value, ({ id }) => id, {
      size: ASSUMPTIONS.broker.pageSize,
      key: request.pagination_key,
      condition,
    })
    return asOutcome(page, (value) => ({ ...value, data: value.data.map(transferRow) }))
  },
  'broker.instant.create': (request, call) =>
    saved(
      call,
      grantInstant(contextOf(call), {
        requestId: request.client_request_id,
        accountId: request.account_id,
        transferId: request.transfer_id,
        cents: centsOf(request.amount),
      }),
      instantRow,
    ),
  'broker.instant.get': (request, call) =>
    asOutcome(
      findInstant(contextOf(call), request.account_id, request.instant_funding_id),
      instantRow,
    ),
}
