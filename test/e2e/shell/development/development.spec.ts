import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { resolveRuntime } from '../../../../build/runtime/resolve.mjs'
import { createCopies, removeCopies } from '../../../harness/system/tree-copy.js'
import { attach, type DevtoolsPage } from '../../../bench/devtools.js'
import { freshUserData } from '../../../harness/windows/electron-app.js'
import { freePort } from '../../../harness/system/free-port.js'
import { removeFolder } from '../../../harness/system/remove-folder.js'
import { until } from '../../../harness/system/until.js'

/** A start takes some seconds, and a minute on a busy machine. */
const START_LIMIT_MS = 180_000
const PAGE = 'renderer/panels/watchlist/list-bar.tsx'
const MAIN = 'electron/app/start/program-files.ts'

/** Replaces a text in a file of a tree, as an editor that saves. */
function edit(tree: string, path: string, from: string, to: string): void {
  const text = readFileSync(join(tree, path), 'utf8')
  expect(text).toContain(from)
  writeFileSync(join(tree, path), text.replace(from, to))
}

test.describe('npm run dev @long', () => {
  let tree: string
  let run: ChildProcess
  let userData: string
  let port: number
  let output = ''
  let page: DevtoolsPage
  test.beforeAll(async () => {
    const [copy = ''] = createCopies(1)
    tree = copy
    port = await freePort(40)
    const { dist } = await resolveRuntime({ quiet: true })
    userData = freshUserData()
    const args = [
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${userData}`,
      '--password-store=basic',
    ]
    run = spawn(process.execPath, ['build/development/main.mjs', ...args], {
      cwd: tree,
      env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: dist },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    run.stdout?.on('data', (text: Buffer) => (output += text.toString()))
    run.stderr?.on('data', (text: Buffer) => (output += text.toString()))
    page = await window()
  })
  test.afterAll(async () => {
    page?.close()
    const ended = new Promise((resolve) => run.once('exit', resolve))
    run.kill()
    await ended
    await removeFolder(userData)
    await removeFolder(tree)
    removeCopies()
  })

  /** Waits for the window of the running program. */
  const window = async (): Promise<DevtoolsPage> => {
    await until('the window opens', async () => {
      const list = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => null)
      return list?.ok === true
    })
    const attached = await attach(port, START_LIMIT_MS)
    await attached.until(`document.querySelector('.watch-lists') !== null`, START_LIMIT_MS)
    return attached
  }

  test('SEC-29: says in its window that its pages come from a server, and opens only practice', async () => {
    const notice = `[...document.querySelectorAll('.notice')].map((part) => part.innerText).join()`
    await page.until(`${notice}.includes('Only practice opens')`, START_LIMIT_MS)
    expect(await page.evaluate(notice)).toContain('load their pages from a development server')
  })

  test('SEC-03: keeps the scheme of its pages and runs no script of others', async () => {
    expect(await page.evaluate('location.origin')).toMatch(/^app:/)
    const evaluated = `(() => {
      try {
        document.createElement('script').text = 'void 0'
        return 'accepted'
      } catch {
        return 'refused'
      }
    })()`
    expect(await page.evaluate(evaluated)).toBe('refused')
  })

  test('shows a change of a page without loading the page again', async () => {
    await page.evaluate(`globalThis.loadedOnce = true`)
    edit(
      tree,
      PAGE,
      'className="panel-bar watch-lists"',
      'className="panel-bar watch-lists edited"',
    )
    await page.until(`document.querySelector('.watch-lists.edited') !== null`, START_LIMIT_MS)
    expect(await page.evaluate('globalThis.loadedOnce')).toBe(true)
  })

  test('starts the program again after a change of the main process', async () => {
    edit(tree, MAIN, 'export function', '/** Edited. */\nexport function')
    await until('the program starts again', () =>
      Promise.resolve(output.includes('Changed: the program starts again.')),
    )
    page.close()
    page = await window()
    expect(await page.evaluate('globalThis.loadedOnce ?? false')).toBe(false)
  })

  test('keeps the running program while a change cannot be built', async () => {
    edit(tree, MAIN, 'export function', 'export function ('.repeat(2))
    await until('the failure is reported', () =>
      Promise.resolve(output.includes('Not built: main.')),
    )
    expect(await page.evaluate('location.origin')).toMatch(/^app:/)
    expect(run.exitCode).toBeNull()
  })
})
