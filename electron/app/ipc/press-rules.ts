import { canonicalText } from '../../core/instructions/requests/digest.js'
import { contract, type OpName } from '../../../shared/ipc/contract.js'

/**
 * The settings that decide how orders and approvals are confirmed, and by which keys. Assistive
 * technology is accepted by a native question instead, because it makes no press.
 */
const GUARDED_PREFERENCES: readonly string[] = ['confirmOrders', 'keyBindings', 'priceTolerance']

const member = (input: unknown, name: string): unknown =>
  typeof input === 'object' && input !== null
    ? (input as Readonly<Record<string, unknown>>)[name]
    : undefined

/**
 * The calls that pass without a press although their operation has a guarded effect. Stopping never
 * waits for evidence. `confirm.decide` has evidence of its own, bound to the card (CONFIRM-42).
 */
const WITHOUT_PRESS: Readonly<Partial<Record<OpName, (input: unknown) => boolean>>> = {
  'assistants.kill': () => true,
  'assistants.endpoint': (input) => member(input, 'on') === false,
  'assistants.hosted': (input) => member(input, 'on') === false,
  'session.set-trading': (input) => member(input, 'state') === 'halted',
  'confirm.decide': () => true,
  'preferences.set': (input) =>
    GUARDED_PREFERENCES.every((name) => member(input, name) === undefined),
}

/**
 * Returns whether a call needs a press of the person (SEC-28). It follows from the effect in the
 * contract, so that no new operation is forgotten. A cancel needs one too: it can remove the stop
 * that protects a position.
 */
export function needsPress(op: OpName, input: unknown): boolean {
  const { effect } = contract[op]
  if (effect !== 'trade' && effect !== 'authority') return false
  return WITHOUT_PRESS[op]?.(input) !== true
}

/** Returns a text that is equal for calls of the same operation about exactly the same thing. */
export const callKey = (op: OpName, input: unknown): string => canonicalText({ op, input })

/** The keys that press what has the focus, and the keys of the price ladder. */
const GESTURE_KEYS: readonly string[] = ['Enter', ' ', 'Delete', 'b', 's', 'x']
const MODIFIERS: readonly string[] = [
  'Control',
  'Meta',
  'Alt',
  'AltGraph',
  'Shift',
  'CapsLock',
  'Fn',
]

/** A key as main observes it. */
export interface ObservedKey {
  readonly key: string
  /** Control, Alt or Command is held. */
  readonly hasModifier: boolean
}

/**
 * Returns whether a key can be a gesture that trades: it presses a button, it is a chord or a
 * function key, or the person bound it to a trading command. Typed text is none.
 */
export function isGestureKey(
  { key, hasModifier }: ObservedKey,
  chords: Readonly<Record<string, string | null>>,
): boolean {
  if (MODIFIERS.includes(key)) return false
  const name = key.length === 1 ? key.toLowerCase() : key
  if (hasModifier || GESTURE_KEYS.includes(name) || /^F\d{1,2}$/.test(key)) return true
  return Object.entries(chords).some(
    ([command, chord]) =>
      command.startsWith('trade:') && chord?.split(' ').at(-1)?.split('+').at(-1) === keyCap(key),
  )
}

/** Returns a key as a chord writes it. */
const keyCap = (key: string): string => (key.length === 1 ? key.toUpperCase() : key)
