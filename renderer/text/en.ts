import type { KillShortcut } from '../../shared/domain/kill-shortcut.js'
import type { PriceTolerance } from '../../shared/domain/price-tolerance.js'
import type { PanelId } from '../panels/places.js'
import { chartText } from './chart-en.js'
import { errorText } from './errors-en.js'
import { instructionText } from './instructions-en.js'
import { depthText, tapeText } from './market-en.js'
import { orderText } from './orders-en.js'
import { lockText, profileText, sessionText } from './profiles-en.js'
import { ticketText } from './ticket-en.js'

/** Every text of the desk, in English. Another language is another object of this type. */
export const text = {
  app: {
    name: 'Countersign',
    outside: 'This page is the desk of Countersign and only works inside the app.',
    starting: 'Starting',
    crashed: 'This part of the desk failed.',
    crashedHint: 'The rest keeps working. Your orders are held by the app, not by this window.',
    tryAgain: 'Try again',
  },
  environment: {
    practice: 'Simulated exchange. No real money moves.',
    sandbox: 'Provider’s test environment. Data is delayed.',
    production: 'Live account. Orders use real money.',
  },
  phase: {
    starting: 'Starting', 'signing-in': 'Signing in', ready: 'Signed in', reconnecting: 'Reconnecting', attention: 'Needs attention', 'signed-out': 'Signed out',
  },
  panels: {
    watchlist: 'Watchlist', chart: 'Chart', positions: 'Positions', orders: 'Orders', fills: 'Fills', ticket: 'Ticket', depth: 'Depth',
    'time-sales': 'Time & Sales', account: 'Account', session: 'Session', instructions: 'Instructions',
  } satisfies Record<PanelId, string>,
  dock: { empty: 'No panels are open', emptyHint: 'Open one from the View menu, or bring the default workspace back.' },
  menu: {
    view: 'View', desk: 'Desk', help: 'Help', panels: 'Panels', search: 'Search symbols and commands', settings: 'Settings', account: 'Account',
    noAccount: 'No account', switchAccount: 'Trade with account',
  },
  status: {
    buyingPower: 'Buying power', dayPnl: 'Day P&L', netLiquidation: 'Net liquidation', budget: 'Requests', clock: 'New York',
    channels: { api: 'API', events: 'Events', market: 'Market' },
    states: { connecting: 'connecting', live: 'live', stale: 'stale', down: 'down', stopped: 'stopped' },
    heard: (age: string) => `last heard ${age} ago`, never: 'not heard yet', latency: (ms: string) => `${ms} ms`,
    session: { pre: 'Pre-market', regular: 'Open', post: 'After hours', overnight: 'Overnight', closed: 'Closed' },
  },
  notices: {
    'preferences-set-aside': 'Your preferences file could not be read. It was set aside and the defaults are in use.',
    'journal-tail-cut': 'The order journal ended in an incomplete entry. It was set aside; orders are being checked with the exchange.',
    'key-store-missing': 'No system key store was found. Sign-in is kept in memory only and ends when the app closes.',
    'practice-restarted': 'The practice exchange stopped and was started again. Orders and positions were kept.',
    'trading-halted': 'Trading is halted. Nothing is sent until it is resumed.',
    'test-runtime': 'This copy runs on a test runtime. It is not meant for real accounts.',
    'order-anomaly': 'An order reported something that cannot be true. Check it with your broker.',
    'kill-keys-taken': 'Another program holds the keys that stop assistants from anywhere. Choose others in Settings; the button and the tray work.',
    dismiss: 'Dismiss notice',
  },
  palette: { title: 'Commands and symbols', placeholder: 'Type a symbol, a panel or a command', symbols: 'Symbols', panels: 'Panels', commands: 'Commands', recent: 'Recent', none: 'Nothing matches', searching: 'Searching' },
  shortcuts: { title: 'Keyboard shortcuts', note: 'No shortcut sends an order.', groups: { general: 'General', panels: 'Panels', tables: 'Tables' },
    tables: [['↑ ↓', 'Move between rows'], ['Home End', 'First and last row'], ['Enter', 'Open the row'], ['Delete', 'Remove or cancel, where the row can'], ['Alt ↑ ↓', 'Reorder the watchlist']] as const },
  commands: { nextGroup: 'Next group', previousGroup: 'Previous group', closePanel: 'Close panel', nextTheme: 'Next theme' },
  settings: {
    title: 'Settings', theme: 'Theme', themes: { system: 'Follow the system', dark: 'Dark', light: 'Light', contrast: 'High contrast' },
    colors: 'Market colours', colorChoices: { 'green-red': 'Green up, red down', 'blue-orange': 'Blue up, orange down' },
    confirm: 'Confirm before an order is sent, replaced or cancelled', workspace: 'Workspace', reset: 'Reset workspace', tour: 'Show the tour again', done: 'Done',
    notSaved: 'The change could not be saved', versions: 'Versions',
    moved: 'Ask again when the cost of an instruction moves', movedHint: 'By more than this while you read it: the larger of the two.',
    movedOf: { narrow: '0.1 % or 2 ticks', usual: '0.5 % or 5 ticks', wide: '1 % or 10 ticks' } satisfies Record<PriceTolerance, string>,
    killKeys: 'Stop assistants from anywhere on this computer', killKeysHint: 'Works while an assistant is paired, in every program.',
    killKeysOf: {
      'CommandOrControl+Alt+Shift+H': 'Ctrl Alt Shift H', 'CommandOrControl+Alt+Shift+K': 'Ctrl Alt Shift K', 'CommandOrControl+Alt+Shift+F12': 'Ctrl Alt Shift F12', off: 'No keys',
    } satisfies Record<KillShortcut, string>,
  },
  halt: {
    word: 'Halted', command: 'Halt trading', resumeCommand: 'Resume trading…', byHand: 'Halted at this desk by hand.', resumedByHand: 'Resumed at this desk by hand.',
    explained: 'Stops new orders and changes at once. Working orders stay at the exchange and can be cancelled.',
    strip: 'Trading is halted. No order is sent or changed.', stays: 'Working orders are still at the exchange; cancelling works.',
    title: 'Resume trading?', body: 'New orders and changes will be sent again. Orders that were working when trading was halted were not touched: they may have filled since, or may still fill.',
    reason: 'Reason for the halt', working: (count: number) => (count === 1 ? '1 order is working now.' : `${count} orders are working now.`),
    understood: 'I have checked my orders and positions', resume: 'Resume trading', keep: 'Stay halted', stillHalted: 'Trading is still halted',
    stillHaltedHint: 'The order journal cannot be written, so nothing may be sent. Try again when the disk works.',
  },
  about: {
    title: 'About and licences', body: 'A desktop trading client for a brokerage’s open API. You trade from it; an assistant may only instruct through it.',
    version: 'Version', runtime: 'Runtime', charts: 'Charts', chartsNotice: 'TradingView Lightweight Charts™. Copyright © 2025 TradingView, Inc. https://www.tradingview.com/', chartsLink: 'Open tradingview.com',
    licences: 'Third-party software', licencesHint: (count: number) => `${count} packages are part of this app, with the texts of their licences:`, loading: 'Reading the licences', close: 'Close',
  },
  tour: {
    title: 'Welcome to the desk', step: (now: number, of: number) => `${now} of ${of}`, next: 'Next', back: 'Back', skip: 'Skip tour', finish: 'Start trading',
    steps: [
      ['You are on the practice exchange', 'The band at the top always says which environment you trade in. Practice is a full exchange on this computer: nothing here touches real money.'],
      ['Pick a symbol', 'Click a row of the watchlist, or press Ctrl K and type. Chart, ticket and depth follow.'],
      ['Place an order', 'Fill in the ticket and review it. Nothing is sent until you confirm. Orders, positions and fills appear below the chart.'],
      ['Make it yours', 'Drag tabs to rearrange, press F6 to move between groups and ? for every shortcut. The layout is kept.'],
    ] as const,
  },
  watchlist: {
    add: 'Add symbol', search: 'Add a symbol or name', remove: 'Remove', moveUp: 'Move up', moveDown: 'Move down', columns: 'Columns',
    empty: 'No symbols yet', emptyHint: 'Search above to add the first one.', full: 'The list holds at most 200 symbols.', added: 'in list', none: 'No symbol found',
    trade: 'Trade', heads: { symbol: 'Symbol', last: 'Last', change: 'Chg', changeRatio: 'Chg %', bid: 'Bid', ask: 'Ask', volume: 'Volume', high: 'High', low: 'Low' },
  },
  positions: {
    heads: { symbol: 'Symbol', quantity: 'Qty', averageCost: 'Avg cost', last: 'Last', marketValue: 'Value', dayPnl: 'Day P&L', unrealizedPnl: 'Open P&L', ratio: 'Open %', actions: 'Actions' },
    empty: 'No open positions', emptyHint: 'A filled order shows here with its live profit and loss.', close: 'Close', closeLabel: (symbol: string) => `Close ${symbol}: puts the order into the ticket`,
    total: 'Total',
  },
  orders: orderText, profiles: profileText, lock: lockText, session: sessionText, instructions: instructionText,
  chart: chartText, ticket: ticketText, depth: depthText, tape: tapeText,
  fills: {
    heads: { time: 'Time', symbol: 'Symbol', side: 'Side', quantity: 'Qty', price: 'Price', value: 'Value' },
    empty: 'No fills yet', emptyHint: 'Each execution of your orders is listed here.',
  },
  account: {
    heads: { currency: 'Currency', cash: 'Cash', settledCash: 'Settled', unsettledCash: 'Unsettled', buyingPower: 'Buying power', dayBuyingPower: 'Day BP', overnightBuyingPower: 'Overnight BP', frozen: 'On hold', marketValue: 'Securities' },
    fields: { netLiquidation: 'Net liquidation', totalCash: 'Cash', totalMarketValue: 'Securities', dayPnl: 'Day P&L', unrealizedPnl: 'Open P&L', initialMargin: 'Initial margin', maintenanceMargin: 'Maintenance margin', withdraw: 'Available to withdraw' },
    types: { margin: 'Margin', cash: 'Cash', unknown: 'Account' }, balances: 'Balances by currency', calls: (list: string) => `Open margin call: ${list}`, copyNumber: 'Copy account number', copied: 'Account number copied',
    empty: 'No balance yet', emptyHint: 'The balance appears when the account is signed in.',
  },
  states: {
    loading: 'Loading', stale: (age: string) => `Last update ${age} ago`, staleShort: 'Stale', offline: 'Not connected', offlineHint: 'The desk keeps trying. What you see is the last known state.',
    notConnected: 'Not signed in yet', notConnectedHint: 'This fills when the account is signed in.', failed: 'Could not load', retry: 'Try again', signedOut: 'Signed out', signIn: 'Sign in', missing: '—',
  },
  sides: { buy: 'Buy', sell: 'Sell', short: 'Short' },
  orderTypes: {
    market: 'Market', limit: 'Limit', stop: 'Stop', 'stop-limit': 'Stop limit', 'trailing-stop': 'Trailing stop', 'market-on-open': 'Market on open',
    'market-on-close': 'Market on close', 'limit-on-open': 'Limit on open',
  },
  timesInForce: { day: 'Day', gtc: 'GTC', ioc: 'IOC', fok: 'FOK', gtd: 'GTD' },
  orderSessions: { core: 'Regular hours', all: 'Regular and extended', night: 'Overnight only' },
  errors: errorText,
  dialog: { close: 'Close', cancel: 'Cancel', keep: 'Keep order' },
  toast: { dismiss: 'Dismiss', ref: 'Ref', region: 'Notifications' },
  time: { seconds: (n: number) => `${n} s`, minutes: (n: number) => `${n} min`, hours: (n: number) => `${n} h`, days: (n: number) => `${n} d`, yours: (time: string) => `${time} your time` },
} as const
