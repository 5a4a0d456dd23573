import type { PricePath } from '../price-path.js'
import type { Security } from '../security.js'
import { ONE_BASIS } from '../share-basis.js'
import type { SymbolTape } from '../symbol-tape.js'

/**
 * The tape of a product's continuous name: on each day that of the contract which was the main one
 * then, as it traded.
 */
export function createMainTape(
  security: Security,
  key: number,
  of: (index: number) => { readonly tape: SymbolTape; readonly path: PricePath },
): SymbolTape {
  const tape = (index: number): SymbolTape => of(index).tape
  return {
    security,
    basis: ONE_BASIS,
    paths: {
      key,
      frame: (index) => of(index).path.frame(index),
      fill: (index, kind, frame, levels) => of(index).path.fill(index, kind, frame, levels),
    },
    plan: (index, kind) => tape(index).plan(index, kind),
    scan: (index, kind) => tape(index).scan(index, kind),
    stepsAt: () => null,
    visit: (plan, minute, upTo, visitor) => tape(plan.day.index).visit(plan, minute, upTo, visitor),
    touch: (plan, minute, upTo) => tape(plan.day.index).touch(plan, minute, upTo),
    minuteBar: (plan, minute, upTo) => tape(plan.day.index).minuteBar(plan, minute, upTo),
    // Customers trade in the contract itself.
    record: () => undefined,
  }
}
