import type { Cents } from '../../../ledger/money.js'
import type { PriceUnits } from '../../../model/units.js'

/**
 * One option position of a portfolio. Prices are price units per share, which equal cents per
 * contract of a hundred shares.
 */
export interface OptionHolding {
  readonly underlying: string
  readonly right: 'CALL' | 'PUT'
  readonly strike: PriceUnits
  readonly expiry: string
  /** Contracts; negative for short. */
  readonly contracts: number
  readonly mark: PriceUnits
  /** The underlying's price. */
  readonly spot: PriceUnits
  /** True for a broad index, which moves less than a single stock and needs less margin. */
  readonly broad: boolean
}

export interface Portfolio {
  readonly options: readonly OptionHolding[]
  /** Whole shares held, by ticker; negative for short. */
  readonly shares: ReadonlyMap<string, number>
}

/**
 * FINRA rule 4210(f)(2)(E): the margin of an uncovered option beyond its own value, in percent of
 * the underlying's value.
 */
const UNCOVERED_PERCENT = { stock: 20, broad: 15 } as const
const MIN_PERCENT = 10
const SHARES = 100
const percent = (price: PriceUnits, part: number): PriceUnits => Math.ceil((price * part) / 100)

/** Returns the margin of an uncovered contract, its own value included. */
function uncovered({ right, strike, spot, mark, broad }: OptionHolding): Cents {
  const out = Math.max(0, right === 'CALL' ? strike - spot : spot - strike)
  const usual = percent(spot, broad ? UNCOVERED_PERCENT.broad : UNCOVERED_PERCENT.stock) - out
  return mark + Math.max(usual, percent(right === 'CALL' ? spot : strike, MIN_PERCENT))
}

/** A number of short contracts with the margin of each. */
interface Charge {
  contracts: number
  readonly perContract: Cents
  readonly naked: boolean
  /**
   * Market value of each contract when uncovered, otherwise 0: the smaller side of a pair still
   * adds it.
   */
  readonly mark: Cents
}

interface Cover {
  readonly holding: OptionHolding
  left: number
}

/** Returns the maximum loss of a short option covered by a long one of the same right. */
const widthOf = (short: OptionHolding, long: OptionHolding): PriceUnits =>
  Math.max(0, short.right === 'CALL' ? long.strike - short.strike : short.strike - long.strike)

/**
 * Covers the short options of one underlying and right: first by shares, then by long options that
 * expire no earlier; the rest is uncovered.
 */
function chargesOf(
  shorts: readonly OptionHolding[],
  longs: readonly OptionHolding[],
  shares: number,
): Charge[] {
  const covers: Cover[] = longs.map((holding) => ({ holding, left: holding.contracts }))
  const charges: Charge[] = []
  const spreads: Charge[] = []
  const pairs: OptionHolding[] = []
  let byShares = Math.floor(shares / SHARES)
  const riskiest = [...shorts].sort((a, b) =>
    a.right === 'CALL' ? a.strike - b.strike : b.strike - a.strike,
  )
  for (const short of riskiest) {
    let open = -short.contracts
    const covered = Math.min(open, byShares)
    if (covered > 0) {
      byShares -= covered
      open -= covered
      // Shares that will be delivered have no loan value beyond the strike.
      const inside = Math.max(
        0,
        short.right === 'CALL' ? short.spot - short.strike : short.strike - short.spot,
      )
      charges.push({
        contracts: covered,
        perContract: Math.ceil(inside / 2),
        naked: false,
        mark: 0,
      })
    }
    const usable = covers
      .filter(({ holding }) => holding.expiry >= short.expiry)
      .sort(
        (a, b) =>
          widthOf(short, a.holding) - widthOf(short, b.holding) ||
          Math.abs(a.holding.strike - short.strike) - Math.abs(b.holding.strike - short.strike),
      )
    for (const cover of usable) {
      const paired = Math.min(open, cover.left)
      if (paired === 0) continue
      cover.left -= paired
      open -= paired
      pairs.push({ ...short, contracts: -paired }, { ...cover.holding, contracts: paired })
      spreads.push({
        contracts: paired,
        perContract: widthOf(short, cover.holding),
        naked: false,
        mark: 0,
      })
    }
    if (open > 0) {
      charges.push({
        contracts: open,
        perContract: uncovered(short),
        naked: true,
        mark: short.mark,
      })
    }
  }
  return [...charges, ...cappedSpreads(spreads, maxLossOf(pairs))]
}

