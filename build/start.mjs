import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildStale } from './build.mjs'
import { compileBundles, trainBundles } from './code-cache.mjs'
import { run } from './lib/exec.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireDisplay } from './lib/display.mjs'
import { requireNode } from './lib/node-version.mjs'
import { OUT } from './lib/paths.mjs'
import { UserError, runMain, print } from './lib/terminal.mjs'
import { appLaunch, resolveRuntime } from './runtime/resolve.mjs'

/**
 * `npm start`: from a fresh clone to the open main window. Arguments after `--` are passed to the
 * application.
 */
await runMain(async () => {
  requireNode()
  requireDisplay()
  await ensureInstalled()
  const runtime = await resolveRuntime()
  await buildStale()
  // Training takes some seconds: it is a part of the first start, but not of each after a change.
  if (existsSync(join(OUT, 'code-cache'))) await compileBundles(runtime)
  else await trainBundles(runtime)
  if (!existsSync(join(OUT, 'main', 'main.cjs'))) {
    throw new UserError('There is no main bundle to start.')
  }
  const { executablePath, args, env, unsandboxed } = appLaunch(runtime, OUT)
  if (unsandboxed !== undefined) print(`Starting without Chromium's sandbox: ${unsandboxed}.`)
  const { code } = await run(executablePath, [...args, ...process.argv.slice(2)], {
    env,
    show: true,
    stdin: true,
  })
  return code
})
