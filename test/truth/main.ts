import { readOptions, wholeNumber } from '../../build/lib/options.mjs'
import { print, runMain } from '../../build/lib/terminal.mjs'
import { freshUserData } from '../harness/windows/electron-app.js'
import { removeFolder } from '../harness/system/remove-folder.js'
import { renderClock } from './clock/clock-watch.js'
import { renderResult } from './report.js'
import { TruthRun } from './truth-run.js'

/** How long window and exchange are compared while the clock runs. */
const CLOCK_MINUTES = 20

await runMain(async () => {
  const { values } = readOptions('npm run truth', {
    options: {
      orders: { type: 'string' },
      kills: { type: 'string' },
      seed: { type: 'string' },
      minutes: { type: 'string' },
      trace: { type: 'boolean', default: false },
      clock: { type: 'string' },
    },
  })
  const { trace } = values
  const seed = wholeNumber('--seed', values.seed, Math.floor(Math.random() * 1_000_000_000), 0)
  const orders = wholeNumber('--orders', values.orders, 500, 0)
  const kills = wholeNumber('--kills', values.kills, 50, 0)
  const minutes =
    values.minutes === undefined ? {} : { minutes: wholeNumber('--minutes', values.minutes, 0) }
  const clockMinutes =
    values.clock === undefined
      ? null
      : wholeNumber('--clock', values.clock || undefined, CLOCK_MINUTES)
  const userData = freshUserData()
  print(
    clockMinutes === null
      ? `seed ${seed}: ${orders} orders, ${kills} kills`
      : `seed ${seed}: while the clock runs`,
  )
  const run = new TruthRun({ seed, orders, kills, userData, say: print, ...minutes, trace })
  try {
    if (clockMinutes === null) {
      const result = await run.run()
      print('')
      print(renderResult(result))
      return result.problems.length === 0 ? 0 : 1
    }
    const result = await run.runClock(clockMinutes * 60_000)
    print(renderClock(result, trace))
    return result.differences.length === 0 ? 0 : 1
  } finally {
    for (const [refusal, times] of run.refusals().slice(0, 8)) {
      print(`refused ${times} ×: ${refusal}`)
    }
    await removeFolder(userData)
  }
})
process.exit()
