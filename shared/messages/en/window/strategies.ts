import type { OptionStrategy } from '../../../domain/instruments/option.js'

const names: Readonly<Record<OptionStrategy, string>> = {
  single: 'Single option',
  'covered-stock': 'Covered stock',
  straddle: 'Straddle',
  strangle: 'Strangle',
  vertical: 'Vertical',
  calendar: 'Calendar',
  butterfly: 'Butterfly',
  condor: 'Condor',
  'collar-with-stock': 'Collar with stock',
  'iron-butterfly': 'Iron butterfly',
  'iron-condor': 'Iron condor',
  diagonal: 'Diagonal',
}

/** Strategies outside their builder: names, rolls, legs of a position. */
export const strategyText = {
  names,
  roll: 'Roll to a later expiry…',
  rollFailed: 'There is no later contract with this strike.',
  legIn: 'Leg into a strategy…',
  legInto: (name: string) => `Leg into ${name.toLowerCase()}`,
  legOut: 'Leg out of the strategy',
  legOutMenu: (name: string | null) =>
    name === null ? 'Leg out of the strategy…' : `Leg out: close ${name}…`,
  legWith: (act: string, held: string) => `${act} with ${held}`,
  legOutOf: (held: string) => `Leg out of the strategy: ${held}`,
  /** `used` is the part of the position that the order makes a strategy; null for all of it. */
  heldPosition: (held: string, isShort: boolean, used: string | null) => {
    const position = isShort ? `your short position of ${held}` : `your ${held}`
    return used === null ? position : `${used} of ${position}`
  },
  heldShares: (shares: string, symbol: string) => `${shares} ${symbol} shares`,
  legOfPosition: (act: string, position: string) => `${act} · position ${position}`,
} as const
