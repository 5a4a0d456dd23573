import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, watch } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { manifest } from '../build.mjs'
import { requireDisplay } from '../lib/display.mjs'
import { ensureInstalled } from '../lib/install.mjs'
import { requireNode } from '../lib/node-version.mjs'
import { writeJson } from '../lib/files.mjs'
import { CACHE, ROOT } from '../lib/paths.mjs'
import { print, runMain } from '../lib/terminal.mjs'
import { appLaunch, resolveRuntime } from '../runtime/resolve.mjs'
import { DEV_OUT, Program, ProgramBuild } from './program.mjs'

const HELP = `npm run dev                   the window, rebuilt while you write: a change below renderer/ appears at
                              once, one below electron/ or shared/ starts the program again
npm run dev -- <argument> ... passed to the program; --user-data-dir=<folder> for another data folder
                              than .cache/dev/data, --inspect=<port> for another inspector`

const INSPECTOR_PORT = 9_229
/** An editor writes several files at once. */
const SETTLE_MS = 150

/**
 * Returns a port of this computer that nothing listens at.
 * @param {number} [first] is taken when it is free
 * @returns {Promise<number>}
 */
async function freePort(first = 0) {
  const port = await new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error) => (first === 0 ? reject(error) : resolve(null)))
    server.listen(first, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? address?.port : null))
    })
  })
  return port ?? freePort()
}

/**
 * Calls back after files below the folders changed and a moment passed.
 * @param {readonly string[]} folders
 * @param {() => Promise<void>} onChange
 */
function watchSources(folders, onChange) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  let last = Promise.resolve()
  for (const folder of folders) {
    watch(join(ROOT, folder), { recursive: true }, () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        last = last.then(onChange)
      }, SETTLE_MS)
    })
  }
}

/** Serves the pages, and writes where the program finds them. */
async function servePages() {
  const [{ createServer: createPageServer }, { pageServerConfig }] = await Promise.all([
    import('vite'),
    import('../vite.mjs'),
  ])
  const port = await freePort()
  const nonce = randomBytes(16).toString('base64url')
  const server = await createPageServer(pageServerConfig(port, nonce))
  await server.listen()
  writeJson(join(DEV_OUT, 'server.json'), { port, nonce })
  return server
}

/**
 * `npm run dev`: the program from its sources, with source maps and an inspector, in a data folder
 * of its own.
 */
await runMain(async () => {
  const passed = process.argv.slice(2)
  if (passed.includes('--help')) return void print(HELP)
  requireNode()
  requireDisplay()
  await ensureInstalled()
  const runtime = await resolveRuntime()
  writeJson(join(DEV_OUT, 'package.json'), manifest('boot/boot.cjs'))
  // The program looks for its pages before it starts; it gets them from the server.
  mkdirSync(join(DEV_OUT, 'renderer'), { recursive: true })
  for (const page of ['index.html', 'confirm.html']) {
    copyFileSync(join(ROOT, 'renderer', page), join(DEV_OUT, 'renderer', page))
  }
  const build = new ProgramBuild()
  const server = await servePages()
  if (!(await build.update())) return await server.close().then(() => 1)

  const { executablePath, args, env, unsandboxed } = appLaunch(runtime, DEV_OUT)
  if (unsandboxed !== undefined) print(`Starting without Chromium's sandbox: ${unsandboxed}.`)
  const has = (/** @type {string} */ name) => passed.some((text) => text.startsWith(`--${name}`))
  const switches = [
    ...(has('inspect') ? [] : [`--inspect=127.0.0.1:${await freePort(INSPECTOR_PORT)}`]),
    ...(has('user-data-dir') ? [] : [`--user-data-dir=${join(CACHE, 'dev', 'data')}`]),
  ]
  const code = await new Promise((resolve) => {
    const program = new Program(
      { executablePath, args: [...args, ...switches, ...passed], env },
      resolve,
    )
    const end = () => void program.stop().then(() => resolve(0))
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, end)
    watchSources(['electron', 'shared', 'resources/icons'], async () => {
      if (!(await build.update())) return
      await program.stop()
      print('Changed: the program starts again.')
      program.start()
    })
    program.start()
    // Also when this process ends by an error.
    process.once('exit', () => void program.stop())
  })
  await server.close()
  process.exit(code)
})
