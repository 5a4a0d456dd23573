import { ok, type Result } from '../../../../shared/domain/result.js'
import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'
import { isoTime } from '../../../../shared/wire/fields.js'
import {
  cancelTransfer,
  createTransfer,
  findInstant,
  findTransfer,
  grantInstant,
  listTransfers,
} from '../../broker/funding.js'
import { centsOf } from '../../broker/money.js'
import {
  addRelationship,
  listRelationships,
  removeRelationship,
} from '../../broker/relationships.js'
import type { FundingTransfer, Instant, Relationship } from '../../broker/state.js'
import { centsText } from '../../ledger/money.js'
import { json } from '../answer.js'
import type { Call, Handlers, Outcome } from '../handler.js'
import { pageOf } from '../paging.js'
import type { Refusal } from '../refusal.js'

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

const deskOf = (call: Call) => call.services.broker.desk

/** Answers a change once it is on the disk. */
export async function saved<T>(
  call: Call,
  result: Result<T, Refusal>,
  row: (value: T) => unknown,
): Promise<Outcome> {
  if (!result.ok) return result
  await call.services.persist()
  return ok(json(row(result.value)))
}
export const shown = <T>(result: Result<T, Refusal>, row: (value: T) => unknown): Outcome =>
  result.ok ? ok(json(row(result.value))) : result

const relationshipRow = (one: Relationship) => ({
  relationship_id: one.id,
  account_id: one.accountId,
  account_owner_name: one.holder,
  bank_name: one.bankName,
  ...(one.kind === 'ACH' ? { routing_number: one.routing } : { bank_code: one.routing }),
  bank_account_number: `****${one.accountNumber.slice(-4)}`,
  bank_account_type: one.accountType,
  nickname: one.nickname,
  status: one.status,
  create_time: isoTime(one.createdAt),
})
const rows =
  <T>(row: (value: T) => unknown) =>
  (values: readonly T[]): unknown =>
    values.map(row)

const transferRow = (one: FundingTransfer) => ({
  transfer_id: one.id,
  client_request_id: one.requestId,
  account_id: one.accountId,
  relationship_id: one.relationshipId,
  transfer_method: one.method,
  direction: one.direction,
  amount: centsText(one.cents),
  currency: 'USD',
  status: one.status,
  failure_reason: one.failure,
  create_time: isoTime(one.createdAt),
  update_time: isoTime(one.updatedAt),
  expected_time: isoTime(one.dueAt),
})
const instantRow = (one: Instant) => ({
  instant_funding_id: one.id,
  client_request_id: one.requestId,
  account_id: one.accountId,
  transfer_id: one.transferId,
  amount: centsText(one.cents),
  currency: 'USD',
  status: one.status,
  create_time: isoTime(one.createdAt),
  update_time: isoTime(one.updatedAt),
})

export const brokerFundingHandlers: Pick<Handlers, FundingId> = {
  'broker.ach.create': (request, call) =>
    saved(
      call,
      addRelationship(deskOf(call), request.client_request_id, {
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
      removeRelationship(deskOf(call), 'ACH', request.account_id, request.relationship_id),
      relationshipRow,
    ),
  'broker.ach.list': (request, call) =>
    shown(listRelationships(deskOf(call), 'ACH', request.account_id), rows(relationshipRow)),
  'broker.bank.create': (request, call) =>
    saved(
      call,
      addRelationship(deskOf(call), request.client_request_id, {
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
      removeRelationship(deskOf(call), 'WIRE', request.account_id, request.relationship_id),
      relationshipRow,
    ),
  'broker.bank.list': (request, call) =>
    shown(listRelationships(deskOf(call), 'WIRE', request.account_id), rows(relationshipRow)),

  'broker.transfers.create': (request, call) =>
    saved(
      call,
      createTransfer(deskOf(call), request.client_request_id, {
        accountId: request.account_id,
        relationshipId: request.relationship_id,
        method: request.transfer_method,
        direction: request.direction,
        cents: centsOf(request.amount),
      }),
      transferRow,
    ),
  'broker.transfers.cancel': (request, call) =>
    saved(call, cancelTransfer(deskOf(call), request.account_id, request.transfer_id), transferRow),
  'broker.transfers.get': (request, call) =>
    shown(findTransfer(deskOf(call), request.account_id, request.transfer_id), transferRow),
  'broker.transfers.list': (request, call) => {
    const found = listTransfers(deskOf(call), request.account_id, request.direction, request.status)
    if (!found.ok) return found
    const condition = [
      'broker.transfers',
      request.account_id,
      request.direction ?? '',
      request.status ?? '',
    ].join(';')
    const page = pageOf(
      found.value,
      ({ id }) => id,
      ASSUMPTIONS.broker.pageSize,
      request.pagination_key,
      condition,
    )
    return shown(page, (value) => ({ ...value, data: value.data.map(transferRow) }))
  },
  'broker.instant.create': (request, call) =>
    saved(
      call,
      grantInstant(
        deskOf(call),
        request.client_request_id,
        request.account_id,
        request.transfer_id,
        centsOf(request.amount),
      ),
      instantRow,
    ),
  'broker.instant.get': (request, call) =>
    shown(findInstant(deskOf(call), request.account_id, request.instant_funding_id), instantRow),
}
