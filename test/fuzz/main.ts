import { readOptions, wholeNumber } from '../../build/lib/options.mjs'
import { print, runMain } from '../../build/lib/terminal.mjs'
import { fuzz } from './fuzz.js'

const formatError = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

/** Collects the errors of this process that nothing else catches. */
function watchCrashes(): string[] {
  const crashes: string[] = []
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(kind, (error: unknown) => crashes.push(`${kind}: ${formatError(error)}`))
  }
  return crashes
}

await runMain(async () => {
  const { values } = readOptions('npm run fuzz', {
    options: { seed: { type: 'string' }, seconds: { type: 'string' } },
  })
  const seed = wholeNumber('--seed', values.seed, Math.floor(Math.random() * 1_000_000_000), 0)
  const seconds = wholeNumber('--seconds', values.seconds, 60)
  const crashes = watchCrashes()
  print(`seed ${seed}, ${seconds} s`)
  const until = performance.now() + seconds * 1_000
  const tally = await fuzz(seed, () => performance.now() > until).catch((error: unknown) => {
    crashes.push(formatError(error))
    return { cases: {}, outcomes: new Set<string>(), problems: [], seconds: 0 }
  })
  for (const [channel, count] of Object.entries(tally.cases)) {
    const distinct = [...tally.outcomes].filter((outcome) =>
      outcome.startsWith(`${channel}:`),
    ).length
    print(
      `${channel.padEnd(5)} ${String(count).padStart(8)} cases  ${(count / tally.seconds).toFixed(0).padStart(6)} cases/s  ${String(distinct).padStart(5)} distinct outcomes`,
    )
  }
  const problems = [...crashes, ...tally.problems]
  for (const problem of problems) print(`Problem: ${problem}`)
  print(
    problems.length === 0
      ? 'No crash, no hang, no answer that was not designed.'
      : `${problems.length} problems with seed ${seed}.`,
  )
  return problems.length === 0 ? 0 : 1
})
