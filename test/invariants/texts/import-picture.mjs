import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { importedPaths } from '../../../build/lib/imported-paths.mjs'
import { ROOT } from '../../../build/lib/paths.mjs'
import { print, runMain } from '../../../build/lib/terminal.mjs'

/** The parts of the product that the picture of the architecture shows, by their folder or file. */
const PARTS = [
  'shared/domain',
  'shared/wire',
  'shared/ipc',
  'shared/messages',
  'shared/practice',
  'shared/receipt',
  'electron/core',
  'electron/provider',
  'electron/adapters',
  'electron/assistant',
  'electron/handlers',
  'electron/app',
  'electron/shell',
  'electron/preload',
  'electron/practice',
  'renderer',
]

/**
 * @param {string} root
 * @returns {ReadonlyMap<string, ReadonlySet<string>>} the parts that each part imports
 */
function readImports(root) {
  return new Map(
    PARTS.map((part) => {
      const files = readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name))
        .map((name) => join(root, part, name))
      const imported = files.flatMap((file) =>
        importedPaths(readFileSync(file, 'utf8')).flatMap((path) => {
          const target = relative(root, join(dirname(file), path))
            .split(sep)
            .join('/')
          return PARTS.find((other) => target.startsWith(`${other}/`)) ?? []
        }),
      )
      return [part, new Set(imported.filter((other) => other !== part))]
    }),
  )
}

/**
 * @param {ReadonlyMap<string, ReadonlySet<string>>} imports
 * @param {string} part
 * @param {ReadonlySet<string>} [passed]
 * @returns {ReadonlySet<string>} what a part imports, directly or through others
 */
function reached(imports, part, passed = new Set()) {
  const all = new Set(passed)
  for (const other of imports.get(part) ?? []) {
    if (all.has(other)) continue
    all.add(other)
    for (const far of reached(imports, other, all)) all.add(far)
  }
  return all
}

/**
 * Draws which part of the product imports which, as a Mermaid diagram; an arrow that follows from
 * others is left out.
 * @param {string} root the project's folder
 * @returns {string}
 */
export function drawImports(root) {
  const imports = readImports(root)
  const all = new Map(PARTS.map((part) => [part, reached(imports, part)]))
  /** @param {string} from @param {string} to */
  const reaches = (from, to) => all.get(from)?.has(to) === true
  // Parts that import each other are one place: their arrows to each other and out of it stay.
  /** @param {string} part @param {string} via @param {string} other */
  const leads = (part, via, other) =>
    reaches(via, other) && !reaches(via, part) && (!reaches(other, via) || via < other)
  const arrows = PARTS.flatMap((part) => {
    const direct = [...(imports.get(part) ?? [])].toSorted()
    return direct
      .filter((other) => !direct.some((via) => via !== other && leads(part, via, other)))
      .map((other) => `  ${nameOf(part)} --> ${nameOf(other)}`)
  })
  const nodes = PARTS.map((part) => `  ${nameOf(part)}["${part}"]`)
  return ['```mermaid', 'flowchart TD', ...nodes, ...arrows, '```'].join('\n')
}

/**
 * @param {string} part
 * @returns {string} its name in the diagram
 */
const nameOf = (part) => part.replaceAll(/\W/g, '_')

/** Draws the picture of ARCHITECTURE.md again. */
async function updatePicture() {
  const page = join(ROOT, 'ARCHITECTURE.md')
  const text = readFileSync(page, 'utf8')
  const drawn = text.replace(/```mermaid\n[\s\S]*?```/, () => drawImports(ROOT))
  if (drawn !== text) writeFileSync(page, drawn)
  print(drawn === text ? 'The picture was up to date.' : 'The picture has changed.')
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await runMain(updatePicture)
}
