import type { ExchangeDay } from '../../../shared/domain/exchange-time.js'
import type { PriceUnits, SizeUnits } from '../units.js'
import { totalFees, type Fees } from './fees.js'
import type { Cents } from './money.js'
import { bookExecution, openPosition, rollDay, type Position } from './position.js'

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
}

/** The other side of every booking. */
export interface HouseBook {
  cash: Cents
  fees: Cents
  readonly sizes: Map<string, SizeUnits>
}

/**
 * Double entry: whatever a customer's account gains, the house's book or the fee book loses, in the same call. The sum over
 * all of them never changes after the deposits.
 */
export class Ledger {
  readonly accounts = new Map<string, LedgerAccount>()
  readonly house: HouseBook = { cash: 0, fees: 0, sizes: new Map() }
  private positionCount = 0

  constructor(private readonly positionId: (number: number) => string) {}

  open(entry: AccountOpeningEntry): LedgerAccount {
    const account: LedgerAccount = { ...entry, cash: entry.depositCents, feesPaid: 0, unsettled: [], positions: new Map() }
    this.accounts.set(entry.accountId, account)
    return account
  }

  position(accountId: string, symbol: string): Position | undefined {
    return this.accounts.get(accountId)?.positions.get(symbol)
  }

  /** Signed size held; 0 without a position. */
  held(accountId: string, symbol: string): SizeUnits {
    return this.position(accountId, symbol)?.size ?? 0
  }

  book(booking: Booking): Position {
    const account = this.accounts.get(booking.accountId)
    if (account === undefined) throw new RangeError('no such account')
    const fees = totalFees(booking.fees)
    account.cash += booking.cash - fees
    account.feesPaid += fees
    this.house.cash -= booking.cash
    this.house.fees += fees
    this.house.sizes.set(booking.symbol, (this.house.sizes.get(booking.symbol) ?? 0) - booking.size)
    if (booking.cash > 0) this.addUnsettled(account, booking.settles, booking.cash - fees)
    const position = this.positionFor(account, booking.symbol, booking.mark)
    bookExecution(position, booking.size, booking.cash)
    return position
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
