import { parseArgs } from 'node:util'
import { fuzz } from './fuzz.js'

const { values } = parseArgs({ options: { seed: { type: 'string' }, seconds: { type: 'string' } } })
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000_000))
const seconds = Number(values.seconds ?? '60')
if (!Number.isSafeInteger(seed) || !(seconds > 0)) {
  throw new Error('--seed takes a whole number, --seconds a number above zero.')
}

const crashes: string[] = []
const formatError = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
for (const kind of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(kind, (error: unknown) => crashes.push(`${kind}: ${formatError(error)}`))
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

say(`seed ${seed}, ${seconds} s`)
const until = performance.now() + seconds * 1_000
const tally = await fuzz(seed, () => performance.now() > until).catch((error: unknown) => {
  crashes.push(formatError(error))
  return { cases: {}, outcomes: new Set<string>(), problems: [], seconds: 0 }
})
for (const [channel, count] of Object.entries(tally.cases)) {
  const distinct = [...tally.outcomes].filter((outcome) => outcome.startsWith(`${channel}:`)).length
  say(
    `${channel.padEnd(5)} ${String(count).padStart(8)} cases  ${(count / tally.seconds).toFixed(0).padStart(6)} cases/s  ${String(distinct).padStart(5)} distinct outcomes`,
  )
}
const problems = [...crashes, ...tally.problems]
for (const problem of problems) say(`Problem: ${problem}`)
say(
  problems.length === 0
    ? 'No crash, no hang, no answer that was not designed.'
    : `${problems.length} problems with seed ${seed}.`,
)
process.exitCode = problems.length === 0 ? 0 : 1
