import { STRATEGY_NAMES } from '../names.js'
/** Names of instruments as traders write them. */
export const instrumentText = {
  types: { call: 'C', put: 'P', unknown: '?' },
  outcomes: { yes: 'Yes', no: 'No', unknown: '?' },
  /** Said where the prices of an event market quote one outcome. */
  pricesOfOutcome: { yes: 'Prices of Yes', no: 'Prices of No' },
  strategies: STRATEGY_NAMES,
  shares: 'shares',
  classes: {
    stock: 'Stock',
    option: 'Option',
    futures: 'Future',
    crypto: 'Crypto',
    event: 'Event',
  },
  front: 'Front month',
  lastTrade: (day: string) => `to ${day}`,
}
