import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawFloors } from './lib/import-floors.mjs'
import { ROOT } from './lib/paths.mjs'
import { print, runMain } from './lib/terminal.mjs'

/** Draws the picture of ARCHITECTURE.md again from the imports of the sources. */
await runMain(async () => {
  const page = join(ROOT, 'ARCHITECTURE.md')
  const text = readFileSync(page, 'utf8')
  const drawn = text.replace(/```mermaid\n[\s\S]*?```/, () => drawFloors(ROOT))
  if (drawn !== text) writeFileSync(page, drawn)
  print(drawn === text ? 'The picture was up to date.' : 'The picture has changed.')
})
