import { sum } from '../../../../../shared/domain/decimal.js'
import type { Danger } from '../../../../../shared/domain/instructions/card.js'
import { inEnglish } from '../../../../../shared/messages/format-message.js'
import type { PolicyVerdict } from '../policy-types.js'

/**
 * Rules that are evaluated over all orders of a group. Each appears once in the verdict, from the
 * last evaluation, which includes every order.
 */
const TOTALS: ReadonlySet<string> = new Set([
  'halt',
  'account',
  'action',
  'product',
  'symbol',
  'hours',
  'per-minute',
  'pending',
  'orders-per-day',
  'per-day',
  'per-symbol',
  'per-product',
  'working',
  'ask',
])
const TIERS = ['plain', 'danger', 'largest'] as const

/** Removes rules that read as an earlier one. */
function withoutRepetitions(rules: PolicyVerdict['rules']): PolicyVerdict['rules'] {
  const seen = new Set<string>()
  return rules.filter(({ rule, text }) => {
    const key = `${rule} ${inEnglish(text)}`
    const isNew = !seen.has(key)
    seen.add(key)
    return isNew
  })
}

/**
 * Returns the dangers of several orders. The same one of two orders is acknowledged once; two that
 * read differently are acknowledged each.
 */
function dangersOfAll(verdicts: readonly PolicyVerdict[]): readonly Danger[] {
  const allDangers: Danger[] = []
  for (const danger of verdicts.flatMap(({ dangers }) => dangers)) {
    const same = allDangers.filter(({ code }) => code.replace(/-\d+$/, '') === danger.code)
    if (same.some(({ text }) => inEnglish(text) === inEnglish(danger.text))) continue
    const code = same.length === 0 ? danger.code : `${danger.code}-${same.length + 1}`
    allDangers.push({ ...danger, code })
  }
  return allDangers
}

/** Returns the verdict of several orders from those of each. */
export function combinedVerdict(verdicts: readonly PolicyVerdict[]): PolicyVerdict {
  const refusal = verdicts.find((verdict) => verdict.refusal !== null)?.refusal ?? null
  const last = verdicts.length - 1
  const losses = verdicts.map(({ maxLoss }) => maxLoss).filter((loss) => loss !== null)
  return {
    result: refusal === null ? 'ask' : 'deny',
    refusal,
    exposure: sum(verdicts.map(({ exposure }) => exposure)),
    maxLoss: losses.length < verdicts.length ? null : sum(losses),
    rules: withoutRepetitions(
      verdicts.flatMap(({ rules }, index) =>
        rules.filter(
          ({ rule, result }) => result === 'denied' || index === last || !TOTALS.has(rule),
        ),
      ),
    ),
    dangers: dangersOfAll(verdicts),
    tier: TIERS[Math.max(...verdicts.map(({ tier }) => TIERS.indexOf(tier)))] ?? 'plain',
  }
}
