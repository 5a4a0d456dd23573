import type { Circumstances } from './circumstances.js'
import { coresText } from './machine.js'
import { cellsOf, COLUMNS, notesOf, type MetricRow } from './table.js'

const GIGABYTE = 1_073_741_824

/** A pipe would end the cell. */
const cell = (text: string): string => text.trim().replaceAll('|', String.raw`\|`)

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** Renders the table as Markdown: the rows below a row that begins with two spaces belong to it. */
function tableOf(rows: readonly MetricRow[]): readonly string[] {
  const columns = Object.keys(COLUMNS) as readonly (keyof typeof COLUMNS)[]
  return [
    line(columns.map((column) => COLUMNS[column])),
    `|${'---|'.repeat(columns.length)}`,
    ...rows.map((row) => {
      const cells = cellsOf(row)
      return line(
        columns.map((column) =>
          column === 'metric' && row.metric.startsWith(' ')
            ? `… ${cell(cells.metric)}`
            : cell(cells[column]),
        ),
      )
    }),
  ]
}

/** Counts the verdicts in words. */
function verdictsOf(rows: readonly MetricRow[]): string {
  const count = (verdict: MetricRow['verdict']): number =>
    rows.filter((row) => row.verdict === verdict).length
  return `${count('met')} targets are met, ${count('missed')} are not; of ${count('floor-missed')} the floor itself misses the bound on this machine.`
}

const systemOf = ({ system, isScreenInMemory }: Circumstances): string =>
  isScreenInMemory ? `${system}, software rendering on a screen in memory` : system

/** The widest line of a note, in characters. */
const NOTE_WIDTH = 100

/** Returns a list item in lines of at most 100 characters; a longer word has a line of its own. */
function itemOf(text: string): string {
  const lines = ['-']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last.length + 1 + word.length <= NOTE_WIDTH) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(`  ${word}`)
  }
  return lines.join('\n')
}

/**
 * Renders the page of a whole run. Nothing on it is written by hand, so that it cannot differ from
 * what was measured.
 */
export function renderPage(
  rows: readonly MetricRow[],
  run: Circumstances & { readonly tookMs: number },
): string {
  const notes = notesOf(rows)
  return [
    '# Performance',
    '',
    'Written by `npm run bench -- --page`; do not edit it. It repeats the last whole run: measure',
    'again instead.',
    '',
    '| | |',
    '|---|---|',
    line(['Commit', `\`${run.commit}\`${run.isClean ? '' : ', with changes'}`]),
    line(['Date', run.date]),
    line(['Processor', `${cell(run.processor)}, ${coresText(run.cores)}`]),
    line(['Memory', `${(run.memoryBytes / GIGABYTE).toFixed(1)} GB`]),
    line(['System', systemOf(run)]),
    line(['Runtime', `Electron ${run.electron}, Node ${run.node}`]),
    line([
      'Run',
      `${(run.tookMs / 60_000).toFixed(1)} minutes, load ${run.load.toFixed(1)} at its end`,
    ]),
    '',
    '## How to repeat it',
    '',
    '```',
    `git checkout ${run.commit}`,
    'npm run bench                 # everything',
    'npm run bench -- --list       # the parts and their rows',
    'npm run bench -- start idle   # some parts',
    'npm run bench -- --compare <commit> start   # two commits in turns',
    '```',
    '',
    'The machine should do nothing else. Times differ between machines; the ratio to the floor, which',
    'is the same measurement without the product in the same run, differs less.',
    '',
    '## The table',
    '',
    verdictsOf(rows),
    '',
    ...tableOf(rows),
    ...(notes.length === 0 ? [] : ['', '## Notes', '', ...notes.map(itemOf)]),
    '',
  ].join('\n')
}
