import {
  OPEN_MINUTE,
  exchangeClock,
  exchangeInstant,
  nextDay,
  tradingDay,
} from '../../../shared/domain/market/exchange-time.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { MINUTE_MS, epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import type { Refusal } from '../exchange/api/refusals.js'
import type { BrokerContext } from './broker-context.js'
import { emitInstantEvent, emitTransferEvent } from './events.js'
import { grantedCents, spareCents } from './money.js'
import { wrong } from './read-forms.js'
import { findRelationship } from './relationships.js'
import type { FundingTransfer, Instant } from './state.js'

const { achDailyCents, wireCents, wireMinutes, instantShare, instantMaxCents, returnedSuffix } =
  ASSUMPTIONS.broker

export type NewTransfer = Pick<
  FundingTransfer,
  'accountId' | 'relationshipId' | 'method' | 'direction' | 'cents'
>

const expected = (method: FundingTransfer['method'], now: EpochMs): EpochMs =>
  method === 'WIRE'
    ? epochMs(now + wireMinutes * MINUTE_MS)
    : exchangeInstant(tradingDay(nextDay(exchangeClock(now).day), 0), OPEN_MINUTE)

function limitProblem(context: BrokerContext, request: NewTransfer): Refusal | null {
  if (request.method === 'WIRE') {
    return request.cents > wireCents ? wrong('amount: above the limit of one wire.') : null
  }
  const today = exchangeClock(context.now()).day
  const sent = context.state.transfers
    .filter(
      (transfer) =>
        transfer.accountId === request.accountId &&
        transfer.method === 'ACH' &&
        transfer.direction === request.direction &&
        transfer.status !== 'CANCELLED' &&
        exchangeClock(transfer.createdAt).day === today,
    )
    .reduce((total, transfer) => total + transfer.cents, 0)
  return sent + request.cents > achDailyCents
    ? wrong('amount: above the daily limit of ACH transfers.')
    : null
}

/**
 * Creates a transfer. Outgoing money leaves the account at once, so that it cannot be spent twice;
 * incoming money is available after its arrival.
 */
export function createTransfer(
  context: BrokerContext,
  requestId: string,
  request: NewTransfer,
): Result<FundingTransfer, Refusal> {
  const done = context.once('transfers.create', requestId, request, () => {
    const account = context.openAccount(request.accountId)
    if (!account.ok) return account
    const relationship = findRelationship(
      context,
      request.method,
      request.accountId,
      request.relationshipId,
    )
    if (!relationship.ok) return relationship
    if (relationship.value.status !== 'APPROVED') {
      return err(wrong('relationship_id: the bank account is not verified.'))
    }
    const over = limitProblem(context, request)
    if (over !== null) return err(over)
    if (request.direction === 'OUTGOING') {
      if (request.cents > spareCents(context, request.accountId)) {
        return err(wrong('amount: more than can be withdrawn.'))
      }
      context.books.moveCash({
        accountId: request.accountId,
        cents: -request.cents,
        type: 'WITHDRAW',
        subType: request.method,
      })
    }
    const now = context.now()
    const id = context.id('transfer')
    const transfer: FundingTransfer = {
      ...request,
      id,
      requestId,
      status: 'PENDING',
      failure: null,
      createdAt: now,
      updatedAt: now,
      dueAt: expected(request.method, now),
    }
    context.state.transfers.push(transfer)
    emitTransferEvent(context, transfer)
    return ok(id)
  })
  return done.ok ? findTransfer(context, request.accountId, done.value) : done
}

export function findTransfer(
  context: BrokerContext,
  accountId: string,
  id: string,
): Result<FundingTransfer, Refusal> {
  const account = context.account(accountId)
  if (!account.ok) return account
  const found = context.state.transfers.find(
    (transfer) => transfer.id === id && transfer.accountId === accountId,
  )
  return found === undefined ? err(wrong('transfer_id is not known.')) : ok(found)
}

const grantOf = (context: BrokerContext, transfer: FundingTransfer): Instant | undefined =>
  context.state.instants.find(
    (instant) => instant.transferId === transfer.id && instant.status === 'GRANTED',
  )

/**
 * Cancels a pending transfer and returns money that had left the account. 417 once it is over, or
 * when part of it was granted as instant funding.
 */
export function cancelTransfer(
  context: BrokerContext,
  accountId: string,
  id: string,
): Result<FundingTransfer, Refusal> {
  const found = findTransfer(context, accountId, id)
  if (!found.ok) return found
  const transfer = found.value
  if (transfer.status !== 'PENDING') return err(wrong('transfer_id: the transfer is over.'))
  if (grantOf(context, transfer) !== undefined) {
    return err(wrong('transfer_id: instant funding was granted against it.'))
  }
  if (transfer.direction === 'OUTGOING') {
    context.books.moveCash({
      accountId,
      cents: transfer.cents,
      type: 'WITHDRAW',
      subType: `${transfer.method}_CANCELLED`,
    })
  }
  Object.assign(transfer, { status: 'CANCELLED', updatedAt: context.now() })
  emitTransferEvent(context, transfer)
  return ok(transfer)
}

