import { SCENARIO_FIGURES } from '../../../../shared/domain/app/practice/practice-scenarios.js'
import { MINUTE_MS } from '../../../../shared/domain/time.js'
import type { Shock } from '../../../../shared/practice/replay.js'

export type { Shock }

/** What a symbol takes from shocks. */
export interface Exposure {
  readonly symbol: string
  readonly beta: number
}

const { fallenMinutes: FALLEN, turnMinutes: TURNS, overMinutes: OVER } = SCENARIO_FIGURES.crash
/** Minutes in which a recovery makes up for most of the rest of the fall. */
const RECOVERY = 8
/** Share of a crash that is never recovered. */
const LASTING = SCENARIO_FIGURES.crash.lastingPercent / 100
/** Minutes in which trading calms down after a crash, and after a report. */
const CALM = { 'flash-crash': 10, 'earnings-gap': 12 } as const
const MAX_STRAIN = 8

/** How long a shock moves prices or disturbs trading, in ms. */
export const SHOCK_MS = {
  'flash-crash': OVER * MINUTE_MS,
  'earnings-gap': 45 * MINUTE_MS,
} as const satisfies Record<Shock['kind'], number>

/** Returns the part of a shock's move that prices have made some minutes after its begin. */
export function progressOf(kind: Shock['kind'], minutes: number): number {
  if (minutes <= 0) return 0
  if (kind === 'earnings-gap') return Math.min(1, minutes)
  if (minutes <= FALLEN) return (minutes / FALLEN) ** 2
  if (minutes <= TURNS) return 1
  if (minutes >= OVER) return LASTING
  const recovered =
    (1 - Math.exp((TURNS - minutes) / RECOVERY)) / (1 - Math.exp((TURNS - OVER) / RECOVERY))
  return 1 - (1 - LASTING) * recovered
}

/** Returns the logarithm of the factor by which shocks have moved a symbol's price at a time. */
export function offsetOf(
  shocks: readonly Shock[],
  { symbol, beta }: Exposure,
  time: number,
): number {
  let offset = 0
  for (const shock of shocks) {
    const progress = progressOf(shock.kind, (time - shock.begins) / MINUTE_MS)
    if (progress === 0) continue
    const own = shock.symbol === symbol ? logOf(shock.own) : 0
    offset += progress * (beta * logOf(shock.market) + own)
  }
  return offset
}

/**
 * Returns how busy and how wide a symbol trades in a minute because of shocks, relative to normal:
 * 1 without one.
 */
export function strainOf(shocks: readonly Shock[], { symbol }: Exposure, start: number): number {
  let strain = 1
  for (const shock of shocks) {
    const minutes = (start - shock.begins) / MINUTE_MS
    if (minutes < 0 || minutes * MINUTE_MS >= SHOCK_MS[shock.kind]) continue
    if (shock.market === 0 && shock.symbol !== symbol) continue
    const rise = shock.kind === 'flash-crash' ? Math.min(1, (minutes + 1) / FALLEN) : 1
    const since = shock.kind === 'flash-crash' ? Math.max(0, minutes - TURNS) : minutes
    strain = Math.max(strain, 1 + (MAX_STRAIN - 1) * rise * Math.exp(-since / CALM[shock.kind]))
  }
  return strain
}

const logOf = (hundredths: number): number => Math.log(1 + hundredths / 10_000)
