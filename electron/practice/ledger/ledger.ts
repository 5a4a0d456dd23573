import type { ExchangeDay } from '../../../shared/domain/exchange-time.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { PriceUnits, SizeUnits } from '../units.js'
import { totalFees, type Fees } from './fees.js'
import { Journal, type ExecutionDetail, type JournalEntry, type Occasion } from './journal.js'
import type { Cents } from './money.js'
import { bookExecution, openPosition, rollDay, type Position } from './position.js'
import type { Transfer } from './transfers.js'

export interface AccountOpeningEntry {
  readonly userId: string
  readonly accountId: string
  readonly accountNumber: string
  readonly type: 'MARGIN' | 'CASH'
  readonly depositCents: Cents
}

/** Money of sales that has not settled yet. */
export interface Unsettled {
  readonly day: ExchangeDay
  cents: Cents
}

export interface LedgerAccount extends AccountOpeningEntry {
  /** Negative is a margin loan. */
  cash: Cents
  feesPaid: Cents
  readonly unsettled: Unsettled[]
  readonly positions: Map<string, Position>
}

/** One execution of a customer as money and shares: `size` signed (+ bought), `cash` signed the other way. */
export interface Booking {
  readonly accountId: string
  readonly symbol: string
  readonly size: SizeUnits
  readonly cash: Cents
  /** The fees that this execution adds. */
  readonly fees: Fees
  /** The day on which the money settles (T+1). */
  readonly settles: ExchangeDay
  readonly mark: PriceUnits
  readonly time: EpochMs
  readonly day: ExchangeDay
  readonly execution: ExecutionDetail
}

/** Money without a trade: a deposit's counterpart, a dividend, interest, a fee of the house. */
export interface Movement extends Occasion {
  readonly accountId: string
  readonly symbol: string | null
  readonly cents: Cents
}

/** Shares that come from another broker at what they cost there. */
export interface Delivery extends Occasion {
  readonly accountId: string
  readonly symbol: string
  readonly size: SizeUnits
  readonly cost: Cents
  readonly mark: PriceUnits
}

/** The other side of every booking. */
export interface HouseBook {
  cash: Cents
  fees: Cents
  readonly sizes: Map<string, SizeUnits>
}

/** Bank transfers by ACH have a daily limit; more comes by wire. */
const ACH_LIMIT: Cents = 5_000_000

/** The line with which an account's book begins. */
export const firstDeposit = ({ accountId, depositCents }: AccountOpeningEntry, time: EpochMs, day: ExchangeDay): Omit<JournalEntry, 'number'> => ({
  accountId, time, day, type: 'DEPOSIT', subType: depositCents > ACH_LIMIT ? 'WIRE' : 'ACH', symbol: null, cents: depositCents, size: 0, cost: 0, execution: null,
})

/**
 * Double entry: whatever a customer's account gains, the house's book or the fee book loses, in the same call. The sum over
 * all of them never changes after the deposits.
 */
export class Ledger {
  readonly accounts = new Map<string, LedgerAccount>()
  readonly house: HouseBook = { cash: 0, fees: 0, sizes: new Map() }
  readonly journal = new Journal()
  /** Transfers between brokers, oldest first. */
  readonly transfers: Transfer[] = []
  private positionCount = 0

  constructor(private readonly positionId: (number: number) => string) {}

  open(entry: AccountOpeningEntry, time: EpochMs, day: ExchangeDay): LedgerAccount {
    const account: LedgerAccount = { ...entry, cash: entry.depositCents, feesPaid: 0, unsettled: [], positions: new Map() }
    this.accounts.set(entry.accountId, account)
    if (entry.depositCents !== 0) this.journal.add(firstDeposit(entry, time, day))
    return account
  }

  /** Lets the accounts have been opened earlier, as long as nothing has happened in them. */
  backdateOpening(time: EpochMs, day: ExchangeDay): void {
    const openings = this.journal.all()
    if (openings.every((entry) => entry.type === 'DEPOSIT')) this.journal.load(openings.map((entry) => ({ ...entry, time, day })))
  }

