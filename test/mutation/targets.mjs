import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../build/lib/paths.mjs'
import { UserError } from '../../build/lib/terminal.mjs'

const INSTRUCTIONS = 'electron/core/instructions'
const ASSISTANT = 'electron/assistant'
const ORDERS = 'electron/core/orders'
const PORTFOLIO = 'electron/core/portfolio'

/** The minimum percentage of mutations that a target's tests must detect. */
export const MIN_SCORE = 90

/**
 * Groups of files that are mutated together, small enough for one run. A path that ends in a slash
 * means every file of the folder.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const TARGETS = {
  gateway: [`${ORDERS}/order-service.ts`, `${ORDERS}/gateway/`],
  closing: [`${ORDERS}/closing.ts`, `${ORDERS}/read-positions.ts`, `${ORDERS}/closer.ts`],
  'order-state': [
    'shared/domain/orders/order-state.ts',
    `${ORDERS}/reduce-order.ts`,
    `${ORDERS}/order-row.ts`,
    `${ORDERS}/order-projection.ts`,
  ],
  reconciler: [`${ORDERS}/reconcile/`],
  limits: [
    'electron/core/risk/risk-limits.ts',
    'electron/core/risk/replace-rules.ts',
    'electron/core/risk/account-product.ts',
    `${INSTRUCTIONS}/policy/quantity-limit.ts`,
    'shared/domain/orders/limits/personal-limits.ts',
  ],
  'personal-limits': ['electron/core/limits/'],
  pricing: ['electron/core/risk/pricing.ts', `${INSTRUCTIONS}/policy/exposure.ts`],
  payoff: [
    `${INSTRUCTIONS}/policy/options/option-max-loss.ts`,
    'shared/domain/orders/strategy-payoff.ts',
  ],
  effect: ['shared/domain/orders/effect/'],
  portfolio: [
    `${PORTFOLIO}/portfolio.ts`,
    `${PORTFOLIO}/account-overviews.ts`,
    `${PORTFOLIO}/shown-balance.ts`,
    `${PORTFOLIO}/paced-reads.ts`,
    `${PORTFOLIO}/position-quotes.ts`,
    `${PORTFOLIO}/publication-pace.ts`,
    `${PORTFOLIO}/repeated-run.ts`,
    `${PORTFOLIO}/valued-positions.ts`,
    `${PORTFOLIO}/stopped-positions.ts`,
    `${PORTFOLIO}/listed-multipliers.ts`,
  ],
  marking: [
    `${PORTFOLIO}/live-balance.ts`,
    `${PORTFOLIO}/mark-balance.ts`,
    `${PORTFOLIO}/seen-prices.ts`,
    `${PORTFOLIO}/value-position.ts`,
    'shared/domain/account/currency-amounts.ts',
  ],
  realized: ['electron/core/portfolio/average-cost.ts', 'electron/core/portfolio/realized/'],
  ledger: ['electron/core/records/journal/ledger/'],
  decimals: ['shared/domain/decimal.ts'],
  policy: [`${INSTRUCTIONS}/policy/policy-engine.ts`, `${INSTRUCTIONS}/policy/policy-rules.ts`],
  usage: [`${INSTRUCTIONS}/policy/usage.ts`, `${INSTRUCTIONS}/policy/reservations.ts`],
  decisions: [`${INSTRUCTIONS}/confirm/decisions.ts`, `${INSTRUCTIONS}/confirm/card-review.ts`],
  dispatch: [
    `${INSTRUCTIONS}/queue/dispatch.ts`,
    `${INSTRUCTIONS}/queue/gateway/outcome-tracker.ts`,
    `${INSTRUCTIONS}/queue/gateway/dispatch-outcome.ts`,
  ],
  audit: ['electron/core/audit/'],
  kill: [
    `${INSTRUCTIONS}/kill-switch/kill-switch.ts`,
    `${INSTRUCTIONS}/kill-switch/kill-targets.ts`,
  ],
  store: [
    `${INSTRUCTIONS}/queue/instruction-store.ts`,
    `${INSTRUCTIONS}/queue/idempotency-keys.ts`,
    `${INSTRUCTIONS}/connections/automatic-pauses.ts`,
  ],
  guard: [
    `${ASSISTANT}/http/request-check.ts`,
    `${ASSISTANT}/http/rate-limiter.ts`,
    `${ASSISTANT}/protocol.ts`,
  ],
  card: [
    `${INSTRUCTIONS}/requests/action.ts`,
    `${INSTRUCTIONS}/confirm/card.ts`,
    `${INSTRUCTIONS}/confirm/fields/account-impact-fields.ts`,
    `${INSTRUCTIONS}/confirm/fields/card-fields.ts`,
    `${INSTRUCTIONS}/confirm/fields/compare-fields.ts`,
    `${INSTRUCTIONS}/queue/validity.ts`,
    `${INSTRUCTIONS}/policy/dangers.ts`,
    `${INSTRUCTIONS}/requests/digest.ts`,
  ],
  hosted: [`${INSTRUCTIONS}/hosted/hosted-intake.ts`, `${INSTRUCTIONS}/hosted/hosted-clients.ts`],
}

const CORE_TESTS = 'test/unit/core'
const POLICY_TESTS = `${CORE_TESTS}/instructions/policy/`
const RISK_TESTS = `${CORE_TESTS}/risk/`
const ORDER_TESTS = `${CORE_TESTS}/orders/`
const JOURNAL_TESTS = `${CORE_TESTS}/records/journal/`
const SESSION_TESTS = `${CORE_TESTS}/session/`

/**
 * The tests of targets that nearly every module imports: only these run, because all tests together
 * would take days. They have to detect every change by themselves. A path that ends in a slash
 * means every test of the folder.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const OWN_TESTS = {
  gateway: [`${ORDER_TESTS}gateway/`],
  closing: [
    `${ORDER_TESTS}closer.test.ts`,
    `${ORDER_TESTS}confirm-41-closing-orders.test.ts`,
    `${ORDER_TESTS}rel-036-linked-reservations.test.ts`,
    `${ORDER_TESTS}gateway/`,
    `${POLICY_TESTS}rel-036-available-to-close.test.ts`,
    'test/property/core/rel-042-proofs-at-sending.test.ts',
  ],
  'order-state': [
    'test/unit/shared/orders/rel-032-order-state.test.ts',
    `${ORDER_TESTS}rel-032-order-rows.test.ts`,
    `${ORDER_TESTS}rel-032-order-reports.test.ts`,
    `${ORDER_TESTS}rel-032-order-projection.test.ts`,
    `${ORDER_TESTS}order-fees.test.ts`,
    `${ORDER_TESTS}order-placed-time.test.ts`,
  ],
  reconciler: [`${ORDER_TESTS}reconcile/`],
  limits: [
    RISK_TESTS,
    `${POLICY_TESTS}rel-036-quantity-of-amounts.test.ts`,
    'test/unit/shared/orders/personal-limits.test.ts',
  ],
  'personal-limits': [
    `${CORE_TESTS}/limits/`,
    `${SESSION_TESTS}rel-036-personal-limits.test.ts`,
    `${SESSION_TESTS}rel-036-daily-loss.test.ts`,
  ],
  pricing: [RISK_TESTS, POLICY_TESTS, 'test/property/core/rel-036-policy.test.ts'],
  payoff: [
    `${POLICY_TESTS}options/`,
    'test/property/core/rel-036-policy.test.ts',
    'test/property/shared/strategy-payoff.test.ts',
    'test/unit/shared/orders/strategy-payoff.test.ts',
  ],
  effect: [
    'test/unit/shared/orders/order-effect.test.ts',
    'test/property/core/effect/rel-047-event-effect.test.ts',
    'test/property/core/effect/rel-047-option-effect.test.ts',
    'test/property/core/effect/rel-047-protected-effect.test.ts',
    'test/property/core/effect/rel-047-roll-effect.test.ts',
    'test/property/core/effect/rel-047-spot-effect.test.ts',
  ],
  realized: [
    `${CORE_TESTS}/portfolio/realized/`,
    'test/property/core/average-cost.test.ts',
    'test/property/core/day-pnl.test.ts',
    'test/property/core/realized-day.test.ts',
  ],
  // Without the test of 20,000 lots, which takes seconds.
  ledger: [
    `${JOURNAL_TESTS}journal-service.test.ts`,
    `${JOURNAL_TESTS}report-tag.test.ts`,
    `${JOURNAL_TESTS}settlements.test.ts`,
    `${JOURNAL_TESTS}trade-dates.test.ts`,
    `${JOURNAL_TESTS}transfers.test.ts`,
    'test/property/core/records/',
  ],
  portfolio: [`${CORE_TESTS}/portfolio/`],
  marking: [`${CORE_TESTS}/portfolio/`, 'test/unit/shared/currency-amounts.test.ts'],
  decimals: ['test/unit/shared/decimal.test.ts', 'test/property/shared/rel-035-decimal.test.ts'],
  policy: [POLICY_TESTS, 'test/property/core/rel-036-policy.test.ts'],
}

/**
 * Returns the files of a target, or one file of a target by its name without the extension: never
 * none.
 * @param {string} name
 * @returns {readonly string[]}
 */
