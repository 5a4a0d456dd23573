import { epochMs } from '../../../shared/domain/time.js'
import type { Result } from '../../../shared/domain/result.js'
import { err, ok } from '../../../shared/domain/result.js'
import type { Market } from '../market/securities/market-types.js'
import type { MarketStep } from '../model/market-step.js'
import { zPracticeFile, type PracticeFile } from './practice-file.js'
import {
  openMarketSimulation,
  type MarketSimulation,
  type MarketSimulationStart,
} from '../simulation/market-simulation.js'
import { zStoredScenarios } from '../scenarios/stored-scenarios.js'
import type { LogEntry } from './log-entries.js'
import { repeatCall } from './recorded-exchange.js'
import { SPILL_MS } from './store.js'

/** The result of a replay. */
export interface Recovered {
  readonly file: PracticeFile
  /** Number of calls replayed, and the differences from their recorded answers. */
  readonly repeated: number
  readonly differences: readonly string[]
}

/**
 * Returns the exchange time that may have passed after the last entry on disk: twice the interval
 * between two writes.
 */
const lostMs = (speed: number): number => Math.ceil(2 * SPILL_MS * speed)

/** Adds the shocks of a logged section to the market, which moves from now on as it did then. */
function repeatShocks(market: Pick<Market, 'setShocks'>, section: unknown): void {
  const scenarios = zStoredScenarios.safeParse(section)
  if (scenarios.success) market.setShocks(scenarios.data.shocks)
}

/** Opens the simulation in which the log is replayed. */
export type OpenSimulation = (
  start: MarketSimulationStart,
) => Pick<MarketSimulation, 'market' | 'exchange'>

/**
 * Replays the log on top of a snapshot: the seeded market produces the same steps in the same
 * intervals, and recorded calls run again at the same moments. A pure function of its arguments: it
 * writes nothing and notifies no listeners. Fails when the snapshot's exchange cannot be read.
 */
export function recover(
  snapshot: PracticeFile,
  groups: readonly (readonly LogEntry[])[],
  open: OpenSimulation = openMarketSimulation,
): Result<Recovered, string> {
  let now = epochMs(snapshot.exchangeTime)
  const { market, exchange } = open({
    seed: snapshot.seed,
    anchor: epochMs(snapshot.anchor),
    now,
    clock: () => now,
    onPrint: () => undefined,
    shocks: snapshot.scenarios.shocks,
  })
  const restored = exchange.restoreState(snapshot.exchange)
  if (!restored.ok) return err(restored.error.message)
  exchange.configure({ skipChecks: true })
  const sections: Record<string, unknown> = {}
  const accepted = { ...snapshot.accepted }
  const differences: string[] = []
  let [speed, repeated] = [1, 0]

  const pass = (to: number, skipped: boolean): void => {
    const take = (step: MarketStep): void => exchange.apply(step)
    if (skipped) market.skipTo(epochMs(to), take)
    else market.advance(epochMs(to), take)
    exchange.clockTo(epochMs(to))
    now = epochMs(to)
  }
  for (const entry of groups.flat()) {
    switch (entry[0]) {
      case 't':
      case 's':
        pass(entry[1], entry[0] === 's')
        break
      case 'x': {
        const repeatedCall = repeatCall(exchange, entry[1], entry[2], entry[3])
        repeated += 1
        if (!repeatedCall.ok) differences.push(repeatedCall.other)
        break
      }
      case 'a':
        accepted[entry[1]] = (accepted[entry[1]] ?? 0) + 1
        break
      case 'v':
        sections[entry[1]] = entry[2]
        if (entry[1] === 'scenarios') repeatShocks(market, entry[2])
        break
      case 'r':
        market.setTickRate(entry[1])
        break
      case 'k':
        speed = entry[1]
        break
    }
  }
  const file = zPracticeFile.safeParse({
    ...snapshot,
    ...sections,
    accepted,
    exchangeTime: now + lostMs(speed),
    exchange: exchange.snapshotState(),
  })
  return file.success
    ? ok({ file: file.data, repeated, differences })
    : err('what was logged does not fit')
}
