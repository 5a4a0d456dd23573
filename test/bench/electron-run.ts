import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright'
import { appLaunch, resolveRuntime } from '../../build/runtime/resolve.mjs'

/** An application started as a person starts it: nothing waits for a debugger, the page is only looked at afterwards. */
export interface ElectronRun {
  readonly child: ChildProcess
  readonly page: Page
  /** Epoch milliseconds at which the process was started. */
  readonly startedAt: number
  stop(): Promise<void>
}

const LIMIT_MS = 30_000

/**
 * @param appDir folder with the application's `package.json`
 * @param env added to this process's environment
 */
export async function runElectron(appDir: string, env: Readonly<Record<string, string>> = {}): Promise<ElectronRun> {
  const runtime = await resolveRuntime({ quiet: true })
  const launch = appLaunch(runtime, appDir)
  const userData = mkdtempSync(join(tmpdir(), 'countersign-bench-'))
  const startedAt = Date.now()
  const child = spawn(launch.executablePath, [...launch.args, `--user-data-dir=${userData}`, '--remote-debugging-port=0', '--force-device-scale-factor=1'], {
    env: { ...launch.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const address = await new Promise<string>((resolve, reject) => {
    let text = ''
    const timer = setTimeout(() => reject(new Error(`no debugging address in ${LIMIT_MS} ms: ${text}`)), LIMIT_MS)
    child.stderr?.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8')
      const found = /DevTools listening on (ws:\S+)/.exec(text)?.[1]
      if (found !== undefined) {
        clearTimeout(timer)
        resolve(found)
      }
    })
  })
  const browser: Browser = await chromium.connectOverCDP(address)
  const context = browser.contexts()[0]
  if (context === undefined) throw new Error('the application has no browser context')
  const page = context.pages()[0] ?? (await context.waitForEvent('page', { timeout: LIMIT_MS }))
  return {
    child, page, startedAt,
    async stop() {
      await browser.close().catch(() => undefined)
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
      await exited
      clearTimeout(timer)
      rmSync(userData, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