export function filesOf(name) {
  const all = Object.values(TARGETS).flatMap(expand)
  const target = TARGETS[name]
  const files =
    target === undefined ? all.filter((path) => path.endsWith(`/${name}.ts`)) : expand(target)
  if (files.length === 0) {
    throw new UserError(`There is no target ${name}. There are: ${Object.keys(TARGETS).join(', ')}`)
  }
  const missing = files.find((path) => !existsSync(join(ROOT, path)))
  if (missing !== undefined) {
    throw new UserError(`${missing} is named in test/mutation/targets.mjs, but is no file.`)
  }
  return files
}

/**
 * Returns the own tests of a target, or of the target that one file belongs to; undefined where it
 * has none.
 * @param {string} name
 * @returns {readonly string[] | undefined}
 */
export function ownTestsOf(name) {
  const [file = ''] = filesOf(name)
  const target = Object.keys(TARGETS).find((known) => filesOf(known).includes(file))
  return target === undefined ? undefined : OWN_TESTS[target]
}

/**
 * @param {readonly string[]} paths
 * @returns {readonly string[]}
 */
const expand = (paths) =>
  paths.flatMap((path) =>
    path.endsWith('/')
      ? readdirSync(join(ROOT, path))
          .filter((name) => name.endsWith('.ts'))
          .map((name) => `${path}${name}`)
      : [path],
  )
