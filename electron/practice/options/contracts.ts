import type { ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import type { OptionInstrument, PriceStep } from '../model/instrument.js'
import { PRICE_SCALE, SIZE_SCALE, type PriceUnits } from '../model/units.js'
import type { Right } from './black-scholes.js'
import { daysBetween, daysFrom, expiryOn, type Expiry } from './expiries.js'
import { PROGRAMS, PROGRAM_BY_ROOT, type Program } from './programs.js'

/** One listed contract. */
export interface Contract {
  readonly program: Program
  readonly expiry: Expiry
  readonly right: Right
  readonly strike: PriceUnits
  /** OCC symbol without blanks: root, yymmdd, C or P, strike in thousandths with eight digits. */
  readonly symbol: string
}

const DOLLAR: PriceUnits = 10 ** PRICE_SCALE
/** The finest strike step: half a dollar. */
const HALF = DOLLAR / 2
/** Strikes in an OCC symbol are thousandths of a dollar. */
const OCC_UNIT = DOLLAR / 1_000
const OCC = /^([A-Z]{1,6})(\d{2})(\d{2})(\d{2})([CP])(\d{8})$/
/**
 * Returns the days to expiration above which strike steps are wider. Each wide step is a multiple
 * of the near one, so strikes are only ever added.
 */
export const nearDays = (program: Program): number => (program.dense ? 70 : 240)

/**
 * Returns the step between strikes at a strike: one dollar for dense underlyings (five for an
 * index), otherwise wider for higher prices; wider still for `long` terms.
 */
export function strikeStep(program: Program, strike: PriceUnits, long: boolean): PriceUnits {
  if (program.kind === 'index') return (long ? 25 : 5) * DOLLAR
  if (program.dense) return (long ? 5 : 1) * DOLLAR
  if (strike < 25 * DOLLAR) return long ? DOLLAR : HALF
  if (strike < 200 * DOLLAR) return (long ? 5 : 2.5) * DOLLAR
  return (long ? 10 : 5) * DOLLAR
}

export const occSymbol = (
  root: string,
  day: ExchangeDay,
  right: Right,
  strike: PriceUnits,
): string =>
  `${root}${day.slice(2, 4)}${day.slice(5, 7)}${day.slice(8)}${right === 'CALL' ? 'C' : 'P'}${String(strike / OCC_UNIT).padStart(8, '0')}`

export const contractOf = (
  program: Program,
  expiry: Expiry,
  right: Right,
  strike: PriceUnits,
): Contract => ({
  program,
  expiry,
  right,
  strike,
  symbol: occSymbol(program.root, expiry.day, right, strike),
})

/**
 * Parses an OCC symbol; null when it matches no underlying, expiration or strike of this market.
 * Does not check that the contract is listed now.
 */
export function readOcc(symbol: string): Contract | null {
  const [, root = '', year = '', month = '', date = '', side, digits = ''] = OCC.exec(symbol) ?? []
  const program = PROGRAM_BY_ROOT.get(root)
  if (program === undefined) return null
  const day = `20${year}-${month}-${date}`
  if (
    Number.isNaN(Date.parse(`${day}T00:00:00Z`)) ||
    new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day
  ) {
    return null
  }
  const expiry = expiryOn(program.cycle, day)
  const strike = Number(digits) * OCC_UNIT
  if (expiry === null || strike <= 0 || strike % strikeStep(program, strike, false) !== 0) {
    return null
  }
  return contractOf(program, expiry, side === 'C' ? 'CALL' : 'PUT', strike)
}

const EPOCH_DAY: ExchangeDay = '2020-01-01'
const ID = { program: 1e11, day: 1e6, strike: 10, lead: 1e13 } as const

/**
 * Returns a contract's numeric id as text, composed of underlying, expiration, strike and right.
 * Ids therefore sort like the list, and a cursor needs only an id.
 */
export const instrumentIdOf = ({ program, expiry, right, strike }: Contract): string =>
  String(
    ID.lead +
      program.index * ID.program +
      daysBetween(EPOCH_DAY, expiry.day) * ID.day +
      (strike / HALF) * ID.strike +
      (right === 'CALL' ? 0 : 1),
  )

/** Returns the contract of an id; null for an invalid id. */
export function readInstrumentId(id: string): Contract | null {
  const number = /^\d{14}$/.test(id) ? Number(id) - ID.lead : -1
  const program = PROGRAMS[Math.floor(number / ID.program)]
  if (number < 0 || program === undefined) return null
  const rest = number % ID.program
  const expiry = expiryOn(program.cycle, daysFrom(EPOCH_DAY, Math.floor(rest / ID.day)))
  const low = rest % ID.day
  return expiry === null
    ? null
    : contractOf(
        program,
        expiry,
        low % ID.strike === 0 ? 'CALL' : 'PUT',
        Math.floor(low / ID.strike) * HALF,
      )
}

const THREE = 3 * DOLLAR
/**
 * Price steps by the exchange rules: in the penny program 0.01 below 3 USD and 0.05 from there,
 * outside of it 0.05 and 0.10.
 */
const PENNY_GRID: readonly PriceStep[] = [
  { from: 0, step: DOLLAR / 100 },
  { from: THREE, step: DOLLAR / 20 },
]
const WIDE_GRID: readonly PriceStep[] = [
  { from: 0, step: DOLLAR / 20 },
  { from: THREE, step: DOLLAR / 10 },
]
export const gridOf = ({ penny }: Program): readonly PriceStep[] => (penny ? PENNY_GRID : WIDE_GRID)

export const CONTRACT_MULTIPLIER = 100
const MONTHS = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const

/** Returns the contract's instrument for the exchange. */
export function toInstrument(contract: Contract, tradable: boolean): OptionInstrument {
  const { program, expiry, right, strike, symbol } = contract
  const { day } = expiry
  return {
    product: 'OPTION',
    symbol,
    instrumentId: instrumentIdOf(contract),
    exchangeCode: 'OPRA',
    status: tradable ? 'OC' : 'NT',
    name: `${program.underlying} ${MONTHS[Number(day.slice(5, 7)) - 1] ?? ''} ${day.slice(8)} ${day.slice(0, 4)} ${strike / DOLLAR} ${right === 'CALL' ? 'Call' : 'Put'}`,
    scale: { price: PRICE_SCALE, size: SIZE_SCALE, multiplier: CONTRACT_MULTIPLIER },
    grid: gridOf(program),
    root: program.root,
    underlying: program.underlying,
    right,
    strike,
    expiry: day,
    expiresAt: expiry.time,
    style: program.kind === 'index' ? 'EUROPEAN' : 'AMERICAN',
    settlement: program.kind === 'index' ? 'CASH' : 'PHYSICAL',
  }
}
