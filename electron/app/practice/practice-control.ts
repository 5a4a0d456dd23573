import { appError, type AppError, type AppResult } from '../../../shared/domain/app/app-error.js'
import {
  PRACTICE_FAULTS,
  type PracticeSettings,
  type ScenarioRefusal,
} from '../../../shared/domain/app/practice/practice-settings.js'
import type { PracticeChange } from '../../../shared/domain/app/practice/practice-settings.schema.js'
import { recordedDays } from '../../../shared/domain/market/recorded-days.js'
import { symbol } from '../../../shared/domain/ids.js'
import { err, ok } from '../../../shared/domain/result.js'
import { epochMs } from '../../../shared/domain/time.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import {
  zPracticeSettings,
  zCalledOffAnswer,
  zScenarioAnswer,
  type PracticeCommand,
} from '../../../shared/practice/practice-control.js'
import type { PracticeHost } from './practice-host.js'

type Control = Pick<PracticeHost, 'command' | 'ready'>

/** The operation that a fault of the next order concerns. */
const PLACE = 'trading.orders.place'

/** Reads and changes what a person may set of the running practice exchange. */
export class PracticeControl {
  readonly #host: () => Control | null

  constructor(host: () => Control | null) {
    this.#host = host
  }

  /** Returns the settings; null in other environments. */
  async settings(): AppResult<PracticeSettings | null> {
    const host = this.#host()
    const ready = host?.ready() ?? null
    if (host === null || ready === null) return ok(null)
    const answer = await host.command({ command: 'settings' })
    const read = answer.ok ? zPracticeSettings.safeParse(answer.value) : null
    if (read?.success !== true) return err(silent())
    const { exchangeTime, speed, rateLimits, faults, halted, scenarios, anchor } = read.data
    const { replayed } = read.data
    return ok({
      seed: ready.seed,
      exchangeTime: epochMs(exchangeTime),
      speed,
      rateLimits,
      faults: faults.flatMap(({ kind, left }) => {
        const fault = PRACTICE_FAULTS.find((known) => known === kind)
        return fault === undefined
          ? []
          : [{ fault, mode: left === null ? ('always' as const) : ('next-order' as const) }]
      }),
      halted: halted.map((name) => symbol(name)),
      scenarios: scenarios.map(({ scenario, symbol: name, begins, ends }) => ({
        scenario,
        symbol: symbol(name),
        begins: epochMs(begins),
        ends: epochMs(ends),
      })),
      recordedDays: recordedDays(epochMs(anchor), epochMs(exchangeTime)),
      replayed: replayed && {
        symbol: symbol(replayed.symbol),
        day: replayed.day,
        ends: epochMs(replayed.end),
        ...replayed.source,
      },
    })
  }

  /** Changes one setting, and returns all of them. */
  async change(change: PracticeChange): AppResult<PracticeSettings | null> {
    const host = this.#host()
    if (host === null) return ok(null)
    for (const command of commandsOf(change)) {
      const answer = await host.command(command)
      // The exchange plays every step of a jump, and may answer late; the clock moves all the same.
      if (!answer.ok && change.kind !== 'jump') return err(silent())
      const refused = answer.ok ? refusalOf(change, answer.value) : null
      if (refused !== null) return err(refused)
    }
    return this.settings()
  }
}

const silent = (): AppError =>
  appError('internal', message('system.practiceSilent'), { retry: 'safe' })

/** Returns why the exchange refused a scenario; null when it started it. */
function refusalOf(change: PracticeChange, value: unknown): AppError | null {
  if (change.kind === 'call-off') {
    const called = zCalledOffAnswer.safeParse(value)
    if (!called.success) return silent()
    return called.data.calledOff
      ? null
      : appError('practice/refused', message('practice.notPlanned', { symbol: change.symbol }))
  }
  if (change.kind !== 'scenario') return null
  const answer = zScenarioAnswer.safeParse(value)
  if (!answer.success) return silent()
  const { refused } = answer.data
  return refused === null ? null : appError('practice/refused', refusalText(refused, change))
}

function refusalText(
  refused: ScenarioRefusal,
  { symbol: name }: Extract<PracticeChange, { kind: 'scenario' }>,
): Message {
  switch (refused) {
    case 'no-report':
      return message('practice.noReport', { symbol: name })
    case 'taken':
      return message('practice.scenarioTaken')
    case 'too-many':
      return message('practice.scenariosFull')
  }
}

function commandsOf(change: PracticeChange): readonly PracticeCommand[] {
  switch (change.kind) {
    case 'speed':
      return [{ command: 'clock', speed: change.speed }]
    case 'jump':
      return [{ command: 'clock', to: change.to }]
    case 'fault': {
      const { fault, mode } = change
      const off: PracticeCommand = { command: 'clear-fault', kind: fault }
      if (mode === 'off') return [off]
      return [
        off,
        {
          command: 'fault',
          fault:
            mode === 'always'
              ? { kind: fault, count: null }
              : { kind: fault, operation: PLACE, count: 1 },
        },
      ]
    }
    case 'clear-faults':
      return [{ command: 'clear-faults' }]
    case 'halted':
      return [{ command: 'halt-symbols', symbols: [...change.symbols] }]
    case 'scenario':
      return [{ command: 'scenario', scenario: change.scenario, symbol: change.symbol }]
    case 'call-off': {
      const { scenario, symbol, begins } = change
      return [{ command: 'call-off-scenario', scenario, symbol, begins }]
    }
    case 'rate-limits':
      return [{ command: 'rate-limits', profile: change.profile }]
  }
}
