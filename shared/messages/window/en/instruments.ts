/** Names of instruments as traders write them. */
export const instrumentText = {
  types: { call: 'C', put: 'P', unknown: '?' },
  outcomes: { yes: 'Yes', no: 'No', unknown: '?' },
  /** Said where the prices of an event market are those of one outcome. */
  pricesOfOutcome: { yes: 'Prices of Yes', no: 'Prices of No' },
  strategies: {
    single: 'single',
    'covered-stock': 'covered stock',
    straddle: 'straddle',
    strangle: 'strangle',
    vertical: 'vertical',
    calendar: 'calendar',
    butterfly: 'butterfly',
    condor: 'condor',
    'collar-with-stock': 'collar',
    'iron-butterfly': 'iron butterfly',
    'iron-condor': 'iron condor',
    diagonal: 'diagonal',
    /** An order that moves a position to another day. */
    roll: 'roll',
    unknown: 'combination',
  },
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
