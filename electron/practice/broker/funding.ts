import {
  OPEN_MINUTE,
  exchangeClock,
  exchangeInstant,
  nextDay,
  tradingDay,
} from '../../../shared/domain/exchange-time.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { MINUTE_MS, epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import type { Refusal } from '../exchange/exchange.js'
import type { Desk } from './desk.js'
import { tellInstant, tellTransfer } from './happenings.js'
import { grantedCents, spareCents } from './money.js'
import { wrong } from './read-forms.js'
import { findRelationship } from './relationships.js'
import type { FundingTransfer, Instant } from './state.js'

const { achDailyCents, wireCents, wireMinutes, instantShare, instantMostCents, returnedSuffix } =
  ASSUMPTIONS.broker

export type NewTransfer = Pick<
  FundingTransfer,
  'accountId' | 'relationshipId' | 'method' | 'direction' | 'cents'
>

const expected = (method: FundingTransfer['method'], now: EpochMs): EpochMs =>
  method === 'WIRE'
    ? epochMs(now + wireMinutes * MINUTE_MS)
    : exchangeInstant(tradingDay(nextDay(exchangeClock(now).day), 0), OPEN_MINUTE)

function limitProblem(desk: Desk, wanted: NewTransfer): Refusal | null {
  if (wanted.method === 'WIRE') {
    return wanted.cents > wireCents ? wrong('amount: above the limit of one wire.') : null
  }
  const today = exchangeClock(desk.now()).day
  const sent = desk.state.transfers
    .filter(
      (one) =>
        one.accountId === wanted.accountId &&
        one.method === 'ACH' &&
        one.direction === wanted.direction &&
        one.status !== 'CANCELLED' &&
        exchangeClock(one.createdAt).day === today,
    )
    .reduce((total, one) => total + one.cents, 0)
  return sent + wanted.cents > achDailyCents
    ? wrong('amount: above the daily limit of ACH transfers.')
    : null
}

/**
 * Creates a transfer. Money that goes out leaves the account at once, so that it cannot be spent
 * twice; money that comes in is there when it has arrived.
 */
export function createTransfer(
  desk: Desk,
  requestId: string,
  wanted: NewTransfer,
): Result<FundingTransfer, Refusal> {
  const done = desk.once('transfers.create', requestId, wanted, () => {
    const account = desk.openAccount(wanted.accountId)
    if (!account.ok) return account
    const relationship = findRelationship(
      desk,
      wanted.method,
      wanted.accountId,
      wanted.relationshipId,
    )
    if (!relationship.ok) return relationship
    if (relationship.value.status !== 'APPROVED') {
      return err(wrong('relationship_id: the bank account is not verified.'))
    }
    const over = limitProblem(desk, wanted)
    if (over !== null) return err(over)
    if (wanted.direction === 'OUTGOING') {
      if (wanted.cents > spareCents(desk, wanted.accountId)) {
        return err(wrong('amount: more than can be withdrawn.'))
      }
      desk.books.moveCash({
        accountId: wanted.accountId,
        cents: -wanted.cents,
        type: 'WITHDRAW',
        subType: wanted.method,
      })
    }
    const now = desk.now()
    const id = desk.id('transfer')
    const made: FundingTransfer = {
      ...wanted,
      id,
      requestId,
      status: 'PENDING',
      failure: null,
      createdAt: now,
      updatedAt: now,
      dueAt: expected(wanted.method, now),
    }
    desk.state.transfers.push(made)
    tellTransfer(desk, made)
    return ok(id)
  })
  return done.ok ? findTransfer(desk, wanted.accountId, done.value) : done
}

export function findTransfer(
  desk: Desk,
  accountId: string,
  id: string,
): Result<FundingTransfer, Refusal> {
  const account = desk.account(accountId)
  if (!account.ok) return account
  const found = desk.state.transfers.find((one) => one.id === id && one.accountId === accountId)
  return found === undefined ? err(wrong('transfer_id is not known.')) : ok(found)
}

const grantOf = (desk: Desk, transfer: FundingTransfer): Instant | undefined =>
  desk.state.instants.find((one) => one.transferId === transfer.id && one.status === 'GRANTED')

/**
 * Cancels a transfer that is under way; what had left the account comes back. 417 once it is over,
 * or when a part of it was granted already.
 */
