import { isoTime } from '../../../shared/wire/fields.js'
import type { TradeEvent } from '../exchange/exchange.js'
import { centsText } from '../ledger/money.js'
import type { Desk } from './desk.js'
import type { BrokerEventType } from './push/event.js'
import type {
  Application,
  BrokerAccount,
  Entry,
  FundingTransfer,
  Instant,
  Relationship,
} from './state.js'

/**
 * What the event push tells (contract/broker.md), one function for each kind of thing that happens.
 * Every payload says what it is
 * about (`biz_type`), how that stands now, why, and when.
 */
function tell(
  desk: Desk,
  type: BrokerEventType,
  payload: {
    readonly biz_type: string
    readonly status: string
    readonly reason: string | null
  } & Readonly<Record<string, unknown>>,
): void {
  desk.tell(type, { ...payload, timestamp: isoTime(desk.now()) })
}

export function tellApplication(desk: Desk, application: Application): void {
  tell(desk, 'APPLICATION', {
    client_request_id: application.requestId,
    application_id: application.id,
    biz_type: application.relatedAccountId === null ? 'OPEN_ACCOUNT' : 'ADD_ACCOUNT_TYPE',
    status: application.status,
    reason:
      application.resubmissionCodes.length === 0 ? null : application.resubmissionCodes.join(','),
    account_id: application.accountId,
  })
}

/** `requestId` is null for what no request has caused directly. */
export function tellAccount(
  desk: Desk,
  account: BrokerAccount,
  change: 'OPEN' | 'UPDATE' | 'CLOSE',
  requestId: string | null,
  reason: string | null = null,
): void {
  tell(desk, 'ACCOUNT', {
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

/** Forms of an account were replaced: an event for each of them, after the account's own. */
export function tellForms(
  desk: Desk,
  account: BrokerAccount,
  forms: readonly string[],
  requestId: string,
): void {
  for (const form of forms) {
    tell(desk, 'MASTER_DATA', {
      client_request_id: requestId,
      account_id: account.id,
      account_number: account.number,
      biz_type: form,
      status: 'UPDATED',
      reason: null,
    })
  }
}

export function tellRelationship(desk: Desk, one: Relationship): void {
  tell(desk, 'FUNDING', {
    account_id: one.accountId,
    relationship_id: one.id,
    biz_type: one.kind === 'ACH' ? 'ACH_RELATIONSHIP' : 'BANK_RELATIONSHIP',
    status: one.status,
    reason: null,
  })
}

export function tellTransfer(desk: Desk, one: FundingTransfer): void {
  tell(desk, 'FUNDING', {
    client_request_id: one.requestId,
    account_id: one.accountId,
    transfer_id: one.id,
    biz_type: 'TRANSFER',
    transfer_method: one.method,
    direction: one.direction,
    amount: centsText(one.cents),
    currency: 'USD',
    status: one.status,
    reason: one.failure,
  })
}

export function tellInstant(desk: Desk, one: Instant): void {
  tell(desk, 'FUNDING', {
    client_request_id: one.requestId,
    account_id: one.accountId,
    instant_funding_id: one.id,
    transfer_id: one.transferId,
    biz_type: 'INSTANT_FUNDING',
    amount: centsText(one.cents),
    currency: 'USD',
    status: one.status,
    reason: null,
  })
}

export function tellEntry(desk: Desk, { id, requestId, cents, note, what }: Entry): void {
  const common = {
    client_request_id: requestId,
    amount: centsText(cents),
    currency: 'USD',
    status: 'COMPLETED',
    reason: note,
  }
  switch (what.kind) {
    case 'credit':
      return tell(desk, 'FEES_CREDITS', {
        ...common,
        account_id: what.accountId,
        credit_id: id,
        biz_type: 'CREDIT',
        credit_type: what.type,
      })
    case 'fee':
      return tell(desk, 'FEES_CREDITS', {
        ...common,
        account_id: what.accountId,
        fee_id: id,
        biz_type: 'FEE',
        fee_type: what.type,
      })
    case 'journal':
      return tell(desk, 'JOURNAL', {
        ...common,
        journal_id: id,
        biz_type: what.thirdParty ? 'THIRD_PARTY_CASH_JOURNAL' : 'CASH_JOURNAL',
        from_account_id: what.from,
        to_account_id: what.to,
      })
  }
}

/**
 * An order of a customer, as the trade event stream tells it, with commission and fees (seed);
 * flat, as on the published page that has them.
 */
export function tellTrade(desk: Desk, { accountId, payload, charges }: TradeEvent): void {
  if (!desk.account(accountId).ok) return
  desk.tell('TRADE', { ...payload, ...charges.commission, fees: charges.fees })
}
