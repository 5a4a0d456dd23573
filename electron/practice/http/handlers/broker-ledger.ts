import { ok, type Result } from '../../../../shared/domain/result.js'
import { isoTime } from '../../../../shared/wire/fields.js'
import { listOf } from '../../../../shared/wire/families/activities.js'
import { addEntry, findEntry } from '../../broker/entries.js'
import { centsOf, grantedCents, spareCents } from '../../broker/money.js'
import type { Entry } from '../../broker/state.js'
import { centsText } from '../../ledger/money.js'
import type { Call, Handlers, Outcome } from '../handler.js'
import type { Refusal } from '../refusal.js'
import { saved, shown } from './broker-funding.js'
import { answered } from './guarded.js'

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

const deskOf = (call: Call) => call.services.broker.desk

/** contract/broker.md: every kind has its own name for the id. */
function entryRow({ id, requestId, cents, note, createdAt, what }: Entry): unknown {
  const common = {
    client_request_id: requestId,
    amount: centsText(cents),
    currency: 'USD',
    description: note,
    status: 'COMPLETED',
    create_time: isoTime(createdAt),
  }
  switch (what.kind) {
    case 'credit':
      return { credit_id: id, account_id: what.accountId, credit_type: what.type, ...common }
    case 'fee':
      return { fee_id: id, account_id: what.accountId, fee_type: what.type, ...common }
    case 'journal':
      return { journal_id: id, from_account_id: what.from, to_account_id: what.to, ...common }
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
  (request: JournalRequest, call: Call): Promise<Outcome> =>
    saved(
      call,
      addEntry(deskOf(call), request.client_request_id, {
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
  (request: { readonly journal_id: string }, call: Call): Outcome =>
    shown(
      findEntry(
        deskOf(call),
        request.journal_id,
        (what) => what.kind === 'journal' && what.thirdParty === thirdParty,
        'journal_id',
      ),
      entryRow,
    )

/** Runs a read over an account of the broker's customers; 403 for any other. */
export function ofCustomer(
  call: Call,
  accountId: string,
  run: () => Outcome | Promise<Outcome>,
): Outcome | Promise<Outcome> {
  const account = deskOf(call).account(accountId)
  return account.ok ? run() : account
}

function summary(call: Call, accountId: string): Result<unknown, Refusal> {
  const balance = call.services.exchange.balance(accountId)
  if (!balance.ok) return balance
  const desk = deskOf(call)
  const pending = (direction: string): string =>
    centsText(
      desk.state.transfers
        .filter(
          (one) =>
            one.accountId === accountId && one.status === 'PENDING' && one.direction === direction,
        )
        .reduce((total, one) => total + one.cents, 0),
    )
  return ok({
    account_id: accountId,
    currency: 'USD',
    total_asset: balance.value.total_net_liquidation_value,
    total_cash_balance: balance.value.total_cash_balance,
    total_market_value: balance.value.total_market_value,
    available_withdrawal: centsText(spareCents(desk, accountId)),
    buying_power: balance.value.account_currency_assets[0]?.buying_power ?? '0.00',
    pending_deposit: pending('INCOMING'),
    pending_withdrawal: pending('OUTGOING'),
    instant_funding: centsText(grantedCents(desk, accountId)),
  })
}

export const brokerLedgerHandlers: Pick<Handlers, LedgerId> = {
  'broker.credits.create': (request, call) =>
    saved(
      call,
      addEntry(deskOf(call), request.client_request_id, {
        cents: centsOf(request.amount),
        note: request.description ?? null,
        what: { kind: 'credit', accountId: request.account_id, type: request.credit_type },
      }),
      entryRow,
    ),
  'broker.credits.get': (request, call) =>
    shown(
      findEntry(deskOf(call), request.credit_id, ({ kind }) => kind === 'credit', 'credit_id'),
      entryRow,
    ),
  'broker.fees.create': (request, call) =>
    saved(
      call,
      addEntry(deskOf(call), request.client_request_id, {
        cents: centsOf(request.amount),
        note: request.description ?? null,
        what: { kind: 'fee', accountId: request.account_id, type: request.fee_type },
      }),
      entryRow,
    ),
  'broker.fees.get': (request, call) =>
    shown(
      findEntry(deskOf(call), request.fee_id, ({ kind }) => kind === 'fee', 'fee_id'),
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
