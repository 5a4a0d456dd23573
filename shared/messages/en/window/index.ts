import type { PreferenceLabel, Preferences } from '../../../domain/app/preferences.js'
import { assistantChangesText } from './assistants/changes.js'
import { assistantNotices } from './assistants/notices.js'
import { notificationLevels } from './desktop/notification-levels.js'
import { LANGUAGE_NAMES } from '../../languages.js'
import { orderTypeLabels } from '../instructions/order-types.js'
import type { KillShortcut, PriceTolerance } from '../../../domain/app/preference-values.js'
import { ENVIRONMENT_LABELS } from '../../../domain/environment.js'
import { alertText } from './alerts/alerts.js'
import { basketText } from './orders/basket.js'
import { chartText } from './chart/chart.js'
import { chartTradingText } from './chart/trading.js'
import { connectText } from './connect.js'
import { errorText } from './errors.js'
import { chartViewText } from './chart/view.js'
import { drawingsText } from './chart/drawings.js'
import { indicatorsText } from './chart/indicators.js'
import { instructionText } from './instructions.js'
import { instrumentText } from './instruments.js'
import { limitNotices, limitsText } from './limits.js'
import { depthText, watchlistText } from './market.js'
import { statusText } from './status.js'
import { marketText } from './markets.js'
import { strategyText } from './strategies.js'
import { orderText } from './orders/orders.js'
import { lockText, profileText } from './profiles.js'
import { replayBarsText } from './chart/replay-bars.js'
import { accountText, positionsText } from './portfolio.js'
import { keyboardText } from './desktop/keyboard.js'
import { checkUpdates, updatesText } from './desktop/updates.js'
import { tableText } from './table.js'
import { ticketText } from './orders/ticket.js'
import { tradingText } from './orders/trading.js'
import { panelTitles } from './windows/panel-titles.js'
import { workspacesText } from './windows/workspaces.js'
/** What Settings shows of a preference; `names` names its values, if it has a few. */
export interface PreferenceText {
  readonly label: string
  readonly hint?: string
  readonly names?: Readonly<Record<string, string>>
}
type PreferenceTexts = {
  readonly [L in PreferenceLabel]: Preferences[L] extends string
    ? PreferenceText & { readonly names: Readonly<Record<Preferences[L], string>> }
    : PreferenceText
}
/**
 * The texts of the main window that a start loads, in English. What only late panels and dialogs
 * show is in `panels`. A translation is another object of this type.
 */
