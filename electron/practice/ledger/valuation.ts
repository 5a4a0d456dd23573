import type { PriceUnits } from '../units.js'
import type { LedgerAccount } from './ledger.js'
import { carriedBy, ppm, shareUp, type Cents, type Ppm } from './money.js'
import { dayGain, marketValue, unrealized } from './position.js'

/** Margin ratios of one symbol and direction, in parts per million. */
export interface Ratios {
  readonly initial: Ppm
  readonly intraday: Ppm
  readonly maintenance: Ppm
}

/** Prices and ratios by which an account is valued. */
export interface Marks {
  readonly last: (symbol: string) => PriceUnits
  readonly ratios: (symbol: string, short: boolean) => Ratios
}

/** An account in money, at the marks. `held` is set aside for open orders. */
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
  /** What may still be put at risk, before any leverage. */
  readonly free: Cents
  readonly overnightFree: Cents
  readonly buyingPower: Cents
  readonly overnightBuyingPower: Cents
  readonly withdrawable: Cents
}

/** Day trading carries four times, holding overnight twice the free equity (Regulation T and FINRA rule 4210). */
const DAY_RATIO = ppm('0.25')
const OVERNIGHT_RATIO = ppm('0.5')
export const WHOLE = ppm('1')

const NONE: Cents = 0
const atLeastZero = (cents: Cents): Cents => Math.max(NONE, cents)

/** Values an account; `held` is what its open orders have set aside. */
export function valueAccount(account: LedgerAccount, held: Cents, marks: Marks): Valuation {
  let value = 0
  let open = 0
  let day = 0
  let initial = 0
  let intraday = 0
  let maintenance = 0
  for (const position of account.positions.values()) {
    const mark = marks.last(position.symbol)
    const worth = marketValue(position, mark)
    const ratios = marks.ratios(position.symbol, position.size < 0)
    value += worth
    open += unrealized(position, mark)
    day += dayGain(position, mark)
    initial += shareUp(Math.abs(worth), ratios.initial)
    intraday += shareUp(Math.abs(worth), ratios.intraday)
    maintenance += shareUp(Math.abs(worth), ratios.maintenance)
  }
  const unsettled = account.unsettled.reduce((sum, entry) => sum + entry.cents, 0)
  const common = { cash: account.cash, unsettled, marketValue: value, equity: account.cash + value, unrealized: open, dayGain: day, held }
  const settledFree = atLeastZero(Math.min(account.cash, account.cash - unsettled) - held)
  if (account.type === 'CASH') {
    const free = account.cash - held
    return {
      ...common, initial: 0, intraday: 0, maintenance: 0, free, overnightFree: free, buyingPower: atLeastZero(free),
      overnightBuyingPower: atLeastZero(free), withdrawable: settledFree,
    }
  }
  const free = common.equity - intraday - held
  const overnightFree = common.equity - initial - held
  return {
    ...common, initial, intraday, maintenance, free, overnightFree,
    buyingPower: carriedBy(atLeastZero(free), DAY_RATIO),
    overnightBuyingPower: carriedBy(atLeastZero(overnightFree), OVERNIGHT_RATIO),
    withdrawable: Math.min(settledFree, atLeastZero(overnightFree)),
  }
}
