import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT } from '../lib/paths.mjs'
import { print } from '../lib/terminal.mjs'

/**
 * One line of the checklist. `proof` is what can show it: this computer, its packaging around
 * stand-ins that run nothing, or a person with that system.
 * @typedef {{ readonly by: string, readonly day: string, readonly version: string }} Confirmation
 * @typedef {{
 *   readonly id: string
 *   readonly area: string
 *   readonly proof: 'here' | 'stand-in' | 'person'
 *   readonly system: string
 *   readonly task: string
 *   readonly shown?: string
 *   readonly confirmed: Confirmation | null
 * }} Item
 */

const SOURCE = join(ROOT, 'build', 'release', 'checklist.json')
const PAGE = join(ROOT, 'docs', 'release-checklist.md')

const PROOFS = /** @type {const} */ ({
  here: 'Shown by a command',
  'stand-in': 'Shown with stand-ins',
  person: 'Needs a person',
})

/** @returns {readonly Item[]} */
export const readItems = () => JSON.parse(readFileSync(SOURCE, 'utf8')).items

/** @param {Item} item */
const stateOf = ({ confirmed }) =>
  confirmed === null ? '' : `${confirmed.by}, ${confirmed.day}, ${confirmed.version}`

/**
 * Returns the page of the checklist in Markdown.
 * @param {readonly Item[]} items
 */
export function checklistPage(items) {
  const areas = [...new Set(items.map(({ area }) => area))]
  const count = (/** @type {Item['proof']} */ proof) =>
    items.filter((item) => item.proof === proof).length
  return `# Release checklist

What a release needs beside a green \`npm test\`. Made by \`node build/release/checklist.mjs\` from
\`build/release/checklist.json\`; whoever confirms a line writes name, day and version there.

| ${Object.values(PROOFS).join(' | ')} | Confirmed |
|---|---|---|---|
| ${count('here')} | ${count('stand-in')} | ${count('person')} | ${items.filter(({ confirmed }) => confirmed !== null).length} of ${items.length} |
${areas.map((area) => areaTable(area, items)).join('')}`
}

/**
 * @param {string} area
 * @param {readonly Item[]} items
 */
const areaTable = (area, items) => `
## ${area}

| What | System | How it is shown | Confirmed by |
|---|---|---|---|
${items
  .filter((item) => item.area === area)
  .map(
    (item) =>
      `| ${item.task} | ${item.system} | ${item.shown === undefined ? PROOFS[item.proof] : `${PROOFS[item.proof]}: \`${item.shown}\``} | ${stateOf(item)} |`,
  )
  .join('\n')}
`

/** Returns what nobody has confirmed yet, a line each. */
export const unconfirmedLines = () =>
  readItems()
    .filter(({ confirmed }) => confirmed === null)
    .map(({ area, task, system }) => `${area} (${system}): ${task}`)

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(PAGE, checklistPage(readItems()))
  print(`Wrote docs/release-checklist.md. ${unconfirmedLines().length} lines are not confirmed.`)
}