export const text = {
  app: {
    name: 'Countersign',
    outside: 'This page belongs to Countersign and works only inside the app.',
    starting: 'Starting',
    crashed: 'This part of the window failed.',
    crashedHint:
      'The rest keeps working. Your orders are not affected: they are managed outside this window.',
    tryAgain: 'Try again',
  },
  safeMode: {
    strip: 'Safe mode: few panels, without your saved layout.',
    stays: 'Orders, halts and account events are not affected. Changes to panels are not saved.',
    leave: 'Leave safe mode',
  },
  environments: ENVIRONMENT_LABELS,
  environment: {
    practice: 'Simulated exchange. No real money moves.',
    sandbox: 'Broker’s test environment. Data is delayed.',
    production: 'Live account. Orders use real money.',
  },
  phase: {
    starting: 'Starting',
    'signing-in': 'Signing in',
    ready: 'Signed in',
    reconnecting: 'Reconnecting',
    attention: 'Needs attention',
    'signed-out': 'Signed out',
  },
  /** The names of the tables, for screen readers. */
  tables: { watchlist: 'Watchlist', orders: 'Orders', positions: 'Positions', fills: 'Fills' },
  table: tableText,
  dock: {
    empty: 'No panels are open',
    news: (count: number) => `${count} new`,
    emptyHint: 'Open one from the View menu, or restore the default workspace.',
  },
  menu: {
    view: 'View',
    app: 'Countersign',
    help: 'Help',
    panels: 'Panels',
    search: 'Search symbols and commands',
    settings: 'Settings',
    account: 'Account',
    quit: 'Quit Countersign',
    noAccount: 'No account',
    switchAccount: 'Trade with account',
    unsupportedAccount: (number: string) => `${number} (not supported by Countersign)`,
  },
  status: statusText,
  notices: {
    'workspace-set-aside':
      'A saved workspace could not be read. Its file was renamed, not deleted; the other workspaces are unchanged.',
    'reset-done': 'Countersign was reset.',
    'preferences-set-aside':
      'Your preferences file could not be read. It was renamed, not deleted, and the defaults are in use.',
    'journal-tail-cut':
      'The order journal ended in an incomplete entry, which was removed. Orders are being checked with the broker.',
    'journal-archive-damaged': 'Archived parts of the order journal are missing or damaged.',
    'key-store-missing':
      'No system key store was found. Your sign-in is held in memory only and ends when Countersign closes.',
    'practice-stopped': 'The practice exchange stopped; it is being started again.',
    'practice-restarted':
      'The practice exchange stopped and was started again. Your orders are looked up, not sent again.',
    'practice-blocked':
      'The practice exchange stopped and is not started again before Countersign is. Your practice orders are stored and continue then; nothing is sent twice.',
    'broker-event': 'Your broker reported a change.',
    'positions-unknown':
      'The positions of this account could not be read, so it is not known what it holds. They are read again every few seconds.',
    'practice-reset': 'Practice started over with a new exchange.',
    'practice-not-reset':
      'Practice could not be reset: its data could not be moved. You are on the same exchange as before, with everything on it. Quit other programs that use its folder, then try again.',
    'practice-data': 'The practice exchange checked its saved data.',
    'practice-replay': 'This profile replays recorded bars.',
    'trading-halted':
      'Trading is halted. Only cancels and “Close positions” are sent until it is resumed.',
    'crash-recorded': 'The last run did not end in order.',
    'exposed-process': 'Only practice opens in this program.',
    'order-anomaly':
      'The broker sent an inconsistent order update. Check the order with your broker.',
    'kill-keys-taken':
      'Another program uses the shortcut that halts assistants. Choose another in Settings; the button and the tray icon still work.',
    ...assistantNotices,
    'halt-not-stored':
      'The halt could not be saved on this computer and would end with Countersign. It is tried again every two seconds; free some disk space.',
    ...limitNotices,
    'alerts-damaged':
      'The file with your alerts could not be read. It was renamed, not deleted, and the list starts empty. Create the alerts again.',
    'drawings-damaged':
      'The file with your chart drawings could not be read. It was renamed, not deleted, and charts start without drawings.',
    'journal-notes-damaged':
      'The file with your journal notes could not be read. It was renamed, not deleted, and the notes start empty. The pictures were not touched.',
    dismiss: 'Dismiss notice',
  },
  programFiles: {
    replaced: 'The program files of Countersign were replaced while it runs.',
    removed: 'The program files of Countersign were removed while it runs.',
    hints: {
      replaced:
        'It runs on as it was started, and starts nothing from the other files. Restart it when it suits you. Orders at the broker keep working.',
      removed:
        'It runs on as it was started, and can start nothing more. Quit it when it suits you, then install it again. Orders at the broker keep working; your data is not affected.',
    },
    restart: 'Restart Countersign',
    waiting: 'It restarts by itself as soon as nothing is in the way.',
    cancel: 'Do not restart',
  },
  unreadable: {
    rows: {
      accounts: (count: number) =>
        `${count} ${count === 1 ? 'account' : 'accounts'} could not be read.`,
      positions: (count: number) =>
        `${count} ${count === 1 ? 'position' : 'positions'} could not be read.`,
      openOrders: (count: number) =>
        `${count} open ${count === 1 ? 'order' : 'orders'} could not be read.`,
      orderHistory: (count: number) =>
        `${count} earlier ${count === 1 ? 'order' : 'orders'} could not be read.`,
      instruments: (count: number) =>
        `${count} ${count === 1 ? 'instrument' : 'instruments'} could not be read.`,
      other: (count: number) =>
        `${count} ${count === 1 ? 'row' : 'rows'} of data could not be read.`,
    },
    account: (name: string) => `Account: ${name}.`,
    symbols: (names: string) => `Instruments: ${names}.`,
    meaning: {
      accounts: 'Everything else works. See your accounts with your broker.',
      positions:
        'Missing here and in the totals; assistants cannot trade these instruments. Check with your broker.',
      openOrders:
        'Missing here and possibly working, so the kill switch cannot report zero. Check with your broker.',
      orderHistory: 'Missing in the list of earlier orders.',
      instruments: 'Missing in searches; everything else works.',
      other: 'Everything else works.',
    },
  },
  palette: {
    title: 'Commands and symbols',
    placeholder: 'Type a symbol, a panel or a command',
    symbols: 'Symbols',
    panels: 'Panels',
    trading: 'Trading',
    commands: 'Commands',
    recent: 'Recent',
    none: 'No matches',
    searching: 'Searching',
  },
  shortcuts: keyboardText,
  commands: {
    nextGroup: 'Next group',
    previousGroup: 'Previous group',
    closePanel: 'Close panel',
    ticketSymbol: 'Ticket: change symbol',
    nextTheme: 'Next theme',
  },
  updates: updatesText,
  settings: {
    title: 'Settings',
    preferences: {
      language: { label: 'Language', names: LANGUAGE_NAMES },
      theme: {
        label: 'Theme',
        names: {
          system: 'Follow the system',
          dark: 'Dark',
          light: 'Light',
          contrast: 'High contrast',
        },
      },
      marketColors: {
        label: 'Market colors',
        names: { 'green-red': 'Green up, red down', 'blue-orange': 'Blue up, orange down' },
      },
      confirmOrders: { label: 'Confirm before an order is sent, replaced or canceled' },
      assistiveApproval: {
        label: 'Accept approvals and orders by assistive technology',
        hint: 'For screen readers and voice control, which press without mouse or keyboard. Approvals and orders then count without a press that Countersign has observed itself: weaker against a manipulated window.',
      },
      notifyFills: { label: 'Fills', names: notificationLevels },
      notifyPartialFills: { label: 'Partial fills', names: notificationLevels },
      notifyRejections: { label: 'Rejections', names: notificationLevels },
      notifyCancellations: { label: 'Cancellations by the broker', names: notificationLevels },
      notifyExpiries: { label: 'Expiries', names: notificationLevels },
      notifyInstructions: { label: 'Instructions of assistants', names: notificationLevels },
      notifyConnection: { label: 'Connection lost for over a minute', names: notificationLevels },
      privacyMode: {
        label: 'Privacy mode: hide amounts',
        hint: 'Balances, quantities, profit and loss and account numbers, also in charts, pictures, notifications and what a screen reader says. Market prices and what you type stay. The confirm window and every review show the order that is sent with its size, price and cost, but no balance and no position. A file that you export has every amount.',
      },
      closeWindow: {
        label: 'Closing the window',
        hint: 'In the tray, streams, alerts and instructions go on. Where the desktop has no tray, closing quits. Quitting asks first while orders or instructions are open.',
        names: { quit: 'Quits Countersign', tray: 'Keeps it running in the tray' },
      },
      checkUpdates,
      priceTolerance: {
        label: 'Refresh a card when its cost moves',
        hint: 'By more than this while you read it, whichever is larger.',
        names: {
          narrow: '0.1% or 2 ticks',
          usual: '0.5% or 5 ticks',
          wide: '1% or 10 ticks',
        } satisfies Record<PriceTolerance, string>,
      },
      killShortcut: {
        label: 'Shortcut that halts assistants',
        hint: 'Works in every program while an assistant is paired.',
        names: {
          'CommandOrControl+Alt+Shift+H': 'Ctrl Alt Shift H',
          'CommandOrControl+Alt+Shift+K': 'Ctrl Alt Shift K',
          'CommandOrControl+Alt+Shift+F12': 'Ctrl Alt Shift F12',
          off: 'No shortcut',
        } satisfies Record<KillShortcut, string>,
      },
    } satisfies PreferenceTexts,
    notifications: 'Notifications',
    notificationsHint:
      'Nothing of an order is named while Countersign is locked or hides amounts. Alerts have their own settings.',
    reset: 'Reset workspace…',
    tour: 'Show the tour again',
    done: 'Done',
    notSaved: 'The change could not be saved',
  },
  pictures: {
    copy: 'Copy picture of the panel',
    save: 'Save picture of the panel…',
    copied: 'Picture copied',
    saved: 'Picture saved',
    noPanel: 'No panel is open',
  },
  privacy: {
    hide: 'Hide amounts',
    show: 'Show amounts',
    badge: 'Amounts hidden',
    badgeHint: 'Privacy mode is on. Press to show amounts.',
  },
  trading: tradingText,
  reset: {
    title: 'Reset the workspace?',
    body: 'Panels, columns and view settings return to their defaults.',
    stays: 'Your watchlist, orders and preferences stay as they are. You can undo this.',
    confirm: 'Reset workspace',
    keep: 'Keep my workspace',
    done: 'The workspace was reset',
    undo: 'Undo',
    undoCommand: 'Undo the reset of the workspace',
  },
  halt: {
    word: 'Halted',
    command: 'Halt trading',
    resumeCommand: 'Resume trading…',
    resumedByHand: 'Resumed by you in Countersign.',
    explained:
      'Stops new orders and changes immediately. Working orders stay at the broker and can be canceled.',
    strip: 'Trading is halted. Only cancels and “Close positions” are sent.',
    unknown: 'Which orders still work at the broker is not known yet; canceling works.',
    stays: 'Working orders are still at the broker; canceling works.',
    title: 'Resume trading?',
    body: 'New orders and changes will be sent again. Orders that were working when trading was halted were not changed: they may have filled since, or may still fill.',
    reason: 'Reason for the halt',
    working: (count: number) =>
      count === 0
        ? 'No order is working now.'
        : count === 1
          ? '1 order is working now.'
          : `${count} orders are working now.`,
    understood: 'I have checked my orders and positions',
    resume: 'Resume trading',
    stayHalted: 'Stay halted',
    stillHalted: 'Trading is still halted',
    stillHaltedHint:
      'The order journal cannot be written, so nothing may be sent. Check the disk, then try again.',
  },
  about: {
    title: 'About and licenses',
    reset: 'Reset Countersign…',
    body: 'A desktop trading client for a broker’s open API. You trade in it; an assistant may only request an order, and you decide.',
    version: 'Version',
    runtime: 'Runtime',
    support: 'Export for support',
    supportHint:
      'Versions, the log, crash records, and names of files. Keys and what looks like one are removed. Read it before you give it to anybody; nothing is sent.',
    supportSaved: 'Saved. Read it before you give it to anybody.',
    charts: 'Charts',
    chartsNotice:
      'TradingView Lightweight Charts™. Copyright © 2025 TradingView, Inc. https://www.tradingview.com/',
    chartsLink: 'Open tradingview.com',
    testRuntime:
      'TEST RUNTIME, not for trading: this copy runs on an Electron without security updates and opens practice only.',
    runtimeLicences: { electron: 'Electron’s license', chromium: 'Chromium’s licenses' },
    noRuntimeLicences: 'The file is not there: this copy of the runtime has no licenses beside it.',
    licences: 'Third-party software',
    licencesHint: (count: number) => `${count} packages are part of this app. Their license texts:`,
    loading: 'Loading the licenses',
    close: 'Close',
  },
  tour: {
    title: 'Welcome to Countersign',
    step: (now: number, total: number) => `${now} of ${total}`,
    next: 'Next',
    back: 'Back',
    skip: 'Skip tour',
    finish: 'Start trading',
    steps: [
      [
        'You are on the practice exchange',
        'The band at the top always shows your environment. Practice is a complete exchange on this computer: no real money moves.',
      ],
      [
        'Pick a symbol',
        'Click a row of the watchlist, or press Ctrl K and type. Chart, ticket and depth follow your choice.',
      ],
      [
        'Place an order',
        'Fill in the ticket and review it. Nothing is sent until you confirm. Orders, positions and fills appear below the chart.',
      ],
      [
        'Make it yours',
        'Drag tabs to rearrange, press F6 to move between groups and ? for every shortcut. Your layout is saved.',
      ],
    ] as const,
  },
  watchlist: watchlistText,
  assistantChanges: assistantChangesText,
  positions: positionsText,
  instruments: instrumentText,
  orders: orderText,
  profiles: profileText,
  connect: connectText,
  lock: lockText,
  limits: limitsText,
  workspaces: workspacesText,
  instructions: instructionText,
  chart: chartText,
  chartView: chartViewText,
  chartTrading: chartTradingText,
  indicators: indicatorsText,
  drawings: drawingsText,
  alerts: alertText,
  basket: basketText,
  strategy: strategyText,
  ticket: ticketText,
  depth: depthText,
  markets: marketText,
  replayBars: replayBarsText,
  fills: {
    ofOrder: 'of the order',
    inNewest: 'The fees of the order are beside its newest fill',
    heads: {
      time: 'Time ET',
      timeLong: 'Time of the fill in New York (ET)',
      symbol: 'Symbol',
      side: 'Side',
      quantity: 'Qty',
      price: 'Price',
      value: 'Value',
      tif: 'TIF',
      tifLong: 'Time in force of the order',
      fees: 'Fees',
      feesLong: 'Fees; with several fills those of the whole order, shown once',
      type: 'Type',
    },
    notice: {
      title: {
        buy: (quantity: string, name: string, price: string) =>
          `Bought ${quantity} ${name} at ${price}`,
        sell: (quantity: string, name: string, price: string) =>
          `Sold ${quantity} ${name} at ${price}`,
        short: (quantity: string, name: string, price: string) =>
          `Sold short ${quantity} ${name} at ${price}`,
        roll: (quantity: string, name: string, price: string) =>
          `Rolled ${quantity} ${name} at ${price}`,
      },
      filled: (filled: string, size: string) => `${filled} of ${size} filled`,
      orders: (count: number) => `${count} orders filled`,
    },
    unknown: 'The fills are not known',
    empty: 'No fills received',
    emptyHint:
      'Executions are listed here as they are received. History reads those of the broker.',
  },
  account: accountText,
  states: {
    loading: 'Loading',
    stale: (age: string) => `Last update ${age} ago`,
    staleShort: 'Stale',
    offline: 'Not connected',
    offlineHint: 'Countersign keeps trying. You see the last known state.',
    notConnected: 'Not signed in yet',
    notConnectedHint: 'Data appears when the account is signed in.',
    noSupportedAccount: 'No supported account',
    noSupportedAccountHint:
      'You are signed in, but Countersign supports none of the accounts. The notice above says what to do.',
    failed: 'Could not load',
    retry: 'Try again',
    signedOut: 'Signed out',
    readAccounts: 'Read accounts again',
    signIn: 'Sign in',
    missing: '—',
  },
  sides: { buy: 'Buy', sell: 'Sell', short: 'Short', roll: 'Roll' },
  orderTypes: orderTypeLabels,
  panelTitles,
  timesInForce: { day: 'Day', gtc: 'GTC', ioc: 'IOC', fok: 'FOK', gtd: 'GTD' },
  orderSessions: { core: 'Regular hours', all: 'Regular and extended', night: 'Overnight only' },
  errors: errorText,
  dialog: {
    close: 'Close',
    cancel: 'Cancel',
    back: 'Keep order',
    keepOrders: (count: number) => (count === 1 ? 'Keep order' : 'Keep orders'),
  },
  toast: { dismiss: 'Dismiss', ref: 'Ref', region: 'Notifications' },
  time: {
    seconds: (n: number) => `${n} s`,
    minutes: (n: number) => `${n} min`,
    hours: (n: number) => `${n} h`,
    days: (n: number) => `${n} d`,
    yours: (time: string) => `${time} your time`,
  },
} as const
