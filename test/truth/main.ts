import { parseArgs } from 'node:util'
import { freshUserData } from '../harness/windows/electron-app.js'
import { removeFolder } from '../harness/system/remove-folder.js'
import { renderClock } from './clock/clock-watch.js'
import { renderResult } from './report.js'
import { TruthRun } from './truth-run.js'

const { values } = parseArgs({
  options: {
    orders: { type: 'string' },
    kills: { type: 'string' },
    seed: { type: 'string' },
    minutes: { type: 'string' },
    trace: { type: 'boolean' },
    clock: { type: 'string' },
  },
})
const numberOf = (text: string | undefined, fallback: number, name: string): number => {
  const value = Number(text ?? fallback)
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} takes a whole number.`)
  return value
}
const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** How long window and exchange are compared while the clock runs. */
const CLOCK_MINUTES = '20'
const seed = numberOf(values.seed, Math.floor(Math.random() * 1_000_000_000), 'seed')
const orders = numberOf(values.orders, 500, 'orders')
const kills = numberOf(values.kills, 50, 'kills')
const minutes = values.minutes === undefined ? {} : { minutes: Number(values.minutes) }
const userData = freshUserData()
say(
  values.clock === undefined
    ? `seed ${seed}: ${orders} orders, ${kills} kills`
    : `seed ${seed}: while the clock runs`,
)
const run = new TruthRun({
  seed,
  orders,
  kills,
  userData,
  say,
  ...minutes,
  trace: values.trace === true,
})
try {
  if (values.clock === undefined) {
    const result = await run.run()
    say('')
    say(renderResult(result))
    process.exitCode = result.problems.length === 0 ? 0 : 1
  } else {
    const result = await run.runClock(Number(values.clock || CLOCK_MINUTES) * 60_000)
    say(renderClock(result, values.trace === true))
    process.exitCode = result.differences.length === 0 ? 0 : 1
  }
} finally {
  for (const [refusal, times] of run.refusals().slice(0, 8)) say(`refused ${times} ×: ${refusal}`)
  await removeFolder(userData)
}
process.exit()
