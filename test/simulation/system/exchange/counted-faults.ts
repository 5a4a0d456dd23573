import {
  FAULTS,
  type FaultEffect,
  type FaultEntry,
  type FaultName,
  type FaultPoint,
} from '../../../../electron/practice/faults/fault-table.js'
import { Faults, type Strike } from '../../../../electron/practice/faults/faults.js'
import type { Fault } from '../../../../shared/practice/practice-control.js'
import type { Coverage } from '../checks/coverage.js'

const ENTRIES = Object.entries(FAULTS) as readonly (readonly [FaultName, FaultEntry])[]

/** The faults of an exchange, which count each time that one strikes. */
export class CountedFaults extends Faults {
  readonly #coverage: Coverage

  constructor(coverage: Coverage) {
    super()
    this.#coverage = coverage
  }

  override *strikes(point: FaultPoint, operation: string): Generator<Strike, undefined> {
    for (const strike of super.strikes(point, operation)) {
      this.#coverage.count(strike.fault.kind as FaultName)
      yield strike
    }
    return undefined
  }

  override strike(point: FaultPoint, effect: FaultEffect): boolean {
    const strikes = super.strike(point, effect)
    const name = ENTRIES.find(([, entry]) => entry.point === point && entry.effect === effect)?.[0]
    if (strikes && name !== undefined) this.#coverage.count(name)
    return strikes
  }

  override on(point: FaultPoint, effect: FaultEffect): Fault | null {
    const fault = super.on(point, effect)
    if (fault !== null) this.#coverage.count(fault.kind as FaultName)
    return fault
  }
}
