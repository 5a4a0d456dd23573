import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { Refusal } from '../exchange/api/refusals.js'
import type { BrokerContext } from './broker-context.js'
import { emitEntryEvent } from './events.js'
import { spareCents } from './money.js'
import { wrong } from './read-forms.js'
import type { BrokerEntry } from './state.js'

type Credit = Extract<BrokerEntry['what'], { kind: 'credit' }>
type Fee = Extract<BrokerEntry['what'], { kind: 'fee' }>
type Journal = Extract<BrokerEntry['what'], { kind: 'journal' }>

/** A requested credit, fee or journal. */
export interface NewEntry {
  readonly cents: number
  readonly note: string | null
  readonly what: BrokerEntry['what']
}

function checkJournal(context: BrokerContext, { from, to, thirdParty }: Journal): Refusal | null {
  const [giver, taker] = [context.openAccount(from), context.openAccount(to)]
  if (!giver.ok) return giver.error
  if (!taker.ok) return taker.error
  if (from === to) return wrong('to_account_id: the same account.')
  const same = giver.value.owner === taker.value.owner
  if (same === thirdParty) {
    return wrong(
      thirdParty
        ? 'to_account_id: both accounts belong to one customer; use a cash journal.'
        : 'to_account_id: the accounts belong to two customers; use a third-party cash journal.',
    )
  }
  return null
}

function checkAccount(context: BrokerContext, { accountId }: Credit | Fee): Refusal | null {
  const account = context.openAccount(accountId)
  return account.ok ? null : account.error
}

const payer = (detail: BrokerEntry['what']): string | null =>
  detail.kind === 'credit' ? null : detail.kind === 'fee' ? detail.accountId : detail.from

function post(context: BrokerContext, { cents, what: detail }: NewEntry): void {
  switch (detail.kind) {
    case 'credit':
      return context.books.moveCash({
        accountId: detail.accountId,
        cents,
        type: 'JOURNAL',
        subType: `CREDIT_${detail.type}`,
      })
    case 'fee':
      return context.books.moveCash({
        accountId: detail.accountId,
        cents: -cents,
        type: 'FEES',
        subType: detail.type,
      })
    case 'journal': {
      const subType = detail.thirdParty ? 'THIRD_PARTY_CASH_JOURNAL' : 'CASH_JOURNAL'
      context.books.moveCash({ accountId: detail.from, cents: -cents, type: 'JOURNAL', subType })
      return context.books.moveCash({ accountId: detail.to, cents, type: 'JOURNAL', subType })
    }
  }
}

/**
 * Books a credit, fee or journal at once, completely or not at all. An account never pays more than
 * it can spare.
 */
export function addEntry(
  context: BrokerContext,
  requestId: string,
  request: NewEntry,
): Result<BrokerEntry, Refusal> {
  const { what: detail } = request
  const name = detail.kind === 'journal' && detail.thirdParty ? 'third-party-journal' : detail.kind
  const done = context.once(`entries.${name}`, requestId, request, () => {
    const problem =
      detail.kind === 'journal' ? checkJournal(context, detail) : checkAccount(context, detail)
    if (problem !== null) return err(problem)
    const from = payer(detail)
    if (from !== null && request.cents > spareCents(context, from)) {
      return err(wrong('amount: more than the account can give.'))
    }
    const id = context.id(name)
    post(context, request)
    const made: BrokerEntry = { ...request, id, requestId, createdAt: context.now() }
    context.state.entries.push(made)
    emitEntryEvent(context, made)
    return ok(id)
  })
  return done.ok ? findEntry(context, done.value, () => true, 'id') : done
}

/** Returns an entry of a kind by its id; `field` is named in the refusal. */
export function findEntry(
  context: BrokerContext,
  id: string,
  fits: (detail: BrokerEntry['what']) => boolean,
  field: string,
): Result<BrokerEntry, Refusal> {
  const found = context.state.entries.find((entry) => entry.id === id && fits(entry.what))
  return found === undefined ? err(wrong(`${field} is not known.`)) : ok(found)
}
