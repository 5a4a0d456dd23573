import type { ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { PriceUnits, SizeUnits } from '../model/units.js'
import { totalFees, type Fees } from './fees.js'
import { Journal, type ExecutionDetail, type JournalEntry, type Occasion } from './journal.js'
import type { Cents } from './money.js'
import {
  bookExecution,
  marketValue,
  equityOf,
  isMargined,
  openPosition,
  positionKey,
  rollDay,
  type Asset,
  type Position,
} from './position.js'
import type { Transfer } from './transfers.js'

/**
 * Classes of account. Stock and options share an account; futures, crypto and event contracts each
 * have their own (TRADING-2).
 */
export const ACCOUNT_CLASSES = [
  'INDIVIDUAL_MARGIN',
  'INDIVIDUAL_CASH',
  'FUTURES',
  'CRYPTO',
  'EVENTS_CASH',
] as const
export type AccountClass = (typeof ACCOUNT_CLASSES)[number]

export interface AccountOpeningEntry {
  readonly userId: string
  readonly accountId: string
  readonly accountNumber: string
  readonly type: 'MARGIN' | 'CASH'
  readonly accountClass: AccountClass
  readonly depositCents: Cents
}

/** Returns the class of a stock account of that type. */
export const stockClass = (type: 'MARGIN' | 'CASH'): AccountClass =>
  type === 'MARGIN' ? 'INDIVIDUAL_MARGIN' : 'INDIVIDUAL_CASH'

/** Proceeds of sales that have not settled yet. */
export interface Unsettled {
  readonly day: ExchangeDay
  cents: Cents
}

export interface LedgerAccount extends AccountOpeningEntry {
  /** Negative is a margin loan. */
  cash: Cents
  feesPaid: Cents
  readonly unsettled: Unsettled[]
  /** By {@link positionKey}. */
  readonly positions: Map<string, Position>
}

/**
 * A change of a customer's position against cash: an execution, or the end of a contract. `size` is
 * signed (+ bought), `cash` is its value with the opposite sign. For a margined product only the
 * realized gain moves cash.
 */
export interface Booking extends Occasion {
  readonly accountId: string
  readonly asset: Asset
  readonly size: SizeUnits
  readonly cash: Cents
  /** The fees added by this booking. */
  readonly fees: Fees
  /** The day on which incoming money settles; null for immediately. */
  readonly settles: ExchangeDay | null
  readonly mark: PriceUnits
  /** Null when no order was executed. */
  readonly execution: ExecutionDetail | null
}

/** Money that moves without a trade: a deposit, a transfer, a dividend, interest, a fee. */
export interface Movement extends Occasion {
  readonly accountId: string
  readonly symbol: string | null
  readonly cents: Cents
}

/** Units received without payment, at their cost elsewhere. */
export interface Delivery extends Occasion {
  readonly accountId: string
  readonly asset: Asset
  readonly size: SizeUnits
  readonly cost: Cents
  readonly mark: PriceUnits
}

/**
 * Shares converted to a different number of shares of the same company. `size` is the change
 * (signed).
 */
export interface ShareExchange extends Occasion {
  readonly accountId: string
  readonly position: Position
  readonly size: SizeUnits
}

/** The firm's side of every booking. */
export interface FirmBalances {
  cash: Cents
  fees: Cents
  /** By {@link positionKey}. */
  readonly sizes: Map<string, SizeUnits>
}

/** Daily limit of ACH bank transfers; larger deposits come by wire. */
const ACH_LIMIT: Cents = 5_000_000

/** Returns the first line of an account's journal, its deposit. */
export const firstDeposit = (
  { accountId, depositCents }: AccountOpeningEntry,
  time: EpochMs,
  day: ExchangeDay,
): Omit<JournalEntry, 'number'> => ({
  accountId,
  time,
  day,
  type: 'DEPOSIT',
  subType: depositCents > ACH_LIMIT ? 'WIRE' : 'ACH',
  symbol: null,
  outcome: null,
  cents: depositCents,
  size: 0,
  cost: 0,
  execution: null,
})

/**
 * The double-entry ledger: whatever a customer's account gains, the firm's cash or fee account
 * loses in the same call. After the deposits, the sum over all of them never changes.
 */
export class Ledger {
  readonly #positionId: (number: number) => string
  readonly accounts = new Map<string, LedgerAccount>()
  readonly firm: FirmBalances = { cash: 0, fees: 0, sizes: new Map() }
  readonly journal = new Journal()
  /** Transfers between brokers, oldest first. */
  readonly transfers: Transfer[] = []
  #positionCount = 0

  constructor(positionId: (number: number) => string) {
    this.#positionId = positionId
  }

  open(entry: AccountOpeningEntry, time: EpochMs, day: ExchangeDay): LedgerAccount {
    const account: LedgerAccount = {
      ...entry,
      cash: entry.depositCents,
      feesPaid: 0,
      unsettled: [],
      positions: new Map(),
    }
    this.accounts.set(entry.accountId, account)
    if (entry.depositCents !== 0) this.journal.add(firstDeposit(entry, time, day))
    return account
  }

  /**
   * Moves the opening of the accounts to an earlier time, if they have no entries other than
   * deposits.
   */
  backdateOpening(time: EpochMs, day: ExchangeDay): void {
    const openings = this.journal.all()
    if (openings.every((entry) => entry.type === 'DEPOSIT')) {
      this.journal.load(openings.map((entry) => ({ ...entry, time, day })))
    }
  }

  /**
   * Returns the position of a {@link positionKey}, which is the symbol for all but event contracts.
   */
  position(accountId: string, key: string): Position | undefined {
    return this.accounts.get(accountId)?.positions.get(key)
  }

  /** Returns the signed size held; 0 without a position. */
  held(accountId: string, key: string): SizeUnits {
    return this.position(accountId, key)?.size ?? 0
  }

  book(booking: Booking): Position {
    const { asset, size, cash, time, day, type, subType, execution } = booking
    const account = this.#known(booking.accountId)
    const position = this.#positionFor(account, asset, booking.mark)
    const gained = bookExecution(position, size, cash)
    const money = isMargined(asset) ? gained : cash
    const fees = totalFees(booking.fees)
    account.cash += money - fees
    account.feesPaid += fees
    this.firm.cash -= money
    this.firm.fees += fees
    this.#deliver(positionKey(asset), size)
    this.journal.add({
      accountId: booking.accountId,
      time,
      day,
      type,
      subType,
      symbol: asset.symbol,
      outcome: asset.outcome,
      // Avoids minus zero, which would not survive saving.
      cents: 0 + money - fees,
      size,
      cost: 0 - cash,
      execution,
    })
    if (money > 0 && booking.settles !== null) {
      this.#addUnsettled(account, booking.settles, money - fees)
    }
    return position
  }

  /**
   * Credits or debits a margined position's gain or loss since it was last settled (variation
   * margin).
   */
  settle(accountId: string, position: Position, mark: PriceUnits, occasion: Occasion): void {
    const cents = equityOf(position, mark)
    if (!isMargined(position) || cents === 0) return
    position.settled += cents
    this.move({ ...occasion, accountId, symbol: position.symbol, cents })
  }

  /** Books money that moves without a trade; the other side is the firm's cash or fee account. */
  move({ accountId, symbol, cents, time, day, type, subType }: Movement): void {
    const account = this.#known(accountId)
    account.cash += cents
    if (type === 'FEES') {
      account.feesPaid -= cents
      this.firm.fees -= cents
    } else {
      this.firm.cash -= cents
    }
    this.journal.add({
      accountId,
      time,
      day,
      type,
      subType,
      symbol,
      outcome: null,
      cents,
      size: 0,
      cost: 0,
      execution: null,
    })
  }

  /**
   * Books units received or sent without payment. The day's gain counts them from the mark, as if
   * they had been there since the day began: what they gained elsewhere is no gain of this day.
   */
  receive({ accountId, asset, size, cost, mark, time, day, type, subType }: Delivery): void {
    const position = this.#positionFor(this.#known(accountId), asset, mark)
    const before = marketValue(position, mark)
    bookExecution(position, size, -cost)
    position.dayCash += cost + before - marketValue(position, mark)
    this.#deliver(positionKey(asset), size)
    this.journal.add({
      accountId,
      time,
      day,
      type,
      subType,
      symbol: asset.symbol,
      outcome: asset.outcome,
      cents: 0,
      size,
      cost,
      execution: null,
    })
  }

  /** Changes only the number of shares of a position; its cost stays, and nothing is realized. */
  exchangeShares({ accountId, position, size, time, day, type, subType }: ShareExchange): void {
    position.size += size
    position.basis = { size: position.size, cost: position.cost }
    this.#deliver(positionKey(position), size)
    this.journal.add({
      accountId,
      time,
      day,
      type,
      subType,
      symbol: position.symbol,
      outcome: position.outcome,
      cents: 0,
      size,
      cost: 0,
      execution: null,
    })
  }

  /** Settles the money due by `day`. */
  settleMoney(day: ExchangeDay): void {
    for (const { unsettled } of this.accounts.values()) {
      unsettled.splice(0, unsettled.length, ...unsettled.filter((entry) => entry.day > day))
    }
  }

  /**
   * Starts the day's P&L of the positions that `picks` selects, at the given marks. Removes closed
   * positions.
   */
  startDay(picks: (position: Position) => boolean, mark: (position: Position) => PriceUnits): void {
    for (const { positions } of this.accounts.values()) {
      for (const [key, position] of positions) {
        if (!picks(position)) continue
        if (position.size === 0) positions.delete(key)
        else rollDay(position, mark(position))
      }
    }
  }

  /** Number of position ids issued so far; part of the saved state. */
  get issued(): number {
    return this.#positionCount
  }
  set issued(count: number) {
    this.#positionCount = count
  }

  #known(accountId: string): LedgerAccount {
    const account = this.accounts.get(accountId)
    if (account === undefined) throw new RangeError('no such account')
    return account
  }

  #deliver(key: string, size: SizeUnits): void {
    this.firm.sizes.set(key, (this.firm.sizes.get(key) ?? 0) - size)
  }

  #addUnsettled(account: LedgerAccount, day: ExchangeDay, cents: Cents): void {
    const entry = account.unsettled.find((known) => known.day === day)
    if (entry === undefined) account.unsettled.push({ day, cents })
    else entry.cents += cents
  }

  #positionFor(account: LedgerAccount, asset: Asset, mark: PriceUnits): Position {
    const known = account.positions.get(positionKey(asset))
    if (known !== undefined) return known
    this.#positionCount += 1
    const position = openPosition(this.#positionId(this.#positionCount), asset, mark)
    account.positions.set(positionKey(asset), position)
    return position
  }
}
