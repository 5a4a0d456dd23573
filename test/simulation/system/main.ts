import { GENERATION } from './plan.js'
import { runSeed } from './run-seed.js'

/**
 * Runs seeds and writes one line of JSON for each. Arguments: the first seed, the number of seeds,
 * the step from one to the next, the generation, and `trace` for the whole trace. `npm run sim`
 * starts it.
 */
async function main(args: readonly string[]): Promise<void> {
  const withTrace = args.at(-1) === 'trace'
  const numbers = args.filter((arg) => arg !== 'trace').map(Number)
  const [from, count, step, generation = GENERATION] = numbers
  if (from === undefined || count === undefined || step === undefined) {
    throw new Error('arguments: from, count, step, generation')
  }
  for (let index = 0; index < count; index += 1) {
    const { trace, ...result } = await runSeed(from + index * step, withTrace, generation)
    const shown = withTrace || result.violations.length > 0 ? { ...result, trace } : result
    process.stdout.write(`${JSON.stringify(shown)}\n`)
  }
}

void main(process.argv.slice(2))
