import type { MetricRow } from './report/table.js'

/** A part of the benchmark: the rows it measures, and what it may take. */
interface PartSpec {
  /** The numbers and subjects of its rows. */
  readonly rows: string
  /** What it takes at most on an idle machine of two cores, in seconds. */
  readonly seconds: number
  /** Each part loads its own modules, so that the list of parts loads none. */
  measure(): Promise<readonly MetricRow[]>
}

/** What a whole run may take, in seconds. */
export const WHOLE_RUN_SECONDS = 1_200

/** The parts of a whole run, in order. */
export const PARTS: Readonly<Record<string, PartSpec>> = {
  start: {
    rows: 'P1 start to a usable window, first paint, exchange listens, each step; P22 first start after an update',
    seconds: 85,
    measure: async () => (await import('./start/start-up.js')).coldStart(),
  },
  memory: {
    rows: 'P2 memory of the default workspace, by process, and of the exchange',
    seconds: 75,
    measure: async () => (await import('./memory/memory.js')).memory(),
  },
  windows: {
    rows: 'P2 memory of a further window and of a further chart; requests while charts move into windows',
    seconds: 95,
    measure: async () => (await import('./memory/windows.js')).windows(),
  },
  idle: {
    rows: 'P16 processor time of the window: ordinary market, closed, minimized; P26 wake-ups at rest',
    seconds: 126,
    measure: async () => (await import('./costs/idle.js')).idle(),
  },
  ticks: {
    rows: 'P4 50 symbols at a usual and a dense feed: delays, frames, last values; P11 click to row',
    seconds: 95,
    measure: async () => (await import('./frames/ticks.js')).ticks(),
  },
  keys: {
    rows: 'P19 key to character in ticket and search, dense feed',
    seconds: 45,
    measure: async () => (await import('./frames/keys.js')).keys(),
  },
  burst: {
    rows: 'P20 opening burst: drain and last values',
    seconds: 54,
    measure: async () => (await import('./frames/burst.js')).burst(),
  },
  sleep: {
    rows: 'P21 after sleep: false prices, old prices marked, live again',
    seconds: 71,
    measure: async () => (await import('./recovery/sleep.js')).sleep(),
  },
  tables: {
    rows: 'P5 blotter of 5,000 orders; P6 option chain of 2,000 contracts',
    seconds: 60,
    measure: async () => (await import('./tables/tables.js')).tables(),
  },
  chart: {
    rows: 'P7 scroll back through 100,000 bars, switch of the interval',
    seconds: 80,
    measure: async () => (await import('./chart/chart.js')).chart(),
  },
  'line-drag': {
    rows: 'drag of the line of an order',
    seconds: 12,
    measure: async () => (await import('./chart/drag.js')).lineDrag(),
  },
  charts: {
    rows: 'P4 four live charts; P24 sixteen live charts',
    seconds: 54,
    measure: async () => (await import('./chart/many-charts.js')).manyCharts(),
  },
  wire: {
    rows: 'P8 signed request; P9 trade events; P10 market messages',
    seconds: 45,
    measure: async () => (await import('./wire.js')).wire(),
  },
  orders: {
    rows: 'P11 submit to the wire and to its acknowledgement; P14 network back',
    seconds: 30,
    measure: async () => (await import('./orders.js')).orders(),
  },
  'lost-event': {
    rows: 'P13 lost event to the right row',
    seconds: 20,
    measure: async () => (await import('./recovery/lost-event.js')).lostEvent(),
  },
  search: {
    rows: 'P23 search over 40,000 instruments',
    seconds: 50,
    measure: async () => (await import('./reads/search.js')).instrumentSearch(),
  },
  reads: {
    rows: 'P25 reads of an assistant, by class of tool',
    seconds: 45,
    measure: async () => (await import('./reads/assistant-reads.js')).assistantReads(),
  },
  approvals: {
    rows: 'P12 decision to the connection, without windows',
    seconds: 18,
    measure: async () => (await import('./approvals/approvals.js')).approvals(),
  },
  instructions: {
    rows: 'P12 request to card, approve to wire, memory of an assistant at rest',
    seconds: 75,
    measure: async () => (await import('./instructions.js')).instructions(),
  },
  kill: {
    rows: 'P12 kill switch to the last cancel',
    seconds: 10,
    measure: async () => (await import('./kill/kill.js')).kill(),
  },
  budgets: {
    rows: 'longest waits that the request budgets make, in virtual time',
    seconds: 10,
    measure: async () => (await import('./budgets.js')).budgets(),
  },
  alerts: {
    rows: '1,000 alerts at 10,000 ticks/s',
    seconds: 12,
    measure: async () => (await import('./alerts/alerts.js')).alertEvaluation(),
  },
  exchange: {
    rows: 'P15 orders and trades of the practice exchange',
    seconds: 30,
    measure: async () => (await import('./exchange.js')).exchange(),
  },
  bundle: {
    rows: 'P17 size of what the window loads at start',
    seconds: 2,
    measure: async () => (await import('./footprint.js')).bundleSize(),
  },
}

/** Parts that run only by name: they take minutes, or explain instead of measuring. */
export const LONG_PARTS: Readonly<Record<string, PartSpec>> = {
  costs: {
    rows: 'P18 how cost grows with watched symbols, open orders and assistants',
    seconds: 260,
    measure: async () => (await import('./costs/costs.js')).costs(),
  },
  journals: {
    rows: 'P40 start over an order journal, to 1,000,000 records',
    seconds: 120,
    measure: async () => (await import('./journals.js')).orderJournal(),
  },
  audit: {
    rows: 'P42 start over an audit chain, to 1,000,000 records',
    seconds: 180,
    measure: async () => (await import('./journals.js')).auditChain(),
  },
  'old-journals': {
    rows: 'P41 first start over a journal of an earlier version',
    seconds: 300,
    measure: async () => (await import('./journals.js')).oldOrderJournal(),
  },
  hour: {
    rows: 'P3 growth over an hour at 1,000 ticks/s',
    seconds: 320,
    measure: async () => (await import('./memory/hour.js')).hour(),
  },
  scale: {
    rows: 'P50 30 accounts, 100,000 orders, 5,000 watched symbols',
    seconds: 400,
    measure: async () => (await import('./scale/scale.js')).scale(),
  },
  soak: {
    rows: 'P51 growth over a day at the market',
    seconds: 900,
    measure: async () => (await import('./scale/soak.js')).soak(),
  },
  trace: {
    rows: 'what the threads of the window do, by cause',
    seconds: 60,
    measure: async () => (await import('./trace/trace.js')).trace(),
  },
}

/** Returns the list of parts with their seconds and rows, as text. */
export function listParts(): string {
  const lines = ([title, parts]: readonly [string, typeof PARTS]): readonly string[] => [
    title,
    ...Object.entries(parts).map(
      ([name, { seconds, rows }]) => `  ${name.padEnd(14)}${`${seconds} s`.padStart(6)}  ${rows}`,
    ),
  ]
  return [
    ...lines([`A whole run, within ${WHOLE_RUN_SECONDS / 60} minutes:`, PARTS]),
    ...lines(['Only by name:', LONG_PARTS]),
  ].join('\n')
}
