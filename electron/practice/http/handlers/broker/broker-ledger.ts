import { ok, type Result } from '../../../../../shared/domain/result.js'
import { isoTime } from '../../../../../shared/wire/fields.js'
import { listOf } from '../../../../../shared/wire/families/trading/activities.js'
import { addEntry, findEntry } from '../../../broker/entries.js'
import { centsOf, grantedCents, spareCents } from '../../../broker/money.js'
import type { BrokerEntry } from '../../../broker/state.js'
import { centsText } from '../../../ledger/money.js'
import type { Call, Handlers, HandlerResult } from '../../operations/handler.js'
import type { Refusal } from '../../message/refusal.js'
import { saved, asOutcome } from './broker-funding.js'
import { answered } from '../trading/guarded.js'

type LedgerId =
  | 'broker.credits.create'
  | 'broker.credits.get'
  | 'broker.fees.create'
  | 'broker.fees.get'
  | 'broker.journals.create'
  | 'broker.journals.get'
  | 'broker.third-party-journals.create'
  | 'broker.third-party-journals.get'
  | 'broker.balances.get'
  | 'broker.positions.list'
  | 'broker.summaries.get'
  | 'broker.cash-activities.list'

const contextOf = (call: Call) => call.services.broker.context

/** Formats a ledger entry; every kind has its own name for the id (BROKER-1). */
function entryRow({ id, requestId, cents, note, createdAt, what: detail }: BrokerEntry): unknown {
  const common = {
    client_request_id: requestId,
    amount: centsText(cents),
    currency: 'USD',
    description: note,
    status: 'COMPLETED',
    create_time: isoTime(createdAt),
  }
  switch (detail.kind) {
    case 'credit':
      return { credit_id: id, account_id: detail.accountId, credit_type: detail.type, ...common }
    case 'fee':
      return { fee_id: id, account_id: detail.accountId, fee_type: detail.type, ...common }
    case 'journal':
      return { journal_id: id, from_account_id: detail.from, to_account_id: detail.to, ...common }
  }
}

interface JournalRequest {
  readonly client_request_id: string
  readonly from_account_id: string
  readonly to_account_id: string
  readonly amount: string
  readonly description?: string | undefined
}

const journal =
  (thirdParty: boolean) =>
  (request: JournalRequest, call: Call): Promise<HandlerResult> =>
    saved(
      call,
      addEntry(contextOf(call), request.client_request_id, {
        cents: centsOf(request.amount),
        note: request.description ?? null,
        what: {
          kind: 'journal',
          thirdParty,
          from: request.from_account_id,
          to: request.to_account_id,
        },
      }),
      entryRow,
    )
const journalOf =
  (thirdParty: boolean) =>
  (request: { readonly journal_id: string }, call: Call): HandlerResult =>
    asOutcome(
      findEntry(
        contextOf(call),
        request.journal_id,
        (detail) => detail.kind === 'journal' && detail.thirdParty === thirdParty,
        'journal_id',
      ),
      entryRow,
    )

/** Runs a read on an account of the broker's customers; 403 for any other account. */
export function ofCustomer(
  call: Call,
  accountId: string,
  run: () => HandlerResult | Promise<HandlerResult>,
): HandlerResult | Promise<HandlerResult> {
  const account = contextOf(call).account(accountId)
  return account.ok ? run() : account
}

function summary(call: Call, accountId: string): Result<unknown, Refusal> {
  const balance = call.services.exchange.balance(accountId)
  if (!balance.ok) return balance
  const context = contextOf(call)
  const pending = (direction: string): string =>
    centsText(
      context.state.transfers
        .filter(
          (transfer) =>
            transfer.accountId === accountId &&
            transfer.status === 'PENDING' &&
            transfer.direction === direction,
        )
        .reduce((total, transfer) => total + transfer.cents, 0),
    )
  return ok({
    account_id: accountId,
    currency: 'USD',
    total_asset: balance.value.total_net_liquidation_value,
    total_cash_balance: balance.value.total_cash_balance,
    total_market_value: balance.value.total_market_value,
    available_withdrawal: centsText(spareCents(context, accountId)),
    buying_power: balance.value.account_currency_assets[0]?.buying_power ?? '0.00',
    pending_deposit: pending('INCOMING'),
    pending_withdrawal: pending('OUTGOING'),
    instant_funding: centsText(grantedCents(context, accountId)),
  })
}

export const brokerLedgerHandlers: Pick<Handlers, LedgerId> = {
  'broker.credits.create': (request, call) =>
    saved(
      call,
      addEntry(contextOf(call), request.client_request_id, {
        cents: centsOf(request.amount),
        note: request.description ?? null,
        what: { kind: 'credit', accountId: request.account_id, type: request.credit_type },
      }),
      entryRow,
    ),
  'broker.credits.get': (request, call) =>
    asOutcome(
      findEntry(contextOf(call), request.credit_id, ({ kind }) => kind === 'credit', 'credit_id'),
      entryRow,
    ),
  'broker.fees.create': (request, call) =>
    saved(
      call,
      addEntry(contextOf(call), request.client_request_id, {
        cents: centsOf(request.amount),
        note: request.description ?? null,
        what: { kind: 'fee', accountId: request.account_id, type: request.fee_type },
      }),
      entryRow,
    ),
  'broker.fees.get': (request, call) =>
    asOutcome(
      findEntry(contextOf(call), request.fee_id, ({ kind }) => kind === 'fee', 'fee_id'),
      entryRow,
    ),
  'broker.journals.create': journal(false),
  'broker.journals.get': journalOf(false),
  'broker.third-party-journals.create': journal(true),
  'broker.third-party-journals.get': journalOf(true),

  'broker.balances.get': (request, call) =>
    ofCustomer(call, request.account_id, () =>
      answered(call.services.exchange.balance(request.account_id)),
    ),
  'broker.positions.list': (request, call) =>
    ofCustomer(call, request.account_id, () =>
      answered(call.services.exchange.positions(request.account_id)),
    ),
  'broker.summaries.get': (request, call) =>
    ofCustomer(call, request.account_id, () => answered(summary(call, request.account_id))),
  'broker.cash-activities.list': (request, call) =>
    ofCustomer(call, request.account_id, () =>
      answered(
        call.services.exchange.cashActivities({
          accountId: request.account_id,
          types: listOf(request.activity_types),
          startTime: request.start_time,
          endTime: request.end_time,
          paginationKey: request.pagination_key,
        }),
      ),
    ),
}
