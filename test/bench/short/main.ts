import { BUDGET } from './budget.js'
import { checkBudget } from './check-budget.js'
import { measureCosts } from './start-cost.js'

/** How often is measured at most. */
const MEASUREMENTS = 3

// Run by the stage `budget` of the tests. Exits with 1 when all measurements exceed the budget:
// bursts of work of other programs add to a cost, and nothing takes from it.
let checked = checkBudget(await measureCosts(), BUDGET)
for (let count = 1; count < MEASUREMENTS && !checked.isMet; count += 1) {
  for (const line of checked.lines) process.stdout.write(`${line}; measured again\n`)
  checked = checkBudget(await measureCosts(), BUDGET)
}
for (const line of checked.lines) process.stdout.write(`${line}\n`)
process.exit(checked.isMet ? 0 : 1)
