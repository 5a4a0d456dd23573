import {
  exchangeInstant,
  tradingDay,
  type ExchangeDay,
} from '../../../../shared/domain/market/exchange-time.js'
import type { Occasion } from '../../ledger/journal.js'
import { stockClass } from '../../ledger/ledger.js'
import { centsOfCash, type Cents } from '../../ledger/money.js'
import type { AcatsDetail, Transfer, TransferredShares } from '../../ledger/transfers.js'
import { cashOf, STOCK_SCALE, UNIT_SIZE, type PriceUnits } from '../../model/units.js'
import type { ExchangeState, Slices } from '../state/exchange-state.js'
import { moveAssets } from '../transfers/move-assets.js'
import { CONTRA, controlNumber, CUSIPS } from '../transfers/transfer-facts.js'
import { seedCoins } from './seed-coins.js'

/** One trading day of the seeded history. */
export interface SeedDay {
  readonly day: ExchangeDay
  /** The stocks of the history with their closes of that day. */
  readonly stocks: readonly { readonly symbol: string; readonly close: PriceUnits }[]
}

/** Trading days between the opening of the accounts and the latest close. */
export const OPENED_DAYS_BACK = 25

const BEFORE_TRADING = 7 * 60 + 30
const QUARTER_HOUR = 15
/** Business days that an ACATS transfer takes from the form to the account (FINRA rule 11870). */
const DAYS_ON_THE_WAY = 3
const TRANSFER_REQUEST_MINUTE = 11 * 60 + 12

/**
 * Quarterly dividends per share in 1/10000 USD, similar to those these stocks pay; the figures are
 * the simulation's own.
 */
const DIVIDENDS: Readonly<Record<string, PriceUnits>> = {
  AAPL: 2_600,
  MSFT: 8_300,
  NVDA: 100,
  SPY: 17_600,
  KO: 5_100,
  GOOGL: 2_100,
  QQQ: 6_900,
  JPM: 14_000,
  F: 1_500,
  XOM: 9_900,
  WMT: 2_350,
}
/** The dividend of a stock that is not in the table. */
const OTHER_DIVIDEND: PriceUnits = 1_200

/** Interest on cash: 0.48 % a year, paid for one month. */
const MONTHLY_INTEREST = { part: 4n, denominator: 10_000n }
const WIRE_FEE: Cents = 800

const MOVED = 'A20440117'
const REFUSED = 'A20461803'

type Account = 'MARGIN' | 'CASH'

interface SeedEvent {
  readonly daysBack: number
  run(state: ExchangeState, today: SeedDay): void
}

const accountOf = (state: Slices<'ledger'>, type: Account): string | undefined =>
  [...state.ledger.accounts.values()].find((entry) => entry.accountClass === stockClass(type))
    ?.accountId

const occasion = (today: SeedDay, type: Occasion['type'], subType: string, late = 0): Occasion => ({
  time: exchangeInstant(today.day, BEFORE_TRADING + late * QUARTER_HOUR),
  day: today.day,
  type,
  subType,
})

function fee(account: Account, subType: string, cents: Cents): SeedEvent['run'] {
  return (state, today) => {
    const accountId = accountOf(state, account)
    if (accountId !== undefined) {
      state.ledger.move({
        ...occasion(today, 'FEES', subType, 1),
        accountId,
        symbol: null,
        cents: -cents,
      })
    }
  }
}

/** Pays a stock's dividend on the account's shares of that morning. */
function dividend(account: Account, stock: number): SeedEvent['run'] {
  return (state, today) => {
    const accountId = accountOf(state, account)
    const symbol = today.stocks[stock]?.symbol
    if (accountId === undefined || symbol === undefined) return
    const cents = centsOfCash(
      cashOf(
        DIVIDENDS[symbol] ?? OTHER_DIVIDEND,
        Math.max(0, state.ledger.held(accountId, symbol)),
        STOCK_SCALE,
      ),
    )
    if (cents > 0) {
      state.ledger.move({ ...occasion(today, 'DIVIDENDS', 'INCOME'), accountId, symbol, cents })
    }
  }
}

/** Pays a month's interest on the account's cash of that morning. */
function interest(account: Account): SeedEvent['run'] {
  return (state, today) => {
    const accountId = accountOf(state, account)
    const cash = state.ledger.accounts.get(accountId ?? '')?.cash ?? 0
    const cents =
      cash <= 0 ? 0 : Number((BigInt(cash) * MONTHLY_INTEREST.part) / MONTHLY_INTEREST.denominator)
    if (accountId !== undefined && cents > 0) {
      state.ledger.move({
        ...occasion(today, 'INTERESTS', 'CREDIT'),
        accountId,
        symbol: null,
        cents,
      })
    }
  }
}

