import { abs, lt, sub, type Decimal } from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type {
  ChainExpiry,
  ChainRow,
  OptionChain,
} from '../../../shared/domain/instruments/option-chain.js'
import type { BuilderLeg } from '../../stores/submit/strategy.js'

/** The strategies that can be filled in around the price of the underlying. */
export const TEMPLATES = [
  'vertical',
  'straddle',
  'strangle',
  'butterfly',
  'condor',
  'iron-butterfly',
  'iron-condor',
  'calendar',
  'diagonal',
  'covered-stock',
  'collar-with-stock',
] as const
export type Template = (typeof TEMPLATES)[number]

type Type = 'call' | 'put' | 'shares'
/** A leg of a template: side, type, strikes away from the money, expiries later, and its ratio. */
type TemplateLeg = readonly [BuilderLeg['side'], Type, number, number?, number?]

const SHAPES: Readonly<Record<Template, readonly TemplateLeg[]>> = {
  vertical: [
    ['buy', 'call', 0],
    ['sell', 'call', 2],
  ],
  straddle: [
    ['buy', 'call', 0],
    ['buy', 'put', 0],
  ],
  strangle: [
    ['buy', 'call', 2],
    ['buy', 'put', -2],
  ],
  butterfly: [
    ['buy', 'call', -2],
    ['sell', 'call', 0, 0, 2],
    ['buy', 'call', 2],
  ],
  condor: [
    ['buy', 'call', -3],
    ['sell', 'call', -1],
    ['sell', 'call', 1],
    ['buy', 'call', 3],
  ],
  'iron-butterfly': [
    ['buy', 'put', -2],
    ['sell', 'put', 0],
    ['sell', 'call', 0],
    ['buy', 'call', 2],
  ],
  'iron-condor': [
    ['buy', 'put', -4],
    ['sell', 'put', -2],
    ['sell', 'call', 2],
    ['buy', 'call', 4],
  ],
  calendar: [
    ['sell', 'call', 0],
    ['buy', 'call', 0, 1],
  ],
  diagonal: [
    ['sell', 'call', 2],
    ['buy', 'call', 0, 1],
  ],
  'covered-stock': [
    ['buy', 'shares', 0],
    ['sell', 'call', 2],
  ],
  'collar-with-stock': [
    ['buy', 'shares', 0],
    ['buy', 'put', -2],
    ['sell', 'call', 2],
  ],
}

/** Monthly contracts have the tightest spreads; the next month has time left. */
const MONTHLY = 'monthly'

/** Returns the expiries from the first monthly one on, of its root. */
function monthlyExpiries({ expiries }: OptionChain): readonly ChainExpiry[] {
  const monthly = expiries.filter(({ cycle }) => cycle === MONTHLY)
  const usable = monthly.length > 1 ? monthly.slice(1) : expiries
  return usable.filter(({ root }) => root === usable[0]?.root)
}

/** Returns the index of the strike next to a price. */
function atTheMoney(rows: readonly ChainRow[], price: Decimal): number {
  let best = 0
  for (const [index, { strike }] of rows.entries()) {
    const distance = abs(sub<Decimal>(strike, price))
    if (lt(distance, abs(sub<Decimal>(rows[best]?.strike ?? strike, price)))) best = index
  }
  return best
}

/**
 * Returns the legs of a template around a price of the underlying; null where the chain has not
 * the contracts for it.
 */
export function templateLegs(
  chain: OptionChain,
  template: Template,
  price: Decimal,
): readonly BuilderLeg[] | null {
  const { underlying } = chain
  const expiries = monthlyExpiries(chain)
  const legs: BuilderLeg[] = []
  for (const [side, type, strikes, later = 0, ratio = 1] of SHAPES[template]) {
    if (type === 'shares') {
      legs.push({ symbol: underlying, underlying, side, ratio })
      continue
    }
    const near = expiries[0]?.rows ?? []
    const wanted = near[atTheMoney(near, price) + strikes]?.strike
    const rows = expiries[later]?.rows ?? []
    const found = wanted === undefined ? undefined : nearest(rows, wanted)
    const symbol: Symbol | null = found?.[type] ?? null
    if (symbol === null) return null
    legs.push({ symbol, underlying, side, ratio })
  }
  return legs
}

const nearest = (rows: readonly ChainRow[], strike: Decimal): ChainRow | undefined =>
  rows[atTheMoney(rows, strike)]
