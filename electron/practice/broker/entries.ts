import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { Refusal } from '../exchange/exchange.js'
import type { Desk } from './desk.js'
import { tellEntry } from './happenings.js'
import { spareCents } from './money.js'
import { wrong } from './read-forms.js'
import type { Entry } from './state.js'

type Credit = Extract<Entry['what'], { kind: 'credit' }>
type Fee = Extract<Entry['what'], { kind: 'fee' }>
type Journal = Extract<Entry['what'], { kind: 'journal' }>

/** A credit, fee or journal as it is asked for. */
export interface NewEntry {
  readonly cents: number
  readonly note: string | null
  readonly what: Entry['what']
}

function checkJournal(desk: Desk, { from, to, thirdParty }: Journal): Refusal | null {
  const [giver, taker] = [desk.openAccount(from), desk.openAccount(to)]
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

function checkAccount(desk: Desk, { accountId }: Credit | Fee): Refusal | null {
  const account = desk.openAccount(accountId)
  return account.ok ? null : account.error
}

const payer = (what: Entry['what']): string | null =>
  what.kind === 'credit' ? null : what.kind === 'fee' ? what.accountId : what.from

function post(desk: Desk, { cents, what }: NewEntry): void {
  switch (what.kind) {
    case 'credit':
      return desk.books.moveCash({
        accountId: what.accountId,
        cents,
        type: 'JOURNAL',
        subType: `CREDIT_${what.type}`,
      })
    case 'fee':
      return desk.books.moveCash({
        accountId: what.accountId,
        cents: -cents,
        type: 'FEES',
        subType: what.type,
      })
    case 'journal': {
      const subType = what.thirdParty ? 'THIRD_PARTY_CASH_JOURNAL' : 'CASH_JOURNAL'
      desk.books.moveCash({ accountId: what.from, cents: -cents, type: 'JOURNAL', subType })
      return desk.books.moveCash({ accountId: what.to, cents, type: 'JOURNAL', subType })
    }
  }
}

/**
 * Books a credit, a fee or a journal at once, whole or not at all. An account never pays more than
 * it can spare.
 */
export function addEntry(desk: Desk, requestId: string, wanted: NewEntry): Result<Entry, Refusal> {
  const { what } = wanted
  const name = what.kind === 'journal' && what.thirdParty ? 'third-party-journal' : what.kind
  const done = desk.once(`entries.${name}`, requestId, wanted, () => {
    const problem = what.kind === 'journal' ? checkJournal(desk, what) : checkAccount(desk, what)
    if (problem !== null) return err(problem)
    const from = payer(what)
    if (from !== null && wanted.cents > spareCents(desk, from)) {
      return err(wrong('amount: more than the account can give.'))
    }
    const id = desk.id(name)
    post(desk, wanted)
    const made: Entry = { ...wanted, id, requestId, createdAt: desk.now() }
    desk.state.entries.push(made)
    tellEntry(desk, made)
    return ok(id)
  })
  return done.ok ? findEntry(desk, done.value, () => true, 'id') : done
}

/** An entry of a kind by its id; `field` names it in the refusal. */
export function findEntry(
  desk: Desk,
  id: string,
  fits: (what: Entry['what']) => boolean,
  field: string,
): Result<Entry, Refusal> {
  const found = desk.state.entries.find((one) => one.id === id && fits(one.what))
  return found === undefined ? err(wrong(`${field} is not known.`)) : ok(found)
}