/** Returns what paired options can lose at most at their expiration, before what was paid. */
function maxLossOf(pairs: readonly OptionHolding[]): Cents {
  const resultAt = (spot: PriceUnits): Cents =>
    pairs.reduce(
      (sum, { right, strike, contracts }) =>
        sum + contracts * Math.max(0, right === 'CALL' ? spot - strike : strike - spot),
      0,
    )
  return -Math.min(0, ...[0, ...pairs.map(({ strike }) => strike)].map(resultAt))
}

/**
 * Reduces the charges of spreads to what their legs together can lose: the long options of a
 * butterfly pay for each other, so it needs nothing beyond its price (FINRA rule 4210(f)(2)(H)).
 */
function cappedSpreads(spreads: readonly Charge[], loss: Cents): Charge[] {
  let excess =
    spreads.reduce((sum, { contracts, perContract }) => sum + contracts * perContract, 0) - loss
  return [...spreads]
    .sort((a, b) => b.perContract - a.perContract)
    .flatMap((charge) => {
      const { contracts, perContract } = charge
      if (excess <= 0 || perContract === 0) return [charge]
      const free = Math.min(contracts, Math.floor(excess / perContract))
      excess -= free * perContract
      const reduced = free < contracts ? excess : 0
      excess -= reduced
      return [
        { ...charge, contracts: free, perContract: 0 },
        { ...charge, contracts: Math.min(1, contracts - free), perContract: perContract - reduced },
        { ...charge, contracts: Math.max(0, contracts - free - 1) },
      ].filter((part) => part.contracts > 0)
    })
}

/**
 * Pairs short calls with short puts. A price move can hurt only one of them, so a pair needs the
 * larger requirement plus the other's market value.
 */
function pairSides(calls: Charge[], puts: Charge[]): Cents {
  const dearest = (charges: Charge[]): Charge[] =>
    charges
      .filter(({ perContract }) => perContract > 0)
      .sort((a, b) => b.perContract - a.perContract)
  const [left, right] = [dearest(calls), dearest(puts)]
  let total = 0
  while (left[0] !== undefined || right[0] !== undefined) {
    const [a, b] = [left[0], right[0]]
    const contracts = Math.min(a?.contracts ?? Infinity, b?.contracts ?? Infinity)
    const [more, less] = (a?.perContract ?? 0) >= (b?.perContract ?? 0) ? [a, b] : [b, a]
    total += contracts * ((more?.perContract ?? 0) + (less?.mark ?? 0))
    for (const side of [left, right]) {
      const [first] = side
      if (first === undefined) continue
      first.contracts -= contracts
      if (first.contracts === 0) side.shift()
    }
  }
  return total
}

/**
 * Returns the margin of a portfolio's short options, their own value included, in cents: covered
 * calls need nothing while out of the money, spreads their maximum loss, uncovered options FINRA
 * rule 4210, short straddles the larger side.
 */
export function marginNeed({ options, shares }: Portfolio): Cents {
  let total = 0
  for (const underlying of new Set(options.map((option) => option.underlying))) {
    const ofUnderlying = options.filter((option) => option.underlying === underlying)
    const held = shares.get(underlying) ?? 0
    const side = (right: 'CALL' | 'PUT'): Charge[] =>
      chargesOf(
        ofUnderlying.filter((option) => option.right === right && option.contracts < 0),
        ofUnderlying.filter((option) => option.right === right && option.contracts > 0),
        Math.max(0, right === 'CALL' ? held : -held),
      )
    total += pairSides(side('CALL'), side('PUT'))
  }
  return total
}

/**
 * Returns the cash that a cash account must set aside for its short puts: the full purchase at the
 * strike (a covered call needs only its shares).
 */
export const cashNeed = ({ options }: Portfolio): Cents =>
  options.reduce(
    (sum, { right, strike, contracts }) =>
      right === 'PUT' && contracts < 0 ? sum - contracts * strike : sum,
    0,
  )

/**
 * Returns the uncovered short contracts: covered neither by shares (long for calls, short for puts)
 * nor by long options of the same right.
 */
export function nakedContracts(
  { options, shares }: Portfolio,
  underlying: string,
  right: 'CALL' | 'PUT',
): number {
  const ofUnderlying = options.filter(
    (option) => option.underlying === underlying && option.right === right,
  )
  const held = shares.get(underlying) ?? 0
  return chargesOf(
    ofUnderlying.filter(({ contracts }) => contracts < 0),
    ofUnderlying.filter(({ contracts }) => contracts > 0),
    Math.max(0, right === 'CALL' ? held : -held),
  ).reduce((sum, { contracts, naked }) => (naked ? sum + contracts : sum), 0)
}
