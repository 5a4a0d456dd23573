import type { PriceUnits } from '../model/units.js'
import type { LedgerAccount } from './ledger.js'
import { carriedBy, ppm, shareUp, type Cents, type Ppm } from './money.js'
import { dayGain, equityOf, unrealized, type Position } from './position.js'

/** Margin ratios of one stock and direction, in parts per million. */
export interface Ratios {
  readonly initial: Ppm
  readonly intraday: Ppm
  readonly maintenance: Ppm
}

/** A position with its mark and its value at that mark. */
export interface Holding {
  readonly position: Position
  readonly mark: PriceUnits
  readonly value: Cents
}

/** The margin that holdings require. */
export interface Requirement {
  readonly initial: Cents
  readonly intraday: Cents
  readonly maintenance: Cents
}

/** The value of an account at the marks. `held` is the money held for open orders. */
export interface Valuation {
  readonly cash: Cents
  readonly unsettled: Cents
  readonly marketValue: Cents
  readonly equity: Cents
  readonly unrealized: Cents
  readonly dayGain: Cents
  readonly initial: Cents
  readonly intraday: Cents
  readonly maintenance: Cents
  readonly held: Cents
  /** Equity available for new orders, before any leverage. */
  readonly free: Cents
  readonly overnightFree: Cents
  readonly buyingPower: Cents
  readonly overnightBuyingPower: Cents
  readonly withdrawable: Cents
}

/**
 * Free equity supports four times its value for day trading and twice its value overnight
 * (Regulation T and FINRA rule 4210).
 */
const DAY_RATIO = ppm('0.25')
const OVERNIGHT_RATIO = ppm('0.5')
export const FULL_RATIO = ppm('1')

const NONE: Cents = 0
const atLeastZero = (cents: Cents): Cents => Math.max(NONE, cents)

export const NO_REQUIREMENT: Requirement = { initial: 0, intraday: 0, maintenance: 0 }
export const addRequirements = (a: Requirement, b: Requirement): Requirement => ({
  initial: a.initial + b.initial,
  intraday: a.intraday + b.intraday,
  maintenance: a.maintenance + b.maintenance,
})

/** Returns the margin requirement of one holding. */
export const requirementAt = ({ value }: Holding, ratios: Ratios): Requirement => ({
  initial: shareUp(Math.abs(value), ratios.initial),
  intraday: shareUp(Math.abs(value), ratios.intraday),
  maintenance: shareUp(Math.abs(value), ratios.maintenance),
})

/** The figures of a valuation that depend on the account's class. */
type Powers = Pick<
  Valuation,
  | 'initial'
  | 'intraday'
  | 'maintenance'
  | 'free'
  | 'overnightFree'
  | 'buyingPower'
  | 'overnightBuyingPower'
  | 'withdrawable'
>

/**
 * Returns the figures of an account without leverage: the requirement of its positions (such as a
 * cash-secured put) counts in full.
 */
function cashPowers(cash: Cents, settled: Cents, reserved: Cents, required: Requirement): Powers {
  const free = cash - reserved - required.initial
  return {
    ...required,
    free,
    overnightFree: free,
    buyingPower: atLeastZero(free),
    overnightBuyingPower: atLeastZero(free),
    withdrawable: atLeastZero(settled - reserved - required.initial),
  }
}

/**
 * Returns the figures of a futures account: no leverage beyond the margins; free equity can be
 * posted for more contracts.
 */
function futuresPowers(cash: Cents, equity: Cents, held: Cents, required: Requirement): Powers {
  const free = equity - required.initial - held
  return {
    ...required,
    free,
    overnightFree: free,
    buyingPower: atLeastZero(free),
    overnightBuyingPower: atLeastZero(free),
    withdrawable: atLeastZero(Math.min(cash, free)),
  }
}

function marginPowers(
  settled: Cents,
  equity: Cents,
  reserved: Cents,
  required: Requirement,
): Powers {
  const free = equity - required.intraday - reserved
  const overnightFree = equity - required.initial - reserved
  return {
    ...required,
    free,
    overnightFree,
    buyingPower: carriedBy(atLeastZero(free), DAY_RATIO),
    overnightBuyingPower: carriedBy(atLeastZero(overnightFree), OVERNIGHT_RATIO),
    withdrawable: Math.min(atLeastZero(settled - reserved), atLeastZero(overnightFree)),
  }
}

/**
 * Values an account. `held` is the money held for its open orders, `required` the margin of its
 * holdings.
 */
export function valueAccount(
  account: LedgerAccount,
  reserved: Cents,
  holdings: readonly Holding[],
  required: Requirement,
): Valuation {
  const sum = (amountOf: (holding: Holding) => Cents): Cents =>
    holdings.reduce((total, holding) => total + amountOf(holding), 0)
  const value = sum(({ position, mark }) => equityOf(position, mark))
  const unsettled = account.unsettled.reduce((total, entry) => total + entry.cents, 0)
  const equity = account.cash + value
  const settled = Math.min(account.cash, account.cash - unsettled)
  const powers =
    account.accountClass === 'FUTURES'
      ? futuresPowers(account.cash, equity, reserved, required)
      : account.type === 'CASH'
        ? cashPowers(account.cash, settled, reserved, required)
        : marginPowers(settled, equity, reserved, required)
  return {
    cash: account.cash,
    unsettled,
    marketValue: value,
    equity,
    unrealized: sum(({ position, mark }) => unrealized(position, mark)),
    dayGain: sum(({ position, mark }) => dayGain(position, mark)),
    held: reserved,
    ...powers,
  }
}