  position(accountId: string, symbol: string): Position | undefined {
    return this.accounts.get(accountId)?.positions.get(symbol)
  }

  /** Signed size held; 0 without a position. */
  held(accountId: string, symbol: string): SizeUnits {
    return this.position(accountId, symbol)?.size ?? 0
  }

  book(booking: Booking): Position {
    const account = this.known(booking.accountId)
    const fees = totalFees(booking.fees)
    account.cash += booking.cash - fees
    account.feesPaid += fees
    this.house.cash -= booking.cash
    this.house.fees += fees
    this.deliver(booking.symbol, booking.size)
    this.journal.add({
      accountId: booking.accountId, time: booking.time, day: booking.day, type: 'TRADE', subType: booking.size > 0 ? 'BUY' : 'SELL', symbol: booking.symbol,
      // Never minus zero, which would not survive being saved.
      cents: 0 + booking.cash - fees, size: booking.size, cost: 0 - booking.cash, execution: booking.execution,
    })
    if (booking.cash > 0) this.addUnsettled(account, booking.settles, booking.cash - fees)
    const position = this.positionFor(account, booking.symbol, booking.mark)
    bookExecution(position, booking.size, booking.cash)
    return position
  }

  /** Books money that moves without a trade; the house, or its fee book, is the other side. */
  move({ accountId, symbol, cents, time, day, type, subType }: Movement): void {
    const account = this.known(accountId)
    account.cash += cents
    if (type === 'FEES') {
      account.feesPaid -= cents
      this.house.fees -= cents
    } else {
      this.house.cash -= cents
    }
    this.journal.add({ accountId, time, day, type, subType, symbol, cents, size: 0, cost: 0, execution: null })
  }

  /** Books shares that come in without money. */
  receive({ accountId, symbol, size, cost, mark, time, day, type, subType }: Delivery): void {
    const position = this.positionFor(this.known(accountId), symbol, mark)
    bookExecution(position, size, -cost)
    this.deliver(symbol, size)
    this.journal.add({ accountId, time, day, type, subType, symbol, cents: 0, size, cost, execution: null })
  }

  /** Settles what is due and starts the P&L of the day at the closing marks. Closed positions are forgotten here. */
  startDay(day: ExchangeDay, mark: (symbol: string) => PriceUnits): void {
    for (const account of this.accounts.values()) {
      const left = account.unsettled.filter((entry) => entry.day > day)
      account.unsettled.splice(0, account.unsettled.length, ...left)
      for (const position of account.positions.values()) {
        if (position.size === 0) account.positions.delete(position.symbol)
        else rollDay(position, mark(position.symbol))
      }
    }
  }

  /** How many position ids have been given out; part of the saved state. */
  get issued(): number {
    return this.positionCount
  }
  set issued(count: number) {
    this.positionCount = count
  }

  private known(accountId: string): LedgerAccount {
    const account = this.accounts.get(accountId)
    if (account === undefined) throw new RangeError('no such account')
    return account
  }

  private deliver(symbol: string, size: SizeUnits): void {
    this.house.sizes.set(symbol, (this.house.sizes.get(symbol) ?? 0) - size)
  }

  private addUnsettled(account: LedgerAccount, day: ExchangeDay, cents: Cents): void {
    const entry = account.unsettled.find((known) => known.day === day)
    if (entry === undefined) account.unsettled.push({ day, cents })
    else entry.cents += cents
  }

  private positionFor(account: LedgerAccount, symbol: string, mark: PriceUnits): Position {
    const known = account.positions.get(symbol)
    if (known !== undefined) return known
    this.positionCount += 1
    const position = openPosition(this.positionId(this.positionCount), symbol, mark)
    account.positions.set(symbol, position)
    return position
  }
}
