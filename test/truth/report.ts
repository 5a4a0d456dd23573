import { median } from '../bench/report/table.js'
import { KILLED, type Killed } from './plan.js'
import type { TruthTime } from './checks/truth-watch.js'

/** A kill and how the window came back. */
export interface KillResult extends TruthTime {
  readonly kill: Killed
  readonly stage: number
}

/** The result of a run. */
export interface RunResult {
  readonly seed: number
  readonly seconds: number
  readonly handedIn: { readonly person: number; readonly assistants: number }
  readonly atExchange: number
  readonly approved: number
  readonly faults: number
  /** From the first start, without any order, until the session was ready: the machine's pace. */
  readonly firstStartMs: number
  readonly kills: readonly KillResult[]
  /** Every disagreement at the end; empty when window, journal and exchange agree. */
  readonly problems: readonly string[]
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

function row(kill: Killed, kills: readonly KillResult[]): readonly string[] {
  const ofKind = kills.filter((result) => result.kill === kill)
  const times = ofKind.flatMap(({ ms }) => (ms === null ? [] : [ms]))
  const ready = ofKind.flatMap(({ readyMs }) => (readyMs === null ? [] : [readyMs]))
  return [
    kill,
    String(ofKind.length),
    times.length === 0 ? '–' : seconds(median(times)),
    times.length === 0 ? '–' : seconds(Math.max(...times)),
    ready.length === 0 ? '–' : seconds(median(ready)),
    String(ofKind.length - times.length),
    String(ofKind.reduce((sum, { doubts }) => sum + doubts, 0)),
  ]
}

/** Formats the times to truth, one line for each kind of kill. */
export function renderTimes(kills: readonly KillResult[]): string {
  const head = ['killed', 'times', 'median', 'worst', 'session ready', 'never', 'in doubt']
  const rows = [head, ...KILLED.map((kill) => row(kill, kills))]
  const widths = head.map((_, column) =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
  )
  return rows
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Formats the result of a run. */
export function renderResult(result: RunResult): string {
  const { handedIn, problems } = result
  return [
    `Orders handed in: ${handedIn.person} by hand, ${handedIn.assistants} by assistants (${result.approved} presses of Approve); ${result.atExchange} at the exchange. ${result.faults} faults.`,
    '',
    'Time to truth: from the kill (for the program from its new start) until the orders and',
    'positions of the window equal those of the exchange.',
    renderTimes(result.kills),
    `The first start, without an order: ${seconds(result.firstStartMs)} until the session was ready.`,
    '',
    problems.length === 0
      ? 'Window, journal and exchange agree on every order, position and balance.'
      : `${problems.length} disagreements:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    `Seed ${result.seed}, ${Math.round(result.seconds)} s.`,
  ].join('\n')
}
