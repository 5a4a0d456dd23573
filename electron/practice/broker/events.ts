import { isoTime } from '../../../shared/wire/fields.js'
import type { TradeEvent } from '../exchange/api/exchange-api.js'
import { centsText } from '../ledger/money.js'
import type { BrokerContext } from './broker-context.js'
import type { BrokerEventType } from './push/event.js'
import type {
  Application,
  BrokerAccount,
  BrokerEntry,
  FundingTransfer,
  Instant,
  Relationship,
} from './state.js'

/**
 * Emits an event of the event push (BROKER-3). Every payload has its subject (`biz_type`), current
 * status, reason and time.
 */
function emitEvent(
  context: BrokerContext,
  type: BrokerEventType,
  payload: {
    readonly biz_type: string
    readonly status: string
    readonly reason: string | null
  } & Readonly<Record<string, unknown>>,
): void {
  context.emit(type, { ...payload, timestamp: isoTime(context.now()) })
}

export function emitApplicationEvent(context: BrokerContext, application: Application): void {
  emitEvent(context, 'APPLICATION', {
    client_request_id: application.requestId,
    application_id: application.id,
    biz_type: application.relatedAccountId === null ? 'OPEN_ACCOUNT' : 'ADD_ACCOUNT_TYPE',
    status: application.status,
    reason:
      application.resubmissionCodes.length === 0 ? null : application.resubmissionCodes.join(','),
    account_id: application.accountId,
  })
}

/** Emits an account event; `requestId` is null when no request caused it directly. */
export function emitAccountEvent(
  context: BrokerContext,
  account: BrokerAccount,
  {
    change,
    requestId,
    reason = null,
  }: {
    readonly change: 'OPEN' | 'UPDATE' | 'CLOSE'
    readonly requestId: string | null
    readonly reason?: string | null
  },
): void {
  emitEvent(context, 'ACCOUNT', {
    client_request_id: requestId,
    account_id: account.id,
    account_number: account.number,
    account_type: account.type,
    biz_type: change,
    status: account.closedAt === null ? 'ACTIVE' : 'CLOSED',
    reason,
    restriction_codes: account.restrictions.map(({ code }) => code),
  })
}

/** Emits an event for each replaced form of an account, after the account's own event. */
export function emitFormsEvent(
  context: BrokerContext,
  account: BrokerAccount,
  forms: readonly string[],
  requestId: string,
): void {
  for (const form of forms) {
    emitEvent(context, 'MASTER_DATA', {
      client_request_id: requestId,
      account_id: account.id,
      account_number: account.number,
      biz_type: form,
      status: 'UPDATED',
      reason: null,
    })
  }
}

export function emitRelationshipEvent(context: BrokerContext, relationship: Relationship): void {
  emitEvent(context, 'FUNDING', {
    account_id: relationship.accountId,
    relationship_id: relationship.id,
    biz_type: relationship.kind === 'ACH' ? 'ACH_RELATIONSHIP' : 'BANK_RELATIONSHIP',
    status: relationship.status,
    reason: null,
  })
}

export function emitTransferEvent(context: BrokerContext, transfer: FundingTransfer): void {
  emitEvent(context, 'FUNDING', {
    client_request_id: transfer.requestId,
    account_id: transfer.accountId,
    transfer_id: transfer.id,
    biz_type: 'TRANSFER',
    transfer_method: transfer.method,
    direction: transfer.direction,
    amount: centsText(transfer.cents),
    currency: 'USD',
    status: transfer.status,
    reason: transfer.failure,
  })
}

export function emitInstantEvent(context: BrokerContext, instant: Instant): void {
  emitEvent(context, 'FUNDING', {
    client_request_id: instant.requestId,
    account_id: instant.accountId,
    instant_funding_id: instant.id,
    transfer_id: instant.transferId,
    biz_type: 'INSTANT_FUNDING',
    amount: centsText(instant.cents),
    currency: 'USD',
    status: instant.status,
    reason: null,
  })
}

export function emitEntryEvent(
  context: BrokerContext,
  { id, requestId, cents, note, what: detail }: BrokerEntry,
): void {
  const common = {
    client_request_id: requestId,
    amount: centsText(cents),
    currency: 'USD',
    status: 'COMPLETED',
    reason: note,
  }
  switch (detail.kind) {
    case 'credit':
      return emitEvent(context, 'FEES_CREDITS', {
        ...common,
        account_id: detail.accountId,
        credit_id: id,
        biz_type: 'CREDIT',
        credit_type: detail.type,
      })
    case 'fee':
      return emitEvent(context, 'FEES_CREDITS', {
        ...common,
        account_id: detail.accountId,
        fee_id: id,
        biz_type: 'FEE',
        fee_type: detail.type,
      })
    case 'journal':
      return emitEvent(context, 'JOURNAL', {
        ...common,
        journal_id: id,
        biz_type: detail.thirdParty ? 'THIRD_PARTY_CASH_JOURNAL' : 'CASH_JOURNAL',
        from_account_id: detail.from,
        to_account_id: detail.to,
      })
  }
}

/**
 * Emits a customer's order like the trade event stream does, with commission and fees; flat, as
 * published.
 */
export function emitTradeEvent(
  context: BrokerContext,
  { accountId, payload, charges }: TradeEvent,
): void {
  if (!context.account(accountId).ok) return
  context.emit('TRADE', { ...payload, ...charges.commission, fees: charges.fees })
}
