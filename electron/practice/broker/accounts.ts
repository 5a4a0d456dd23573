import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { Refusal } from '../exchange/api/refusals.js'
import { attachmentsProblem } from './applications.js'
import type { BrokerContext } from './broker-context.js'
import { emitAccountEvent, emitFormsEvent, emitRelationshipEvent } from './events.js'
import { readForms, wrong, type FilledForm } from './read-forms.js'
import type { BrokerAccount } from './state.js'

/**
 * Updates an account: the sent forms replace the stored ones. The type of an account and its owner
 * never change.
 */
export function updateAccount(
  context: BrokerContext,
  requestId: string,
  accountId: string,
  forms: readonly FilledForm[],
): Result<string, Refusal> {
  return context.once('accounts.update', requestId, { accountId, forms }, () => {
    const found = context.openAccount(accountId)
    if (!found.ok) return found
    const account = found.value
    const read = readForms(forms, context.now())
    if (!read.ok) return read
    const { basic, brokerage, event } = read.value
    const problem = attachmentsProblem(context, read.value)
    if (problem !== null) return err(problem)
    if (basic !== null && basic.customer_info.identity_number !== account.owner) {
      return err(
        wrong(
          'NEW_ACCOUNT_BASIC_FORM.customer_info.identity_number: the owner of an account cannot change.',
        ),
      )
    }
    if (brokerage !== null && account.filled.brokerage === null) {
      return err(
        wrong(
          'BROKERAGE_ADDITIONAL_FORM: the account has no such type; use Create an Account with related_account_id.',
        ),
      )
    }
    if (event !== null && account.filled.event === null) {
      return err(
        wrong(
          'EVENT_CONTRACT_ADDITIONAL_FORM: the account has no such type; use Create an Account with related_account_id.',
        ),
      )
    }
    if (brokerage !== null && brokerage.account_type !== account.type) {
      return err(wrong('BROKERAGE_ADDITIONAL_FORM.account_type cannot change.'))
    }
    const known = account.filled
    account.filled = {
      basic: basic ?? known.basic,
      brokerage: brokerage ?? known.brokerage,
      event: event ?? known.event,
    }
    emitAccountEvent(context, account, { change: 'UPDATE', requestId })
    emitFormsEvent(
      context,
      account,
      forms.map(({ form_info: { form_code: code } }) => code),
      requestId,
    )
    return ok(account.id)
  })
}

/**
 * Closes an account if it is empty and nothing is in progress. A closed account is no longer
 * listed, but its record can still be read.
 */
export function closeAccount(
  context: BrokerContext,
  requestId: string,
  accountId: string,
  reason: string,
): Result<string, Refusal> {
  return context.once('accounts.close', requestId, { accountId, reason }, () => {
    const found = context.openAccount(accountId)
    if (!found.ok) return found
    const account = found.value
    if (
      context.state.transfers.some(
        (transfer) => transfer.accountId === accountId && transfer.status === 'PENDING',
      )
    ) {
      return err(wrong('account_id: a transfer is under way.'))
    }
    if (!context.books.isEmpty(accountId)) {
      return err(wrong('account_id: the account still holds money, positions or open orders.'))
    }
    const since = context.now()
    account.closedAt = since
    account.restrictions = (['TRADING', 'FUNDING_ACH', 'WITHDRAWAL'] as const).map((code) => ({
      code,
      since,
      reason,
    }))
    for (const relationship of context.state.relationships) {
      if (relationship.accountId !== accountId || relationship.status === 'CANCELLED') continue
      relationship.status = 'CANCELLED'
      emitRelationshipEvent(context, relationship)
    }
    emitAccountEvent(context, account, { change: 'CLOSE', requestId, reason })
    return ok(account.id)
  })
}

/** Returns the open accounts, in the order in which they were opened. */
export const openAccounts = (context: BrokerContext): readonly BrokerAccount[] =>
  context.state.accounts.filter((account) => account.closedAt === null)
