/** Texts of the browser of futures, coins, event markets and games. */
export const marketText = {
  title: 'Markets',
  names: { futures: 'Futures', crypto: 'Crypto', events: 'Events', sports: 'Sports' },
  productClass: 'Product class',
  allClasses: 'All classes',
  product: 'Product',
  contractsOf: (product: string) => `Contracts of ${product}`,
  category: 'Category',
  series: 'Series',
  event: 'Event',
  marketsOf: (event: string) => `Questions of ${event}`,
  priceOf: (outcome: string, price: string) => `${outcome}: ${price}`,
  front: 'Front',
  continuous: 'Chart only',
  heads: {
    point: 'Point',
    tick: 'Tick',
    lastDay: 'Last day',
    settlement: 'Settles',
    coin: 'Name',
    minAmount: 'Min order',
    question: 'Question',
  },
  headsLong: {
    point: 'Value of one point',
    tick: 'Smallest price step',
    lastDay: 'Last trading day',
    minAmount: 'Smallest order amount',
  },
  games: {
    table: 'Games',
    competition: 'Competition',
    allCompetitions: 'All competitions',
    filter: 'Which games',
    filters: { open: 'Live and upcoming', live: 'Live', ended: 'Ended', all: 'All' },
    heads: { game: 'Game', away: 'Away', home: 'Home', state: 'State', start: 'Start' },
    headsLong: {
      away: 'Points of the away team',
      home: 'Points of the home team',
      start: 'Start, New York time',
    },
    states: {
      scheduled: 'Scheduled',
      live: 'Live',
      ended: 'Final',
      canceled: 'Canceled',
      postponed: 'Postponed',
      delayed: 'Delayed',
      suspended: 'Suspended',
      unknown: '—',
    },
    /** `type` is the provider's word. */
    period: (type: string, number: number) => {
      if (type === 'quarter') return `Q${number}`
      if (type === 'half') return `H${number}`
      if (type === 'inning') return `Inn ${number}`
      if (type === 'period') return `P${number}`
      if (type === 'overtime') return 'OT'
      return type === '' ? `${number}` : `${type} ${number}`
    },
    at: 'at',
    winner: (team: string) => `${team} won`,
    begins: (time: string) => `Begins ${time} ET. Plays appear here.`,
    lines: 'Points by period',
    total: 'T',
    plays: 'Plays, newest first',
    noPlays: 'No score yet.',
    playStates: {
      absent: 'The broker does not serve the plays of games to this key.',
      failed: 'The plays could not be read. They are read again every few seconds.',
    },
    none: 'No games here',
    noneHint: 'Choose another competition, or show all games.',
    showAll: 'Show all games',
    absent: 'The broker does not serve games to this key',
    absentHint: 'Markets about games are listed under Events, without live scores.',
    showEvents: 'Show events',
    failedHint: 'It is read again every few seconds.',
  },
  settlements: { cash: 'Cash', physical: 'Delivery', unknown: '—' },
  watch: 'Add to the watchlist',
  none: 'Nothing is listed here',
  noneHint: 'Choose another entry above.',
  failed: 'The list could not be loaded',
} as const
