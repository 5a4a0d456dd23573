import type { ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import type { OptionInstrument, PriceStep } from '../model/instrument.js'
import { PRICE_SCALE, SIZE_SCALE, type PriceUnits } from '../model/units.js'
import type { Right } from './black-scholes.js'
import { daysBetween, daysFrom, expiryOn, type Expiry } from './expiries.js'
import { PROGRAMS, PROGRAM_BY_ROOT, type Program } from './programs.js'

/** One listed contract in its parts. */
export interface Contract {
  readonly program: Program
  readonly expiry: Expiry
  readonly right: Right
  readonly strike: PriceUnits
  /** OCC symbol without blanks: root, yymmdd, C or P, strike in thousandths with eight digits. */
  readonly symbol: string
}

const DOLLAR: PriceUnits = 10 ** PRICE_SCALE
/** The finest strike: half a dollar. */
const HALF = DOLLAR / 2
/** Strikes of the symbol are thousandths of a dollar. */
const OCC_UNIT = DOLLAR / 1_000
const OCC = /^([A-Z]{1,6})(\d{2})(\d{2})(\d{2})([CP])(\d{8})$/
/**
 * From so many days on the steps are wider, each a multiple of the near one, so that strikes are
 * only ever added.
 */
export const nearDays = (program: Program): number => (program.dense ? 70 : 240)

/**
 * The step between strikes at a strike: dense names by the dollar (an index by five), others wider
 * the dearer they are; `long` terms wider still.
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
 * Reads an OCC symbol; null when no name, expiration or strike of this market fits it. Says nothing
 * about being listed now.
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
 * The number of a contract as text: name, expiration, strike and right one after the other, so that
 * ids have the order of the
 * list and cursors need nothing else.
 */
export const instrumentIdOf = ({ program, expiry, right, strike }: Contract): string =>
  String(
    ID.lead +
      program.index * ID.program +
      daysBetween(EPOCH_DAY, expiry.day) * ID.day +
      (strike / HALF) * ID.strike +
      (right === 'CALL' ? 0 : 1),
  )

/** The contract of an id; null for ids that are none. */
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
 * Price steps (exchange rules of the penny program): 0.01 below 3 USD and 0.05 from there; 0.05 and
 * 0.10 outside of it.
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

/** What the exchange must know of a contract. */
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
