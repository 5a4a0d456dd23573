import { expect, test } from '@playwright/test'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { renderResult } from '../../truth/report.js'
import { TruthRun } from '../../truth/truth-run.js'

test('REL-28, REL-31, REL-33: after a kill of each process the window shows the truth @long', async () => {
  test.setTimeout(300_000)
  const userData = freshUserData()
  try {
    const plan = { seed: 3, orders: 20, kills: 3 }
    const run = new TruthRun({ ...plan, userData, mayDoubt: true, say: () => undefined })

    const result = await run.run()

    expect(result.problems, renderResult(result)).toEqual([])
    expect(result.kills.map(({ kill }) => kill).toSorted()).toEqual([
      'exchange',
      'program',
      'renderer',
    ])
    expect(result.atExchange).toBeGreaterThan(0)
  } finally {
    await removeFolder(userData)
  }
})
