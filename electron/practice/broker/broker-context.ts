import { createHash } from 'node:crypto'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { accountDenied, type Refusal } from '../exchange/api/refusals.js'
import type { Cents } from '../ledger/money.js'
import type { BrokerEventType } from './push/event.js'
import { wrong } from './read-forms.js'
import { noBroker, type BrokerAccount, type BrokerState } from './state.js'

/** The account operations that the broker needs. The exchange stores the accounts' ledgers. */
export interface AccountBooks {
  openAccount(account: {
    readonly userId: string
    readonly accountId: string
    readonly accountNumber: string
    readonly type: 'MARGIN' | 'CASH'
  }): void
  /** Books money that moves without a trade; the counterparty is the firm. */
  moveCash(movement: {
    readonly accountId: string
    readonly cents: Cents
    readonly type: 'DEPOSIT' | 'WITHDRAW' | 'FEES' | 'JOURNAL' | 'TRANSFER'
    readonly subType: string
  }): void
  /** Returns the withdrawable cents; null for an account without a ledger. */
  withdrawable(accountId: string): Cents | null
  /** True when there is no money, no position and no working order. */
  isEmpty(accountId: string): boolean
}

export interface BrokerContextDeps {
  readonly books: AccountBooks
  /** Returns the exchange time. */
  readonly now: () => EpochMs
  /** Returns an id of 26 characters, unique per kind and number. */
  readonly ids: (kind: string, number: number) => string
  /** Publishes an event to the subscribers of the event push. */
  readonly emit: (type: BrokerEventType, payload: Readonly<Record<string, unknown>>) => void
}

/** The exchange user who owns the accounts of the broker's customers; never the practice user. */
export const BROKER_USER = 'broker-customers'

const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32)

/** Holds the broker's state and shared dependencies; its parts are functions over this context. */
export class BrokerContext {
  readonly deps: BrokerContextDeps
  state: BrokerState = noBroker()

  constructor(deps: BrokerContextDeps) {
    this.deps = deps
  }

  get books(): AccountBooks {
    return this.deps.books
  }

  now(): EpochMs {
    return this.deps.now()
  }

  emit(type: BrokerEventType, payload: Readonly<Record<string, unknown>>): void {
    this.deps.emit(type, payload)
  }

  /** Returns a new id of a kind. */
  id(kind: string): string {
    this.state.issued += 1
    return this.deps.ids(`broker-${kind}`, this.state.issued)
  }

  account(accountId: string): Result<BrokerAccount, Refusal> {
    const account = this.state.accounts.find(({ id }) => id === accountId)
    return account === undefined ? err(accountDenied) : ok(account)
  }

  /** Returns an account that is still open. */
  openAccount(accountId: string): Result<BrokerAccount, Refusal> {
    const account = this.account(accountId)
    return account.ok && account.value.closedAt !== null
      ? err(wrong('account_id: the account is closed.'))
      : account
  }

  /**
   * Runs a change once per `client_request_id` and operation. A repetition with the same content
   * returns the first answer; one with other content is refused. A refused change leaves its id
   * unused.
   */
  once(
    operation: string,
    requestId: string,
    content: unknown,
    run: () => Result<string, Refusal>,
  ): Result<string, Refusal> {
    const key = `${operation} ${requestId}`
    const digest = digestOf(content)
    const before = Object.hasOwn(this.state.requests, key) ? this.state.requests[key] : undefined
    if (before !== undefined) {
      return before.digest === digest
        ? ok(before.answer)
        : err(wrong('client_request_id was used for another request.'))
    }
    const done = run()
    if (done.ok) this.state.requests[key] = { digest, answer: done.value }
    return done
  }
}