export function cancelTransfer(
  desk: Desk,
  accountId: string,
  id: string,
): Result<FundingTransfer, Refusal> {
  const found = findTransfer(desk, accountId, id)
  if (!found.ok) return found
  const transfer = found.value
  if (transfer.status !== 'PENDING') return err(wrong('transfer_id: the transfer is over.'))
  if (grantOf(desk, transfer) !== undefined) {
    return err(wrong('transfer_id: instant funding was granted against it.'))
  }
  if (transfer.direction === 'OUTGOING') {
    desk.books.moveCash({
      accountId,
      cents: transfer.cents,
      type: 'WITHDRAW',
      subType: `${transfer.method}_CANCELLED`,
    })
  }
  Object.assign(transfer, { status: 'CANCELLED', updatedAt: desk.now() })
  tellTransfer(desk, transfer)
  return ok(transfer)
}

/** An account's transfers, newest first. */
export function listTransfers(
  desk: Desk,
  accountId: string,
  direction: string | undefined,
  status: string | undefined,
): Result<readonly FundingTransfer[], Refusal> {
  const account = desk.account(accountId)
  if (!account.ok) return account
  const mine = desk.state.transfers.filter(
    (one) =>
      one.accountId === accountId &&
      (direction === undefined || one.direction === direction) &&
      (status === undefined || one.status === status),
  )
  return ok([...mine].reverse())
}

/**
 * Grants a part of a deposit that is under way, at once: at most half of it, within a limit over
 * the account.
 */
export function grantInstant(
  desk: Desk,
  requestId: string,
  accountId: string,
  transferId: string,
  cents: number,
): Result<Instant, Refusal> {
  const done = desk.once('instant.create', requestId, { accountId, transferId, cents }, () => {
    const found = findTransfer(desk, accountId, transferId)
    if (!found.ok) return found
    const transfer = found.value
    if (transfer.direction !== 'INCOMING' || transfer.status !== 'PENDING') {
      return err(wrong('transfer_id: not a deposit that is under way.'))
    }
    if (desk.state.instants.some((one) => one.transferId === transferId)) {
      return err(wrong('transfer_id: instant funding was granted already.'))
    }
    if (cents * instantShare.denominator > transfer.cents * instantShare.numerator) {
      return err(wrong('amount: more than can be granted of this deposit.'))
    }
    if (grantedCents(desk, accountId) + cents > instantMostCents) {
      return err(wrong('amount: more than can be granted to this account.'))
    }
    const now = desk.now()
    const id = desk.id('instant')
    desk.books.moveCash({ accountId, cents, type: 'JOURNAL', subType: 'INSTANT_FUNDING' })
    const made: Instant = {
      id,
      requestId,
      accountId,
      transferId,
      cents,
      status: 'GRANTED',
      createdAt: now,
      updatedAt: now,
    }
    desk.state.instants.push(made)
    tellInstant(desk, made)
    return ok(id)
  })
  return done.ok ? findInstant(desk, accountId, done.value) : done
}

export function findInstant(desk: Desk, accountId: string, id: string): Result<Instant, Refusal> {
  const account = desk.account(accountId)
  if (!account.ok) return account
  const found = desk.state.instants.find((one) => one.id === id && one.accountId === accountId)
  return found === undefined ? err(wrong('instant_funding_id is not known.')) : ok(found)
}

function arrive(desk: Desk, transfer: FundingTransfer, returned: boolean): void {
  const now = desk.now()
  const { accountId, cents, method } = transfer
  if (transfer.direction === 'INCOMING' && !returned) {
    desk.books.moveCash({ accountId, cents, type: 'DEPOSIT', subType: method })
  }
  Object.assign(transfer, {
    status: returned ? 'FAILED' : 'COMPLETED',
    failure: returned ? 'R01 Insufficient funds' : null,
    updatedAt: now,
  })
  tellTransfer(desk, transfer)
  const grant = grantOf(desk, transfer)
  if (grant === undefined) return
  // What was lent is taken back either way: from the money that arrived, or, when none did, from
  // the account.
  desk.books.moveCash({
    accountId,
    cents: -grant.cents,
    type: 'JOURNAL',
    subType: returned ? 'INSTANT_FUNDING_REVERSED' : 'INSTANT_FUNDING_REPAID',
  })
  Object.assign(grant, { status: returned ? 'REVERSED' : 'REPAID', updatedAt: now })
  tellInstant(desk, grant)
}

/** Lets every transfer that is due arrive, or come back. */
export function settleTransfers(desk: Desk): void {
  const now = desk.now()
  for (const transfer of desk.state.transfers) {
    if (transfer.status !== 'PENDING' || now < transfer.dueAt) continue
    const bank = desk.state.relationships.find((one) => one.id === transfer.relationshipId)
    arrive(
      desk,
      transfer,
      transfer.method === 'ACH' &&
        transfer.direction === 'INCOMING' &&
        bank !== undefined &&
        bank.accountNumber.endsWith(returnedSuffix),
    )
  }
}
