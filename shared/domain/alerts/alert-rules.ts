import type { Message } from '../../messages/message.js'
import type { Decimal } from '../decimal.js'
import type { PriceCrossing } from './alert.js'
import type { AlertCondition, AlertKind, AlertLine } from './alert.schema.js'

/** The condition of one kind of alert. */
export type ConditionOf<K extends AlertKind> = Extract<AlertCondition, { readonly kind: K }>

/** The parts of main that observe alerts. */
export type AlertSourceName = 'quotes' | 'accounts' | 'orders' | 'indicators' | 'drawings'

/** What an alert fired by. */
interface AlertObservation {
  readonly value: Decimal
  readonly isDown: boolean
  /** The line of a drawing; null for others. */
  readonly line: AlertLine | null
}

/** Everything that differs between kinds of alerts, beside the members of the condition. */
export interface AlertKindRules<C extends AlertCondition> {
  /** What observes it. */
  readonly source: AlertSourceName
  /** Returns the level that a figure is compared with; null for a condition without one. */
  readonly level: (condition: C) => Decimal | null
  /** True where a level of zero or less makes no sense. */
  readonly needsPositiveLevel: boolean
  /** Returns the direction it fires in; null where the source reports nothing else. */
  readonly direction: (condition: C) => PriceCrossing | null
  /** True for a condition on prices or share counts, which a split of the stock changes. */
  readonly changesWithSplit: (condition: C) => boolean
  /** Returns what it waits for. */
  readonly summary: (condition: C) => Message
  /** Returns what happened; null where the event names that itself. */
  readonly outcome: ((condition: C, observation: AlertObservation) => Message) | null
}
