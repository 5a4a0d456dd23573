import { err, ok, type Result } from '../../../shared/domain/result.js'
import { SECOND_MS } from '../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import type { Refusal } from '../exchange/api/refusals.js'
import type { BrokerContext } from './broker-context.js'
import { emitRelationshipEvent } from './events.js'
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

/**
 * True when the holder of the bank account is the customer; transfers use the customer's own bank
 * accounts only.
 */
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
  context: BrokerContext,
  requestId: string,
  request: NewRelationship,
): Result<Relationship, Refusal> {
  const done = context.once(`relationships.${request.kind}`, requestId, request, () => {
    const account = context.openAccount(request.accountId)
    if (!account.ok) return account
    if (!ownsIt(account.value, request.holder)) {
      return err(wrong('account_owner_name: the bank account must be the customer’s own.'))
    }
    const isRegistered = context.state.relationships.some(
      (relationship) =>
        relationship.accountId === request.accountId &&
        relationship.kind === request.kind &&
        relationship.status !== 'CANCELLED' &&
        relationship.routing === request.routing &&
        relationship.accountNumber === request.accountNumber,
    )
    if (isRegistered) return err(wrong('bank_account_number: this bank account is known already.'))
    const id = context.id('relationship')
    const made: Relationship = { ...request, id, status: 'PENDING', createdAt: context.now() }
    context.state.relationships.push(made)
    emitRelationshipEvent(context, made)
    return ok(id)
  })
  return done.ok ? findRelationship(context, request.kind, request.accountId, done.value) : done
}

/** Returns one of an account's bank accounts of a kind, removed ones included. */
export function findRelationship(
  context: BrokerContext,
  kind: Relationship['kind'],
  accountId: string,
  id: string,
): Result<Relationship, Refusal> {
  const account = context.account(accountId)
  if (!account.ok) return account
  const found = context.state.relationships.find(
    (relationship) =>
      relationship.id === id && relationship.accountId === accountId && relationship.kind === kind,
  )
  return found === undefined ? err(wrong('relationship_id is not known.')) : ok(found)
}

/**
 * Removes a bank account. 417 while one of its transfers is pending. Removing it again changes
 * nothing.
 */
export function removeRelationship(
  context: BrokerContext,
  kind: Relationship['kind'],
  accountId: string,
  id: string,
): Result<Relationship, Refusal> {
  const relationship = findRelationship(context, kind, accountId, id)
  if (!relationship.ok) return relationship
  if (
    context.state.transfers.some(
      (transfer) => transfer.relationshipId === id && transfer.status === 'PENDING',
    )
  ) {
    return err(wrong('relationship_id: a transfer is under way.'))
  }
  if (relationship.value.status === 'CANCELLED') return relationship
  relationship.value.status = 'CANCELLED'
  emitRelationshipEvent(context, relationship.value)
  return relationship
}

/** Returns the bank accounts of an account that were not removed, oldest first. */
export function listRelationships(
  context: BrokerContext,
  kind: Relationship['kind'],
  accountId: string,
): Result<readonly Relationship[], Refusal> {
  const account = context.account(accountId)
  return account.ok
    ? ok(
        context.state.relationships.filter(
          (relationship) =>
            relationship.accountId === accountId &&
            relationship.kind === kind &&
            relationship.status !== 'CANCELLED',
        ),
      )
    : account
}

/** Verifies the bank accounts that are due. */
export function verifyRelationships(context: BrokerContext): void {
  const now = context.now()
  for (const relationship of context.state.relationships) {
    if (
      relationship.status !== 'PENDING' ||
      now < relationship.createdAt + verifySeconds * SECOND_MS
    ) {
      continue
    }
    relationship.status = 'APPROVED'
    emitRelationshipEvent(context, relationship)
  }
}
