import { approvals } from './approvals/approvals.js'
import { budgets } from './budgets.js'
import { exchange } from './exchange.js'
import { chart } from './chart/chart.js'
import { lineDrag } from './chart/drag.js'
import { fourCharts } from './chart/four-charts.js'
import { alertEvaluation } from './alerts/alerts.js'
import { costs } from './costs/costs.js'
import { idle } from './costs/idle.js'
import { instructions } from './instructions.js'
import { kill } from './kill/kill.js'
import { auditChain, oldOrderJournal, orderJournal } from './journals.js'
import { hour } from './memory/hour.js'
import { memory } from './memory/memory.js'
import { orders } from './orders.js'
import { lostEvent } from './recovery/lost-event.js'
import { runParts } from './run-parts.js'
import { scale } from './scale/scale.js'
import { soak } from './scale/soak.js'
import { bundleSize } from './footprint.js'
import { coldStart } from './start/start-up.js'
import type { MetricRow } from './table.js'
import { tables } from './tables/tables.js'
import { ticks } from './frames/ticks.js'
import { trace } from './trace/trace.js'
import { marketMessages, signedRequest, tradeEvents } from './wire.js'

const wire = async (): Promise<MetricRow[]> => [
  ...(await signedRequest()),
  ...(await tradeEvents()),
  ...(await marketMessages()),
]

const PARTS: Readonly<Record<string, () => Promise<readonly MetricRow[]>>> = {
  start: coldStart,
  memory,
  idle,
  ticks,
  tables,
  chart,
  'line-drag': lineDrag,
  'four-charts': fourCharts,
  wire,
  orders,
  'lost-event': lostEvent,
  approvals,
  budgets,
  instructions,
  kill,
  journals: orderJournal,
  audit: auditChain,
  alerts: alertEvaluation,
  costs,
  exchange,
  bundle: bundleSize,
}

/** Parts that run only by name: they take minutes, or explain instead of measuring. */
const LONG_PARTS: Readonly<Record<string, () => Promise<readonly MetricRow[]>>> = {
  hour,
  'old-journals': oldOrderJournal,
  scale,
  soak,
  trace,
}

/** The time limit of a part, so that a part that hangs does not lose the table. */
const LIMIT_MS = { usual: 600_000, long: 2_400_000 }

const ALL = { ...PARTS, ...LONG_PARTS }
const names = process.argv.slice(2)
const unknown = names.filter((name) => !(name in ALL))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no part ${unknown.join(', ')}. Parts: ${Object.keys(ALL).join(', ')}.\n`,
  )
  process.exit(1)
}
await runParts(
  Object.entries(names.length === 0 ? PARTS : ALL).filter(
    ([name]) => names.length === 0 || names.includes(name),
  ),
  names.some((name) => name in LONG_PARTS) ? LIMIT_MS.long : LIMIT_MS.usual,
)
