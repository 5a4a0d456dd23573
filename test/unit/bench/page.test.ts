import { describe, expect, it } from 'vitest'
import { atLeast, atMost, atMostTimes } from '../../bench/report/bounds.js'
import { renderPage } from '../../bench/report/page.js'
import { count, metricRow, ms, textRow } from '../../bench/report/table.js'

const RUN = {
  commit: '0123456789ab',
  isClean: true,
  date: '2030-01-02',
  processor: 'A processor',
  cores: 2,
  memoryBytes: 8 * 1_073_741_824,
  system: 'Linux 6.1',
  isScreenInMemory: true,
  node: '20.19.0',
  electron: '45.0.0',
  load: 0.42,
  tookMs: 18 * 60_000,
}
const ROWS = [
  metricRow({
    id: 'P1',
    metric: 'first paint',
    baseline: 450,
    ours: 900,
    format: ms,
    bounds: [atMostTimes(1.5, 'empty window')],
    note: 'median of 5',
  }),
  metricRow({
    id: 'P4',
    metric: 'frames per second',
    baseline: 40,
    ours: 39,
    format: count,
    bounds: [atLeast(59)],
  }),
  metricRow({ id: 'P4', metric: '  longest frame', ours: 20, format: ms, bounds: [atMost(50)] }),
  textRow('P3', 'a | b', '1'),
]
const page = renderPage(ROWS, RUN)

describe('the page of a whole run', () => {
  it('has every row with its floor, ratio, target and verdict', () => {
    const table = page.slice(page.indexOf('## The table'), page.indexOf('## Notes')).split('\n')
    expect(table.filter((line) => line.startsWith('|'))).toEqual([
      '| # | Metric | Floor | Ours | Ratio | Target | Met |',
      '|---|---|---|---|---|---|---|',
      '| P1 | first paint | 450 ms | 900 ms | 2.00 × | ≤ 1.5 × empty window | NO |',
      '| P4 | frames per second | 40 | 39 | 0.97 × | ≥ 59 | floor misses it |',
      '| P4 | … longest frame |  | 20 ms |  | ≤ 50 ms | yes |',
      String.raw`| P3 | a \| b |  | 1 |  |  | – |`,
    ])
  })

  it('says how many targets are met', () =>
    expect(page).toContain('1 targets are met, 1 are not; of 1 the floor itself misses'))

  it('names commit, machine, runtime and time, and how to repeat the run', () => {
    for (const text of [
      '| Commit | `0123456789ab` |',
      '| Processor | A processor, 2 cores |',
      '| Memory | 8.0 GB |',
      '| System | Linux 6.1, software rendering on a screen in memory |',
      '| Runtime | Electron 45.0.0, Node 20.19.0 |',
      '| Run | 18.0 minutes, load 0.4 at its end |',
      'git checkout 0123456789ab',
      '- P1, first paint: median of 5',
    ]) {
      expect(page).toContain(text)
    }
  })

  it('claims no way of drawing that is not known, and counts the cores', () => {
    const other = renderPage(ROWS, { ...RUN, isScreenInMemory: false, cores: 1 })
    expect(other).toContain('| System | Linux 6.1 |')
    expect(other).toContain('| Processor | A processor, 1 core |')
  })

  it('breaks a note into lines of at most 100 characters', () => {
    const terms = Array.from({ length: 60 }, (_, index) => `word${index}`)
    const rows = [textRow('P3', 'long', '1', terms.join(' '))]
    const lines = renderPage(rows, RUN).split('\n')
    const begin = lines.findIndex((line) => line.startsWith('- P3, long: word0'))
    const item = lines.slice(begin, lines.indexOf('', begin))
    expect(item.length).toBeGreaterThan(4)
    expect(Math.max(...item.map((line) => line.length))).toBeLessThanOrEqual(100)
    expect(item.slice(1).every((line) => /^ {2}\S/.test(line))).toBe(true)
    expect(item.map((line) => line.trim()).join(' ')).toBe(`- P3, long: ${terms.join(' ')}`)
  })

  it('says that files differed from the commit', () =>
    expect(renderPage(ROWS, { ...RUN, isClean: false })).toContain('`0123456789ab`, with changes'))
})
