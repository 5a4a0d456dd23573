import type { PricePath } from '../tapes/price-path.js'
import type { Security } from '../securities/security.js'
import { ONE_BASIS } from '../tapes/share-basis.js'
import type { SymbolTape } from '../tapes/symbol-tape.js'

/**
 * Creates the tape of a product's continuous symbol: each day it is the tape of that day's main
 * contract, unadjusted.
 */
export function createMainTape(
  security: Security,
  key: number,
  entryAt: (index: number) => { readonly tape: SymbolTape; readonly path: PricePath },
): SymbolTape {
  const tape = (index: number): SymbolTape => entryAt(index).tape
  return {
    security,
    basis: ONE_BASIS,
    series: null,
    paths: {
      key,
      frame: (index) => entryAt(index).path.frame(index),
      fill: (index, kind, frame, levels) => entryAt(index).path.fill(index, kind, frame, levels),
    },
    plan: (index, kind) => tape(index).plan(index, kind),
    scan: (index, kind) => tape(index).scan(index, kind),
    reach: (index, kind) => tape(index).reach(index, kind),
    stepsAt: () => null,
    visit: (plan, minute, upTo, visitor) => tape(plan.day.index).visit(plan, minute, upTo, visitor),
    touch: (plan, minute, upTo) => tape(plan.day.index).touch(plan, minute, upTo),
    minuteBar: (plan, minute, upTo) => tape(plan.day.index).minuteBar(plan, minute, upTo),
    // Customers trade the contract itself.
    record: () => undefined,
    // It has no plans of its own.
    redraw: () => undefined,
  }
}
