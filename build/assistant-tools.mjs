import { join } from 'node:path'
import { run } from './lib/exec.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { ROOT } from './lib/paths.mjs'
import { runMain, print } from './lib/terminal.mjs'

const HELP =
  'npm run assistant-tools     prints the tools that a newly paired assistant sees, with characters and tokens'

await runMain(async () => {
  requireNode()
  if (process.argv.includes('--help')) return void print(HELP)
  await ensureInstalled()
  const script = join(ROOT, 'test', 'harness', 'assistant', 'print-tool-list.ts')
  const args = ['--no-warnings', '--import', 'tsx', script]
  const { code } = await run(process.execPath, args, { cwd: ROOT, show: true })
  return code
})
