import { symbol, type Symbol } from '../../../shared/domain/ids.js'
import type { Refusal } from '../../../shared/domain/instructions/refusal.js'
import { ok, type Result } from '../../../shared/domain/result.js'
import { invalid } from './order-drafts.js'

/** Returns the different symbols of a list that is separated by commas; refuses too many. */
export function symbolsIn(list: string, max: number): Result<readonly Symbol[], Refusal> {
  const names = [...new Set(list.split(',').map((name) => name.trim()))]
  return names.length > max
    ? invalid(
        `At most ${max} symbols at once; these are ${names.length}.`,
        'symbols',
        `${names.length} symbols`,
        'too-many',
      )
    : ok(names.map(symbol))
}

/** Names the argument `symbols` in a refusal of one of them. */
export function namingSymbols<T extends { readonly ok: false; readonly error: Refusal }>({
  error,
}: T): { readonly ok: false; readonly error: Refusal } {
  const { detail, ...refusal } = error
  if (detail === undefined || detail.field !== 'symbol') return { ok: false, error }
  const { value, rule, didYouMean } = detail
  return {
    ok: false,
    error: { ...refusal, argument: { name: 'symbols', value, rule, didYouMean } },
  }
}
