import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import Module from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Script } from 'node:vm'

// Runs in the runtime that will run the bundles, not in the Node that builds them, because compiled
// code belongs to one V8. Arguments: the folder to create, the name of its stamp file, then pairs
// of a name and the file to compile.

const [folder = '', stamp = '', ...pairs] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
for (let index = 0; index + 1 < pairs.length; index += 2) {
  const [name = '', file = ''] = pairs.slice(index, index + 2)
  // Compile every function, not only those that run while the file loads. The flag is reset before
  // the code is written, because V8 rejects code that was compiled with other flags than its own.
  setFlagsFromString('--no-lazy')
  const script = new Script(Module.wrap(readFileSync(file, 'utf8')), { filename: file })
  setFlagsFromString('--lazy')
  writeFileSync(join(folder, name), script.createCachedData())
}
writeFileSync(join(folder, stamp), '')