function shares(
  state: Slices<'markets'>,
  today: SeedDay,
  stock: number,
  count: number,
): readonly TransferredShares[] {
  const listing = today.stocks[stock]
  const cusip = listing === undefined ? undefined : CUSIPS[listing.symbol]
  if (listing === undefined || cusip === undefined) return []
  // The shares were bought earlier at a lower price, in whole cents.
  const price = Math.round((listing.close * 0.83) / 100) * 100
  return [
    {
      symbol: listing.symbol,
      name: state.markets.find(listing.symbol)?.instrument.name ?? listing.symbol,
      cusip,
      size: count * UNIT_SIZE,
      price,
    },
  ]
}

type Draft = Pick<Transfer, 'status' | 'failureReason'> &
  Pick<AcatsDetail, 'type' | 'associatedNumber' | 'cents' | 'shares'>

/** Books the assets of a completed transfer, and stores the transfer's record. */
function arrive(state: ExchangeState, today: SeedDay, accountId: string, draft: Draft): void {
  const { transfers } = state.ledger
  const { status, failureReason, ...detail } = draft
  const completed = status === 'COMPLETED'
  const { time } = occasion(today, 'TRANSFER', 'ACATS_IN', 2)
  const record: Transfer = {
    transferId: state.deps.ids('transfer', transfers.length + 1),
    accountId,
    method: 'ACATS',
    direction: 'INCOMING',
    status,
    failureReason,
    createdAt: exchangeInstant(tradingDay(today.day, -DAYS_ON_THE_WAY), TRANSFER_REQUEST_MINUTE),
    updatedAt: time,
    settlementDay: completed ? today.day : null,
    acats: {
      ...detail,
      contra: CONTRA,
      controlNumber: controlNumber(today.day, transfers.length),
    },
    coins: null,
    plan: null,
  }
  transfers.push(record)
  if (completed) moveAssets(state, record, today.day, time)
}

function transfer(draft: (state: ExchangeState, today: SeedDay) => Draft): SeedEvent['run'] {
  return (state, today) => {
    const accountId = accountOf(state, 'MARGIN')
    if (accountId !== undefined) arrive(state, today, accountId, draft(state, today))
  }
}

/**
 * The activities other than trades in the weeks before the first start: an account transferred from
 * another broker with a late residual of its cash, one rejected transfer, coins that came and went,
 * dividends, interest and a fee.
 */
const SEED_EVENTS: readonly SeedEvent[] = [
  { daysBack: OPENED_DAYS_BACK, run: fee('MARGIN', 'WIRE_FEE', WIRE_FEE) },
  {
    daysBack: 21,
    run: transfer((state, today) => ({
      status: 'COMPLETED',
      type: 'FULL',
      failureReason: null,
      associatedNumber: MOVED,
      cents: 125_040,
      shares: [...shares(state, today, 3, 4), ...shares(state, today, 5, 30)],
    })),
  },
  {
    daysBack: 14,
    run: transfer(() => ({
      status: 'COMPLETED',
      type: 'RESIDUAL',
      failureReason: null,
      associatedNumber: MOVED,
      cents: 418,
      shares: [],
    })),
  },
  { daysBack: 15, run: interest('MARGIN') },
  { daysBack: 15, run: interest('CASH') },
  {
    daysBack: 10,
    run: transfer((state, today) => ({
      status: 'REJECTED',
      type: 'PARTIAL',
      failureReason: 'The account number does not match the records of the contra broker.',
      associatedNumber: REFUSED,
      cents: 0,
      shares: shares(state, today, 0, 15),
    })),
  },
  { daysBack: 9, run: seedCoins('INCOMING', 'COMPLETED') },
  { daysBack: 9, run: dividend('CASH', 3) },
  { daysBack: 6, run: seedCoins('OUTGOING', 'COMPLETED') },
  { daysBack: 5, run: seedCoins('OUTGOING', 'REJECTED') },
  { daysBack: 4, run: dividend('MARGIN', 5) },
  { daysBack: 2, run: dividend('MARGIN', 1) },
]

/** Runs the events of one day of the seeded history, before its trading. */
export function seedDay(state: ExchangeState, daysBack: number, today: SeedDay): void {
  for (const event of SEED_EVENTS) {
    if (event.daysBack === daysBack) event.run(state, today)
  }
}
