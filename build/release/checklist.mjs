import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readOptions } from '../lib/options.mjs'
import { ROOT } from '../lib/paths.mjs'
import { print, runMain } from '../lib/terminal.mjs'

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
\`node build/release/checklist.mjs --release <version>\` refuses a version of which a line is missing.

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

const DAY = /^\d{4}-\d{2}-\d{2}$/

/**
 * Returns why a version may not be released, a line each: what nobody confirmed, or confirmed for
 * another version, or without a name or a day that exists.
 * @param {readonly Item[]} items
 * @param {string} version
 * @returns {readonly string[]}
 */
export const releaseProblems = (items, version) =>
  items.flatMap(({ area, task, system, confirmed }) => {
    const problem = confirmationProblem(confirmed, version)
    return problem === null ? [] : [`${area} (${system}): ${task} – ${problem}`]
  })

/**
 * @param {Confirmation | null} confirmed
 * @param {string} version
 * @returns {string | null}
 */
function confirmationProblem(confirmed, version) {
  if (confirmed === null) return 'not confirmed'
  const { by, day } = confirmed
  if (by.trim() === '') return 'confirmed by nobody'
  const time = DAY.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day) {
    return `confirmed on "${day}", which is no day`
  }
  return confirmed.version === version ? null : `confirmed for ${confirmed.version} only`
}

/**
 * Writes the page; with a version, says whether that may be released.
 * @returns {Promise<number>} the exit code
 */
async function main() {
  const { values } = readOptions('node build/release/checklist.mjs', {
    options: { release: { type: 'string' } },
  })
  const { release } = values
  if (release === undefined) {
    writeFileSync(PAGE, checklistPage(readItems()))
    print(`Wrote docs/release-checklist.md. ${unconfirmedLines().length} lines are not confirmed.`)
    return 0
  }
  const problems = releaseProblems(readItems(), release)
  for (const problem of problems) print(problem)
  print(
    problems.length > 0
      ? `${release} may not be released: ${problems.length} lines are missing.`
      : `Every line is confirmed for ${release}.`,
  )
  return problems.length > 0 ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runMain(main)