/** Returns an account's transfers, newest first. */
export function listTransfers(
  context: BrokerContext,
  accountId: string,
  direction: string | undefined,
  status: string | undefined,
): Result<readonly FundingTransfer[], Refusal> {
  const account = context.account(accountId)
  if (!account.ok) return account
  const ofAccount = context.state.transfers.filter(
    (transfer) =>
      transfer.accountId === accountId &&
      (direction === undefined || transfer.direction === direction) &&
      (status === undefined || transfer.status === status),
  )
  return ok([...ofAccount].reverse())
}

/** A request to grant part of a pending deposit at once. */
export interface InstantRequest {
  readonly requestId: string
  readonly accountId: string
  readonly transferId: string
  readonly cents: number
}

/** Grants part of a pending deposit at once: at most half of it, within a limit per account. */
export function grantInstant(
  context: BrokerContext,
  { requestId, accountId, transferId, cents }: InstantRequest,
): Result<Instant, Refusal> {
  const done = context.once('instant.create', requestId, { accountId, transferId, cents }, () => {
    const found = findTransfer(context, accountId, transferId)
    if (!found.ok) return found
    const transfer = found.value
    if (transfer.direction !== 'INCOMING' || transfer.status !== 'PENDING') {
      return err(wrong('transfer_id: not a deposit that is under way.'))
    }
    if (context.state.instants.some((instant) => instant.transferId === transferId)) {
      return err(wrong('transfer_id: instant funding was granted already.'))
    }
    if (cents * instantShare.denominator > transfer.cents * instantShare.numerator) {
      return err(wrong('amount: more than can be granted of this deposit.'))
    }
    if (grantedCents(context, accountId) + cents > instantMaxCents) {
      return err(wrong('amount: more than can be granted to this account.'))
    }
    const now = context.now()
    const id = context.id('instant')
    context.books.moveCash({ accountId, cents, type: 'JOURNAL', subType: 'INSTANT_FUNDING' })
    const grant: Instant = {
      id,
      requestId,
      accountId,
      transferId,
      cents,
      status: 'GRANTED',
      createdAt: now,
      updatedAt: now,
    }
    context.state.instants.push(grant)
    emitInstantEvent(context, grant)
    return ok(id)
  })
  return done.ok ? findInstant(context, accountId, done.value) : done
}

export function findInstant(
  context: BrokerContext,
  accountId: string,
  id: string,
): Result<Instant, Refusal> {
  const account = context.account(accountId)
  if (!account.ok) return account
  const found = context.state.instants.find(
    (instant) => instant.id === id && instant.accountId === accountId,
  )
  return found === undefined ? err(wrong('instant_funding_id is not known.')) : ok(found)
}

function arrive(context: BrokerContext, transfer: FundingTransfer, returned: boolean): void {
  const now = context.now()
  const { accountId, cents, method } = transfer
  if (transfer.direction === 'INCOMING' && !returned) {
    context.books.moveCash({ accountId, cents, type: 'DEPOSIT', subType: method })
  }
  Object.assign(transfer, {
    status: returned ? 'FAILED' : 'COMPLETED',
    failure: returned ? 'R01 Insufficient funds' : null,
    updatedAt: now,
  })
  emitTransferEvent(context, transfer)
  const grant = grantOf(context, transfer)
  if (grant === undefined) return
  // The granted money is taken back in any case: from the deposit when it arrived, otherwise from
  // the account.
  context.books.moveCash({
    accountId,
    cents: -grant.cents,
    type: 'JOURNAL',
    subType: returned ? 'INSTANT_FUNDING_REVERSED' : 'INSTANT_FUNDING_REPAID',
  })
  Object.assign(grant, { status: returned ? 'REVERSED' : 'REPAID', updatedAt: now })
  emitInstantEvent(context, grant)
}

/** Completes or fails every due transfer. */
export function settleTransfers(context: BrokerContext): void {
  const now = context.now()
  for (const transfer of context.state.transfers) {
    if (transfer.status !== 'PENDING' || now < transfer.dueAt) continue
    const bank = context.state.relationships.find(
      (relationship) => relationship.id === transfer.relationshipId,
    )
    arrive(
      context,
      transfer,
      transfer.method === 'ACH' &&
        transfer.direction === 'INCOMING' &&
        bank !== undefined &&
        bank.accountNumber.endsWith(returnedSuffix),
    )
  }
}
