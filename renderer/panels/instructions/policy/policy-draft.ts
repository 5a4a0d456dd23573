import {
  asMoney,
  decimalText,
  isPositive,
  parseDecimal,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import type { Policy } from '../../../../shared/domain/instructions/policy.schema.js'

/** The limits that are typed as text: amounts of money, quantities and counts. */
export const AMOUNTS = ['maxOrder', 'maxDay', 'maxSymbolDay', 'maxProductDay'] as const
export const COUNTS = [
  'ordersPerDay',
  'maxWorking',
  'maxPending',
  'maxPerMinute',
  'validMinutes',
] as const
type Amount = (typeof AMOUNTS)[number] | 'maxQuantity'
type Count = (typeof COUNTS)[number]
/** Every limit that is typed. */
export type Typed = Amount | Count
/** The bounds of the IPC schema; main checks them again. */
export const BOUNDS: Readonly<Record<Count, readonly [number, number]>> = {
  ordersPerDay: [1, 1_000],
  maxWorking: [0, 200],
  maxPending: [1, 50],
  maxPerMinute: [1, 60],
  validMinutes: [1, 480],
}
/** Limits that do not apply when left empty. */
export const OPTIONAL: ReadonlySet<string> = new Set([
  'maxSymbolDay',
  'maxProductDay',
  'maxQuantity',
])

/** A policy while it is edited; typed values stay text until they are saved. */
export interface PolicyDraft
  extends Omit<Policy, Amount | Count | 'symbols'>,
    Readonly<Record<Amount | Count, string>> {
  readonly symbols: string
}

const textOf = (value: Decimal | null): string => (value === null ? '' : decimalText(value))

export const draftOf = (policy: Policy): PolicyDraft => ({
  ...policy,
  symbols: policy.symbols === 'all' ? '' : policy.symbols.join(' '),
  maxOrder: decimalText(policy.maxOrder),
  maxDay: decimalText(policy.maxDay),
  maxSymbolDay: textOf(policy.maxSymbolDay),
  maxProductDay: textOf(policy.maxProductDay),
  maxQuantity: textOf(policy.maxQuantity),
  ordersPerDay: String(policy.ordersPerDay),
  maxWorking: String(policy.maxWorking),
  maxPending: String(policy.maxPending),
  maxPerMinute: String(policy.maxPerMinute),
  validMinutes: String(policy.validMinutes),
})

/**
 * Returns true for a valid symbol text by the IPC schema; main checks whether the symbol exists.
 */
export const isSymbolText = (typed: string): boolean => /^[\w.:/-]{1,48}$/.test(typed)
const MAX_SYMBOLS = 500
const symbolsIn = (typed: string): readonly string[] => [
  ...new Set(
    typed
      .toUpperCase()
      .split(/[\s,]+/)
      .filter((part) => part !== ''),
  ),
]

/** Returns the fields that cannot be parsed or are empty; no value is guessed. */
export function problemsOf(draft: PolicyDraft): ReadonlySet<Typed | 'symbols' | 'toolsets'> {
  const problems = new Set<Typed | 'symbols' | 'toolsets'>()
  if (draft.toolsets.length === 0) problems.add('toolsets')
  const listed = symbolsIn(draft.symbols)
  if (listed.length > MAX_SYMBOLS || !listed.every(isSymbolText)) problems.add('symbols')
  for (const name of [...AMOUNTS, 'maxQuantity'] as const) {
    const typed = draft[name].trim()
    const value = parseDecimal(typed)
    if (typed === '' ? !OPTIONAL.has(name) : value === null || !isPositive(value)) {
      problems.add(name)
    }
  }
  for (const name of COUNTS) {
    const typed = draft[name].trim()
    const [minimum, maximum] = BOUNDS[name]
    if (
      !/^\d{1,4}$/.test(typed) ||
      Number.parseInt(typed, 10) < minimum ||
      Number.parseInt(typed, 10) > maximum
    ) {
      problems.add(name)
    }
  }
  return problems
}

/** Returns the policy of a draft, or null where a part of it cannot be parsed. */
export function policyOf(draft: PolicyDraft): Policy | null {
  if (problemsOf(draft).size > 0) return null
  const number = (name: Count): number => Number.parseInt(draft[name].trim(), 10)
  const value = (name: Amount): Decimal | null => parseDecimal(draft[name].trim())
  const money = (name: Amount) => {
    const read = value(name)
    return read === null ? null : asMoney(read)
  }
  const [maxOrder, maxDay] = [money('maxOrder'), money('maxDay')]
  const symbols = symbolsIn(draft.symbols).map((symbolText) => symbol(symbolText))
  if (maxOrder === null || maxDay === null) return null
  return {
    ...draft,
    symbols: symbols.length === 0 ? 'all' : symbols,
    maxOrder,
    maxDay,
    maxSymbolDay: money('maxSymbolDay'),
    maxProductDay: money('maxProductDay'),
    maxQuantity: value('maxQuantity'),
    ordersPerDay: number('ordersPerDay'),
    maxWorking: number('maxWorking'),
    maxPending: number('maxPending'),
    maxPerMinute: number('maxPerMinute'),
    validMinutes: number('validMinutes'),
  }
}
