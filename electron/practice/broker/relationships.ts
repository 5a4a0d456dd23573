import { err, ok, type Result } from '../../../shared/domain/result.js'
import { SECOND_MS } from '../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import type { Refusal } from '../exchange/exchange.js'
import type { Desk } from './desk.js'
import { tellRelationship } from './happenings.js'
import { wrong } from './read-forms.js'
import type { BrokerAccount, Relationship } from './state.js'

const { verifySeconds } = ASSUMPTIONS.broker

export type NewRelationship = Pick<
  Relationship,
  | 'kind'
  | 'accountId'
  | 'holder'
  | 'bankName'
  | 'routing'
  | 'accountNumber'
  | 'accountType'
  | 'nickname'
>

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim()

/** Money comes from and goes to the customer's own bank accounts only. */
function ownsIt(account: BrokerAccount, holder: string): boolean {
  const customer = account.filled.basic?.customer_info
  if (customer === undefined) return false
  const names = [
    [customer.first_name, customer.last_name],
    [customer.first_name, customer.middle_name ?? '', customer.last_name],
  ]
  return names.some((name) => plain(name.join(' ')) === plain(holder))
}

/** Adds a bank account to an account; it can be used a few seconds later. */
export function addRelationship(
  desk: Desk,
  requestId: string,
  wanted: NewRelationship,
): Result<Relationship, Refusal> {
  const done = desk.once(`relationships.${wanted.kind}`, requestId, wanted, () => {
    const account = desk.openAccount(wanted.accountId)
    if (!account.ok) return account
    if (!ownsIt(account.value, wanted.holder)) {
      return err(wrong('account_owner_name: the bank account must be the customer’s own.'))
    }
    const known = desk.state.relationships.some(
      (one) =>
        one.accountId === wanted.accountId &&
        one.kind === wanted.kind &&
        one.status !== 'CANCELLED' &&
        one.routing === wanted.routing &&
        one.accountNumber === wanted.accountNumber,
    )
    if (known) return err(wrong('bank_account_number: this bank account is known already.'))
    const id = desk.id('relationship')
    const made: Relationship = { ...wanted, id, status: 'PENDING', createdAt: desk.now() }
    desk.state.relationships.push(made)
    tellRelationship(desk, made)
    return ok(id)
  })
  return done.ok ? findRelationship(desk, wanted.kind, wanted.accountId, done.value) : done
}

/** One of an account's bank accounts of a kind, removed ones too. */
export function findRelationship(
  desk: Desk,
  kind: Relationship['kind'],
  accountId: string,
  id: string,
): Result<Relationship, Refusal> {
  const account = desk.account(accountId)
  if (!account.ok) return account
  const found = desk.state.relationships.find(
    (one) => one.id === id && one.accountId === accountId && one.kind === kind,
  )
  return found === undefined ? err(wrong('relationship_id is not known.')) : ok(found)
}

/**
 * Removes a bank account. 417 while a transfer of it is under way. Removing it again changes
 * nothing.
 */
export function removeRelationship(
  desk: Desk,
  kind: Relationship['kind'],
  accountId: string,
  id: string,
): Result<Relationship, Refusal> {
  const found = findRelationship(desk, kind, accountId, id)
  if (!found.ok) return found
  if (desk.state.transfers.some((one) => one.relationshipId === id && one.status === 'PENDING')) {
    return err(wrong('relationship_id: a transfer is under way.'))
  }
  if (found.value.status === 'CANCELLED') return found
  found.value.status = 'CANCELLED'
  tellRelationship(desk, found.value)
  return found
}

/** The bank accounts of an account that were not removed, oldest first. */
export function listRelationships(
  desk: Desk,
  kind: Relationship['kind'],
  accountId: string,
): Result<readonly Relationship[], Refusal> {
  const account = desk.account(accountId)
  return account.ok
    ? ok(
        desk.state.relationships.filter(
          (one) => one.accountId === accountId && one.kind === kind && one.status !== 'CANCELLED',
        ),
      )
    : account
}

/** Verifies what is due. */
export function verifyRelationships(desk: Desk): void {
  const now = desk.now()
  for (const one of desk.state.relationships) {
    if (one.status !== 'PENDING' || now < one.createdAt + verifySeconds * SECOND_MS) continue
    one.status = 'APPROVED'
    tellRelationship(desk, one)
  }
}
