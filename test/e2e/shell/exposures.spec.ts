import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { appLaunch, resolveRuntime } from '../../../build/runtime/resolve.mjs'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { freePort } from '../../harness/system/free-port.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { until } from '../../harness/system/until.js'
import { sandboxProfile, startStandIn, type StandIn } from '../profiles/profiles-page.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'

/**
 * SEC-29 with the product itself, whose bundles have no access for tests: this driver controls its
 * windows over a debugging port, as another program of this computer could.
 */

const OUT = fileURLToPath(new URL('../../../out', import.meta.url))
const INSPECTOR_PORT = 9_229

test.describe('the product, controlled over a debugging port', () => {
  let standIn: StandIn
  let desk: MainWindowPage
  test.beforeAll(async () => {
    standIn = await startStandIn()
    desk = await openMainWindow({ suite: 'exposed-process', appDir: OUT })
  })
  test.afterAll(async () => {
    await desk?.close()
    await standIn?.close()
  })

  test('opens practice, and says that nothing else opens', async () => {
    await desk.ready()
    const notice = desk.page.locator('.notice', { hasText: 'Only practice opens' })
    await expect(notice).toContainText('can be controlled over a debugging port')
    await desk.screenshot('practice')
  })

  test('does not open a sandbox profile, sends nothing, and stays in practice', async () => {
    const before = await standIn.truth()
    await sandboxProfile(desk, standIn, 'Desk of another')
    await desk.page.getByRole('dialog', { name: 'Profiles' }).getByLabel('Close').first().click()
    await desk.page.getByTestId('environment').click()
    await desk.page.getByRole('menuitemradio', { name: /Desk of another/ }).click()
    const toast = desk.page.locator('.toast', { hasText: 'Sandbox and production open only' })
    await expect(toast).toBeVisible()
    await expect(desk.page.getByTestId('environment')).toContainText('Practice')
    await desk.screenshot('refused')
    expect((await standIn.truth()).accepted).toEqual(before.accepted)
  })
})

/** True when something accepts connections at a port of this computer. */
const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

/** Runs the product as a person starts it, and stops it after `observe`. */
async function withProduct(
  variables: Readonly<Record<string, string>>,
  observe: (program: ChildProcess, log: () => string) => Promise<void>,
  switches: readonly string[] = [],
): Promise<void> {
  const userData = freshUserData()
  const launch = appLaunch(await resolveRuntime({ quiet: true }), OUT)
  const args = [
    ...launch.args,
    ...switches,
    `--user-data-dir=${userData}`,
    '--password-store=basic',
  ]
  const program: ChildProcess = spawn(launch.executablePath, args, {
    env: { ...launch.env, ...variables },
    stdio: 'ignore',
  })
  const file = join(userData, 'logs', 'countersign.log')
  const log = (): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  const ended = new Promise<string>((resolve) =>
    program.once('exit', (code, signal) => resolve(`the program ended: ${code ?? signal}`)),
  )
  try {
    const observed = (async () => {
      await until('the program runs', () => log().includes('profile.opening'), { seen: log })
      await observe(program, log)
    })()
    await Promise.race([observed, ended.then((message) => Promise.reject(new Error(message)))])
  } finally {
    program.kill('SIGKILL')
    await ended
    await removeFolder(userData)
  }
}

test('SEC-29: a signal opens no inspector in the running product', async () => {
  test.skip(process.platform !== 'linux', 'the signal exists on Linux and macOS only')
  expect(await listens(INSPECTOR_PORT), 'another program listens at the inspector port').toBe(false)
  await withProduct({}, async (program, log) => {
    program.kill('SIGUSR1')
    for (let turn = 0; turn < 20; turn += 1) {
      expect(await listens(INSPECTOR_PORT)).toBe(false)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect(program.exitCode).toBeNull()
    expect(log()).not.toMatch(/security.exposed.*inspector/)
  })
})

test('SEC-29: an inspector that a variable of the environment opens is noticed at the start', async () => {
  const port = await freePort(40)
  const variables = { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` }
  await withProduct(variables, async (_program, log) => {
    test.skip(!(await listens(port)), 'this runtime ignores the variable, so nothing is open')
    await until('it is noticed', () => /security.exposed.*inspector/.test(log()), { seen: log })
  })
})

test('SEC-29: switches that load other code or redirect connections are noticed', async () => {
  await withProduct(
    {},
    async (_program, log) => {
      await until('it is noticed', () => /security.exposed.*program-switch/.test(log()), {
        seen: log,
      })
    },
    ['--js-flags=--expose-gc', '--load-extension=/nonexistent'],
  )
})

test('SEC-29: the product run as plain Node opens nothing and reads no folder', async () => {
  const userData = freshUserData()
  const launch = appLaunch(await resolveRuntime({ quiet: true }), OUT)
  const environment = { ...launch.env, ELECTRON_RUN_AS_NODE: '1' }
  try {
    for (const bundle of ['main/main.cjs', 'boot/boot.cjs']) {
      const program = spawn(
        launch.executablePath,
        [join(OUT, bundle), `--user-data-dir=${userData}`],
        { env: environment, stdio: ['ignore', 'pipe', 'pipe'] },
      )
      let output = ''
      program.stdout.on('data', (data: Buffer) => (output += data.toString()))
      program.stderr.on('data', (data: Buffer) => (output += data.toString()))
      const ended = new Promise<number | null>((resolve) => program.once('close', resolve))
      const code = await Promise.race([
        ended,
        new Promise<'runs'>((resolve) => setTimeout(() => resolve('runs'), 20_000)),
      ])
      program.kill('SIGKILL')
      await ended
      expect(code, `${bundle}: ${output}`).not.toBe('runs')
      expect(readdirSync(userData), output).toEqual([])
    }
  } finally {
    await removeFolder(userData)
  }
})
