import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import Module from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Script } from 'node:vm'

// Runs in the runtime that will run the bundles, never in the Node that builds them: compiled code
// belongs to one V8.
// Arguments: the folder to make, the name of its stamp, then pairs of a name and the file to
// compile for it.

const [folder = '', stamp = '', ...pairs] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
for (let index = 0; index + 1 < pairs.length; index += 2) {
  const [name = '', file = ''] = pairs.slice(index, index + 2)
  // Every function at once, not only what runs while the file loads. The flag is taken back before
  // the code is written,
  // because V8 refuses code that was made under other flags than its own.
  setFlagsFromString('--no-lazy')
  const script = new Script(Module.wrap(readFileSync(file, 'utf8')), { filename: file })
  setFlagsFromString('--lazy')
  writeFileSync(join(folder, name), script.createCachedData())
}
writeFileSync(join(folder, stamp), '')
