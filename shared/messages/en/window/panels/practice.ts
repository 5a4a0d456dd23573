import { SCENARIO_FIGURES } from '../../../../domain/app/practice/practice-scenarios.js'

/** The fees of the practice exchange, formatted. */
export interface PracticeFeeTexts {
  readonly stockBoth: string
  readonly stockSale: string
  readonly stockCap: string
  readonly secPerMillion: string
  readonly optionBoth: string
  readonly optionIndex: string
  readonly optionSale: string
  readonly futures: string
  readonly eventPercent: string
}

const { crash, gap, haltMinutes } = SCENARIO_FIGURES

/** Texts of the panel that controls the practice exchange. */
export const practiceText = {
  title: 'Practice exchange',
  only: 'The practice panel works in practice only',
  onlyHint: 'Open the practice profile with the environment’s name in the corner of the window.',
  failed: 'The practice exchange did not answer',
  refresh: 'Read again',
  clock: 'Clock',
  now: (time: string) => `${time} at the exchange`,
  speed: 'Speed',
  speeds: { 0: 'Stopped', 1: '1×', 5: '5×', 20: '20×', 60: '60×' },
  clockHint:
    'Nights, weekends and holidays take no time, but for an overnight session that you jump to. A jump plays everything in between: orders fill, options expire, dividends are paid. Time never goes back.',
  jump: 'Jump to',
  moments: {
    open: 'Next open',
    close: 'Next close',
    'after-close': 'After the close',
    overnight: 'Overnight session',
    expiration: 'Expiration Friday',
  },
  momentHints: {
    open: 'One minute before the opening bell.',
    close: 'Five minutes before the closing bell.',
    'after-close': 'Five minutes after the bell: day orders have ended.',
    overnight: 'One minute after it begins at 20:00. It is played to its end at 04:00.',
    expiration: 'Five minutes before the options of this Friday expire.',
  },
  scenarios: {
    title: 'Scenarios',
    hint: (symbol: string | null) =>
      `Days that every trader meets, whenever you want to practice them. ${
        symbol === null
          ? 'Choose a symbol first, with the search above.'
          : `They happen to ${symbol}, the symbol that the panels show.`
      } They move the simulated market itself: quotes, chart, options, futures and indices together. They are stored: a restart plays the same.`,
    names: {
      open: 'Opening bell',
      'flash-crash': 'Flash crash',
      halt: 'Halt and resumption',
      'gap-up': 'Earnings gap up',
      'gap-down': 'Earnings gap down',
      expiration: 'Expiration Friday',
    },
    hints: {
      open: 'Jumps to one minute before the bell. Volume, spreads and moves are at their largest in the first minutes, and market orders queued overnight fill at whatever price opens.',
      'flash-crash': `The whole market falls ${crash.marketPercent}% within ${crash.fallenMinutes} minutes, a chosen stock ${crash.stockPercent}% more; most of it comes back within half an hour. Spreads widen, stops trigger and fill far below. Begins with the next minute, or after the open when the market is closed or about to close.`,
      halt: `Trading in the symbol stops for ${haltMinutes} minutes of the exchange, then resumes. Working orders wait, new ones are refused, and what waited takes part again at the price that trading resumes with.`,
      'gap-up': `The company reports five minutes after the next close, better than expected: the stock jumps by ${gap.minPercent}% to ${gap.maxPercent}% in the evening and opens there. Nothing fills in between, so a stop or a short position meets the new price.`,
      'gap-down': `The company reports five minutes after the next close, worse than expected: the stock falls by ${gap.minPercent}% to ${gap.maxPercent}% in the evening and opens there. A stop does not protect in between: it fills at the open, far below.`,
      expiration:
        'Jumps to five minutes before the close of the next Friday, when the week’s options expire. Those in the money are exercised: long calls buy shares, long puts sell them, short ones are assigned; all others end worthless. What you do not want to hold on Monday has to be closed before.',
    },
    actions: {
      open: () => 'Jump to the open',
      'flash-crash': (symbol: string) => `Crash the market and ${symbol}`,
      halt: (symbol: string) => `Halt ${symbol} for ${haltMinutes} min`,
      'gap-up': (symbol: string) => `${symbol} beats`,
      'gap-down': (symbol: string) => `${symbol} disappoints`,
      expiration: () => 'Jump to Friday',
    },
    started: 'Started scenarios',
    startedLine: (name: string, symbol: string, time: string) => `${name} · ${symbol} · ${time}`,
    states: { planned: 'Planned', running: 'Running', over: 'Over' },
    jump: 'Jump there',
    callOff: 'Call off',
  },
  replay: {
    title: 'Replay a day',
    hint: 'Plays a past day of this exchange again, from one minute before its open and at any speed: the same prices, crashes and gaps, with an account of its own. It runs in a practice profile of its own, so its orders and its journal stay apart; change back with the environment’s name in the corner. Your own old trades are not part of it.',
    none: 'No day has ended yet since this exchange began. Jump past a close first.',
    day: 'Day',
    start: (day: string) => `Replay ${day}`,
  },
  reset: {
    title: 'Start over',
    hint: 'Ends this practice exchange and opens a new one with new money and a new clock. Other environments and profiles are not touched.',
    open: 'Start over…',
    question: 'Start practice over?',
    losesTitle: 'Ends with this exchange',
    loses: [
      'All orders: working ones, stops, groups and algorithms end without a fill.',
      'All positions and their cost, all cash, dividends, transfers and activities, of every practice account.',
      'The history of orders and fills, and the journal of these accounts with its notes, tags and pictures.',
      'Pending and waiting instructions of assistants are withdrawn.',
      'The clock of the exchange, its scenarios, halts and faults.',
    ],
    losesHint:
      'Nothing of it is deleted: it is moved to a folder of its own in Countersign’s data, and a notice names that folder. There is no way back to it in the window.',
    staysTitle: 'Stays',
    stays: [
      'Watchlists, alerts, layouts and preferences.',
      'Your limits. A lock-out stays until its time: starting over is no way around it.',
      'Assistants with their keys and policies, their report cards and the audit log.',
    ],
    market: 'Market of the new exchange',
    markets: { same: 'Same market', usual: 'Usual market', other: 'Another market' },
    marketHints: {
      same: (seed: string) => `The seed stays “${seed}”.`,
      usual: () => 'The market with which Countersign is delivered.',
      other: () => 'A market of your own: every seed has other prices and other news.',
    },
    seed: 'Seed',
    seedRule: 'Up to 40 letters, digits, spaces, dots and dashes.',
    cancel: 'Cancel',
    confirm: 'Start over',
  },
  jumping: 'The market plays the time in between…',
  halts: 'Halted symbols',
  haltsHint:
    'Orders in a halted symbol wait; new ones are refused. When trading resumes, waiting orders take part again.',
  halt: (symbol: string) => `Halt ${symbol}`,
  resume: (symbol: string) => `Resume ${symbol}`,
  noHalts: 'No symbol is halted.',
  haltAdd: 'Halt another symbol',
  faults: 'Faults',
  faultsHint:
    'What can go wrong between you and a broker, to practice it. “Next order” strikes once, at the next new order; “Always” strikes every request until you switch it off.',
  clearFaults: 'All faults off',
  faultsOn: (count: number) => (count === 1 ? '1 fault is on' : `${count} faults are on`),
  modes: { off: 'Off', 'next-order': 'Next order', always: 'Always' },
  streamModes: { off: 'Off', always: 'On' },
  mode: (fault: string) => `${fault}: how often`,
  faultNames: {
    'drop-before-effect': 'Connection lost before the order',
    delay: 'Slow answer',
    'rate-limited': 'Too many requests',
    'error-before-effect': 'Server error before the order',
    'drop-after-effect': 'Connection lost after the order',
    'error-after-effect': 'Server error after the order',
    'malformed-body': 'Unreadable answer',
    'truncated-body': 'Answer cut short',
    'unreadable-row': 'Unreadable row in a list',
    'unpublished-class': 'Account of an unknown class',
    'unpublished-classes': 'Only accounts of an unknown class',
    'stale-listing': 'Lists lag behind',
    'event-stream-black-hole': 'Order events fall silent',
    'market-stream-black-hole': 'Quotes fall silent',
    'duplicate-events': 'Order events twice',
    'reorder-events': 'Order events out of order',
    'replay-old-events': 'Old order events again',
    'refuse-event-stream': 'No order events',
    'refuse-market-stream': 'No quotes',
  },
  faultHints: {
    'drop-before-effect':
      'The order never arrives, but you cannot know. It shows as unknown, then settles as not placed.',
    delay: 'The operation starts a second late.',
    'rate-limited': 'The broker refuses for a moment. Nothing is placed.',
    'error-before-effect':
      'The broker fails before it reads the order. It shows as unknown, then settles as not placed.',
    'drop-after-effect':
      'The order is placed, but its answer is lost. It shows as unknown, then settles as working.',
    'error-after-effect':
      'The order is placed, then the broker answers with an error. It shows as unknown, then settles.',
    'malformed-body':
      'The order is placed, the answer is not readable. It shows as unknown, then settles.',
    'truncated-body':
      'The order is placed, half of the answer arrives. It shows as unknown, then settles.',
    'unreadable-row':
      'One row of a list has a number in a form that is not published. It is set aside and counted.',
    'unpublished-class':
      'The last account has a class that is not published. It is shown as not supported once the accounts are read again, at a sign-in or a reconnect.',
    'unpublished-classes':
      'Every account has a class that is not published. Once the accounts are read again, nothing can be traded.',
    'stale-listing': 'Lists of orders are three seconds old; single orders are not.',
    'event-stream-black-hole':
      'The stream stays open and says nothing. It is noticed and opened again.',
    'market-stream-black-hole': 'The stream stays open and says nothing. Prices show their age.',
    'duplicate-events': 'The same event arrives twice. Nothing is counted twice.',
    'reorder-events': 'Events arrive in the wrong order. The newest state stays.',
    'replay-old-events': 'An old event arrives again as if it were new. It changes nothing.',
    'refuse-event-stream': 'No connection for events. Orders are read one by one instead.',
    'refuse-market-stream': 'No connection for quotes. Prices are read more slowly.',
  },
  limits: 'Request limits',
  limitProfiles: { production: 'Production', sandbox: 'Sandbox', off: 'None' },
  limitsHint: 'How many requests the exchange accepts per minute, as the broker publishes it.',
  rules: 'How practice orders fill',
  fills: [
    'A market order takes what the book offers, level by level, so a large one moves the price against you.',
    'A limit order fills at its limit or better: at once where the book has it, otherwise when the market trades through it. It queues behind what was there first.',
    'Stops trigger on trades. Outside regular hours only limit orders for extended hours fill.',
    'Halted symbols do not trade. Options and event contracts settle at expiration, futures to their settlement price.',
  ] as const,
  feesTitle: 'Fees',
  fees: (rates: PracticeFeeTexts): readonly string[] => [
    'No commission on stocks, ETFs, options, coins and event contracts.',
    `Stocks and ETFs: ${rates.stockBoth} a share; on sales also ${rates.secPerMillion} per million dollars, and ${rates.stockSale} a share, at most ${rates.stockCap} an order.`,
    `Options: ${rates.optionBoth} a contract, ${rates.optionIndex} more on an index; on sales also ${rates.optionSale} a contract and ${rates.secPerMillion} per million dollars.`,
    `Futures: ${rates.futures} a contract and side, and the fee of the contract’s exchange.`,
    `Event contracts: ${rates.eventPercent} of contracts × price × (1 − price).`,
    'Rates are modeled on US fees; treat them as the simulation’s own.',
  ],
  seed: 'Market',
  seedIs: (seed: string) =>
    `Seed “${seed}”: the same seed, clock and scenarios give the same prices.`,
  seedHint:
    'Real names and symbols, invented prices. Faults, halts, speed and limits end with Countersign; accounts, orders, scenarios and the clock stay.',
} as const
