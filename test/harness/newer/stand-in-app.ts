import { fork, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import type { BrowserContext, ElectronApplication, Page } from 'playwright'
import { ROOT } from '../../../build/lib/paths.mjs'
import { launchChromium } from '../windows/chromium.js'
import { BrowserPages } from './browser-pages.js'
import type { ToDriver, ToMain } from './messages.js'

export interface StandInLaunch {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** A running program on the stand-in for Electron. */
export interface StandInRun {
  /** Has the members of Playwright's class that the window tests use. */
  readonly app: ElectronApplication
  /** Lines of every page's console that are errors or warnings. */
  readonly consoleLines: readonly string[]
}

const SIZE = { width: 1_440, height: 900 }

type Waiting = { resolve(value: unknown): void; reject(error: Error): void }

/** The program: main on this Node, and a browser with the pages of its windows. */
class StandInApplication extends EventEmitter {
  readonly #child: ChildProcess
  readonly #context: BrowserContext
  readonly #pages: BrowserPages
  readonly #waiting = new Map<number, Waiting>()
  #lastEvaluation = 0

  constructor(child: ChildProcess, context: BrowserContext, pages: BrowserPages) {
    super()
    this.#child = child
    this.#context = context
    this.#pages = pages
    context.on('page', (page) => this.emit('window', page))
    child.on('message', (message) => this.#receive(message as ToDriver))
    const end = (): void => {
      for (const { reject } of this.#waiting.values()) reject(new Error('The program has ended.'))
      this.#waiting.clear()
      void context.browser()?.close()
      this.emit('close')
    }
    child.once('exit', end)
  }

  process = (): ChildProcess => this.#child
  context = (): BrowserContext => this.#context
  windows = (): Page[] => this.#context.pages()

  async firstWindow({ timeout }: { readonly timeout?: number } = {}): Promise<Page> {
    return this.windows()[0] ?? this.waitForEvent('window', { timeout: timeout ?? 0 })
  }

  waitForEvent(
    name: 'window' | 'close',
    options: { readonly timeout?: number; readonly predicate?: (page: Page) => boolean } = {},
  ): Promise<Page> {
    if (name === 'close') return new Promise((resolve) => this.once('close', resolve))
    return this.#context.waitForEvent('page', options)
  }

  evaluate(
    run: (electron: never, argument: never) => unknown,
    argument?: unknown,
  ): Promise<unknown> {
    return this.#evaluate(run, argument, null)
  }

  /** Returns what Playwright gives for a window: here only its `evaluate`. */
  async browserWindow(page: Page): Promise<object> {
    const window = await this.#pages.windowOf(page)
    if (window === undefined) throw new Error('The page belongs to no window.')
    return {
      evaluate: (run: (window: never, argument: never) => unknown, argument?: unknown) =>
        this.#evaluate(run, argument, window),
    }
  }

  async close(): Promise<void> {
    this.#send({ kind: 'quit' })
    await new Promise<void>((resolve) => {
      if (this.#child.exitCode !== null) resolve()
      else this.#child.once('exit', () => resolve())
    })
  }

  #evaluate(
    run: (subject: never, argument: never) => unknown,
    argument: unknown,
    window: number | null,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#lastEvaluation += 1
      const id = this.#lastEvaluation
      this.#waiting.set(id, { resolve, reject })
      this.#send({ kind: 'evaluate', id, source: run.toString(), argument, window })
    })
  }

  #receive(message: ToDriver): void {
    if (message.kind !== 'evaluated' && message.kind !== 'evaluation-failed') {
      return this.#pages.receive(message)
    }
    const waiting = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if (message.kind === 'evaluated') waiting?.resolve(message.value)
    else waiting?.reject(new Error(message.error))
  }

  #send(message: ToMain): void {
    send(this.#child, message)
  }
}

/**
 * Starts the program of the window tests on this Node, with its windows in the system's Chromium.
 */
export async function launchStandIn({ args, env }: StandInLaunch): Promise<StandInRun> {
  // Without scroll bars every layout would be wider than a person sees it.
  const browser = await launchChromium(['--force-device-scale-factor=1'], ['--hide-scrollbars'])
  const context = await browser.newContext({ viewport: SIZE, locale: 'en-US' })
  const sender: { child: ChildProcess | null } = { child: null }
  const pages = new BrowserPages(context, (message) => send(sender.child, message))
  await pages.start()
  const child = fork(join(ROOT, 'test', 'harness', 'newer', 'main.ts'), [...args], {
    cwd: ROOT,
    execArgv: ['--no-warnings', '--import', 'tsx'],
    env: { ...env, COUNTERSIGN_BROWSER_VERSION: browser.version() },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  sender.child = child
  const application = new StandInApplication(child, context, pages)
  return {
    app: application as unknown as ElectronApplication,
    consoleLines: pages.consoleLines,
  }
}

function send(child: ChildProcess | null, message: ToMain): void {
  if (child?.connected === true) child.send(message)
}
