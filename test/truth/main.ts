import { parseArgs } from 'node:util'
import { freshUserData } from '../harness/windows/electron-app.js'
import { removeFolder } from '../harness/system/remove-folder.js'
import { renderResult } from './report.js'
import { TruthRun } from './truth-run.js'

const { values } = parseArgs({
  options: {
    orders: { type: 'string' },
    kills: { type: 'string' },
    seed: { type: 'string' },
    minutes: { type: 'string' },
    trace: { type: 'boolean' },
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

const seed = numberOf(values.seed, Math.floor(Math.random() * 1_000_000_000), 'seed')
const orders = numberOf(values.orders, 500, 'orders')
const kills = numberOf(values.kills, 50, 'kills')
const minutes = values.minutes === undefined ? {} : { minutes: Number(values.minutes) }
const userData = freshUserData()
say(`seed ${seed}: ${orders} orders, ${kills} kills`)
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
  const result = await run.run()
  say('')
  say(renderResult(result))
  process.exitCode = result.problems.length === 0 ? 0 : 1
} finally {
  for (const [refusal, times] of run.refusals().slice(0, 8)) say(`refused ${times} ×: ${refusal}`)
  await removeFolder(userData)
}
process.exit()
