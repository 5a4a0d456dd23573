import type { Fault } from '../../../shared/practice/practice-control.js'
import {
  FAULTS,
  isFaultName,
  type FaultEffect,
  type FaultEntry,
  type FaultName,
  type FaultPoint,
} from './fault-table.js'

/** An active fault. `left` is how often it will still strike; null means until cleared. */
interface Active {
  readonly id: number
  readonly fault: Fault
  left: number | null
}

/** A fault that strikes now, with its parameters. */
export interface Strike {
  readonly effect: FaultEffect
  readonly fault: Fault
}

const ENTRIES = Object.entries(FAULTS) as readonly (readonly [FaultName, FaultEntry])[]

/** The faults that are switched on. Their effects: `fault-table.ts`. */
export class Faults {
  readonly #active: Active[] = []
  #nextId = 1

  /** Switches a fault on and returns its number; throws for a name that is not in the table. */
  add(fault: Fault): number {
    if (!isFaultName(fault.kind)) throw new RangeError(`There is no fault named ${fault.kind}.`)
    const id = this.#nextId
    this.#nextId += 1
    this.#active.push({ id, fault, left: fault.count === undefined ? 1 : fault.count })
    return id
  }

  /** Returns the active faults with how often each still occurs; null until cleared. */
  list(): readonly { readonly kind: string; readonly left: number | null }[] {
    return this.#active.map(({ fault, left }) => ({ kind: fault.kind, left }))
  }

  /** Switches every fault of this name off. */
  remove(kind: string): void {
    const others = this.#active.filter(({ fault }) => fault.kind !== kind)
    this.#active.splice(0, this.#active.length, ...others)
  }

  clear(): void {
    this.#active.length = 0
  }

  /**
   * Yields the active faults of a point that apply to an operation, in the order of the table, and
   * uses up one strike of each as it is reached.
   */
  *strikes(point: FaultPoint, operation: string): Generator<Strike, undefined> {
    for (const [name, entry] of ENTRIES) {
      if (entry.point !== point) continue
      const fault = this.#use(name, operation)
      if (fault !== null) yield { effect: entry.effect, fault }
    }
    return undefined
  }

  /** Uses up a strike of the first active fault of a point; null when there is none. */
  first(point: FaultPoint, operation: string): Strike | null {
    return this.strikes(point, operation).next().value ?? null
  }

  /** Uses up a strike of a stream's fault; false when none is active. */
  strike(point: FaultPoint, effect: FaultEffect): boolean {
    return namesOf(point, effect).some((name) => this.#use(name, undefined) !== null)
  }

  /** Returns an active fault without using up a strike; null when there is none. */
  on(point: FaultPoint, effect: FaultEffect): Fault | null {
    const names: readonly string[] = namesOf(point, effect)
    return this.#active.find(({ fault }) => names.includes(fault.kind))?.fault ?? null
  }

  #use(name: FaultName, operation: string | undefined): Fault | null {
    const active = this.#active.find(
      ({ fault }) => fault.kind === name && applies(fault, operation),
    )
    if (active === undefined) return null
    if (active.left !== null) {
      active.left -= 1
      if (active.left <= 0) this.#active.splice(this.#active.indexOf(active), 1)
    }
    return active.fault
  }
}

/** True when a fault has no operation, or this one. Streams have none. */
const applies = (fault: Fault, operation: string | undefined): boolean =>
  fault.operation === undefined || operation === undefined || fault.operation === operation

const namesOf = (point: FaultPoint, effect: FaultEffect): readonly FaultName[] =>
  ENTRIES.filter(([, entry]) => entry.point === point && entry.effect === effect).map(
    ([name]) => name,
  )
