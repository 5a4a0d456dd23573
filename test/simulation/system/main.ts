import { runSeed } from './run-seed.js'

/**
 * Runs seeds and writes one line of JSON for each. Arguments: the first seed, the number of seeds,
 * the step from one to the next, and `trace` for the whole trace. `npm run sim` starts it.
 */
async function main(args: readonly string[]): Promise<void> {
  const [from, count, step] = args.slice(0, 3).map(Number)
  if (from === undefined || count === undefined || step === undefined) {
    throw new Error('arguments: from, count, step')
  }
  const withTrace = args[3] === 'trace'
  for (let index = 0; index < count; index += 1) {
    const { trace, ...result } = await runSeed(from + index * step, withTrace)
    const shown = withTrace || result.violations.length > 0 ? { ...result, trace } : result
    process.stdout.write(`${JSON.stringify(shown)}\n`)
  }
}

void main(process.argv.slice(2))
