import { openMainWindow, type MainWindowPage } from '../../e2e/support/main-window-page.js'
import { until } from '../../harness/system/until.js'
import { whenUsable } from '../usable.js'
import { atMost } from '../report/bounds.js'
import { count, median, metricRow, ms, percentile, type MetricRow } from '../report/table.js'

const INSTRUMENTS = 40_000
const LIST_LIMIT_MS = 180_000
const TARGET_MS = 50
const ROUNDS = 8
/** What a person types: symbols, a part of one, names, words of names, and what nothing has. */
const QUERIES = ['AAPL', 'q', 'QB', 'QAZX', 'apple', 'practice company 39', 'company 7', 'zzzz']
/** The name of one of the last instruments of the list. */
const LAST = `Practice Company ${INSTRUMENTS - 1_000}`

interface Search {
  readonly tookMs: number
  readonly matches: number
  /** Why it was refused, as text; null when it was answered. */
  readonly refusal: string | null
}

/** Searches as a field of the window does, and returns what the page waited. */
const search = (desk: MainWindowPage, text: string): Promise<Search> =>
  desk.page.evaluate(`(async () => {
    const began = performance.now()
    const reply = await countersign.invoke('instruments.search', { text: ${JSON.stringify(text)}, limit: 12, preferred: [] })
    const tookMs = performance.now() - began
    return reply.ok
      ? { tookMs, matches: reply.value.matches.length, refusal: null }
      : { tookMs, matches: 0, refusal: JSON.stringify(reply) }
  })()`)

/** Returns the time of a search. Throws when it was refused: then nothing was searched. */
async function timeOf(desk: MainWindowPage, text: string): Promise<number> {
  const { tookMs, refusal } = await search(desk, text)
  if (refusal !== null) throw new Error(`the search for ${text} was refused: ${refusal}`)
  return tookMs
}

/** P23: a search over 40,000 instruments, from a field of the window to its answer. */
export async function instrumentSearch(): Promise<MetricRow[]> {
  const desk = await openMainWindow({
    suite: 'bench-search',
    keyStore: 'none',
    args: [`--practice-seed=bench+${INSTRUMENTS}`],
  })
  try {
    await whenUsable(desk)
    // So many symbols that move would take the processor from the search.
    await until('the large exchange stands still', () =>
      desk.practice({ command: 'clock', speed: 0 }).then(
        () => true,
        // It answers late while its market moves.
        () => false,
      ),
    )
    const began = Date.now()
    await until('every instrument is listed', async () => (await search(desk, LAST)).matches > 0, {
      ms: LIST_LIMIT_MS,
    })
    const listed = Date.now() - began
    // The other products' lists are read at the first search.
    for (const query of QUERIES) await timeOf(desk, query)
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const query of QUERIES) times.push(await timeOf(desk, query))
    }
    return [
      metricRow({
        id: 'P23',
        metric: `search over ${count(INSTRUMENTS)} instruments, p95`,
        ours: percentile(times, 0.95),
        format: ms,
        bounds: [atMost(TARGET_MS)],
        note: `p50 ${ms(median(times))} of ${times.length} searches, from the page to its answer, while the market stands still; the list was complete ${ms(listed)} after it stood`,
      }),
    ]
  } finally {
    await desk.close()
  }
}
