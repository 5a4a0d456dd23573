import { resolve } from 'node:path'
import type { TestHooks } from '../../harness/program/test-hooks.js'
import type { PracticeCommand, PracticeState } from '../../../shared/practice/practice-control.js'
import { needsPress } from '../../../electron/app/ipc/press-rules.js'
import { contract, type OpName } from '../../../shared/ipc/contract.js'
import { launchApp, type RunningApp } from '../../harness/windows/electron-app.js'
import { until } from '../../harness/system/until.js'
import { callBridge, centerOf, type BridgeReply, type ElementQuery } from './page-scripts.js'

/** The windows of the program. */
export type WindowName = 'main' | 'confirm'

const FILES: Readonly<Record<WindowName, string>> = {
  main: 'index.html',
  confirm: 'confirm.html',
}
/** Wide enough that no column of the tables is left out. */
const SIZE = { width: 2_000, height: 900 } as const
const PRESS_ATTEMPTS = 20
const PRESS_PAUSE_MS = 250
const SCRIPT_LIMIT_MS = 8_000
const START_LIMIT_MS = 60_000
/** A call into a page that is just loading may never be answered. */
const ANSWER_LIMIT_MS = 1_000

interface ScriptResult {
  readonly isDone: boolean
  readonly value?: unknown
  readonly why?: string
}

export interface ProgramOptions {
  readonly suite: string
  readonly userData: string
  readonly args: readonly string[]
}

/**
 * The program in a real Electron. It survives the death of its renderer and of its exchange, and is
 * started again after its own.
 */
export class Program {
  readonly #options: ProgramOptions
  #run: RunningApp | null = null

  constructor(options: ProgramOptions) {
    this.#options = options
  }

  /** False between a kill and the next start. */
  get isRunning(): boolean {
    return this.#run !== null
  }

  /** Starts the program and resolves when its main window answers. */
  async start(): Promise<void> {
    const { suite, userData, args } = this.#options
    this.#run = await launchApp({
      suite,
      userData: resolve(userData),
      keyStore: 'none',
      args,
    })
    await this.#run.app.evaluate(({ BrowserWindow }, size) => {
      BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height)
    }, SIZE)
    await this.windowAnswers()
  }

  /** Waits until the main window answers, after a start or the death of its renderer. */
  async windowAnswers(): Promise<void> {
    await until(
      'the main window answers',
      async () =>
        (await this.call('preferences.get', {}, ANSWER_LIMIT_MS).catch(() => null))?.ok === true,
      { ms: START_LIMIT_MS },
    )
  }

  /** Quits as a person does. */
  async quit(): Promise<void> {
    const run = this.#run
    this.#run = null
    await run?.close()
  }

  /** Kills the program; its renderers and its exchange end with it. */
  async killProgram(): Promise<void> {
    const run = this.#running()
    this.#run = null
    await run.kill()
  }

  /** Kills the renderer of the main window. */
  async killRenderer(): Promise<void> {
    const pid = await this.#running().app.evaluate(
      ({ BrowserWindow }, file) =>
        BrowserWindow.getAllWindows()
          .find((candidate) => candidate.webContents.getURL().includes(file))
          ?.webContents.getOSProcessId() ?? 0,
      FILES.main,
    )
    killProcess(pid)
  }

  /** Kills the process of the practice exchange. */
  async killExchange(): Promise<void> {
    killProcess((await this.exchangePid()) ?? 0)
  }

  /** Returns the process id of the exchange; null while it is down. */
  exchangePid(): Promise<number | null> {
    return this.#running().app.evaluate(
      () =>
        (globalThis as unknown as { countersignTest: TestHooks }).countersignTest.practicePid() ??
        null,
    )
  }

  /** Sends a command over the control channel of the exchange. */
  practice(command: PracticeCommand): Promise<unknown> {
    return this.#running().app.evaluate(
      (_electron, value) =>
        (globalThis as unknown as { countersignTest: TestHooks }).countersignTest.practice(value),
      command,
    )
  }

  /** Returns the true state of the exchange. */
  truth(): Promise<PracticeState> {
    return this.practice({ command: 'state' }) as Promise<PracticeState>
  }

  /** Runs a function in a page; rejects when the page is gone or does not answer. */
  async inPage<A, T>(
    name: WindowName,
    script: (argument: A) => T | Promise<T>,
    argument: A,
    limitMs = SCRIPT_LIMIT_MS,
  ): Promise<T> {
    // The compiler of the tests names functions with this helper, which pages do not have.
    const code = `(() => { const __name = (f) => f; return (${script.toString()})(${JSON.stringify(argument)}) })()`
    const result = await this.#running().app.evaluate(
      ({ BrowserWindow }, { file, text, ms }): Promise<ScriptResult> => {
        const page = BrowserWindow.getAllWindows().find((candidate) =>
          candidate.webContents.getURL().includes(file),
        )?.webContents
        if (page === undefined) return Promise.resolve({ isDone: false, why: 'there is no window' })
        return Promise.race([
          page.executeJavaScript(text, true).then(
            (value: unknown) => ({ isDone: true, value }),
            (error: unknown) => ({ isDone: false, why: String(error) }),
          ),
          new Promise<ScriptResult>((done) => {
            setTimeout(() => done({ isDone: false, why: 'the page does not answer' }), ms)
          }),
        ])
      },
      { file: FILES[name], text: code, ms: limitMs },
    )
    if (!result.isDone) throw new Error(`${name}: ${result.why ?? ''}`)
    return result.value as T
  }

  /** Runs a function in the main process; it uses nothing outside itself. */
  inMain<A, T>(script: (argument: A) => T, argument: A): Promise<Awaited<T>> {
    const given = JSON.stringify(argument) as string | undefined
    const code = `(() => { const __name = (f) => f; return (${script.toString()})(${given ?? ''}) })()`
    return this.#running().app.evaluate<Awaited<T>>(code)
  }

  /** Calls an operation over the main window's bridge. */
  async call(operation: string, input: unknown, limitMs = SCRIPT_LIMIT_MS): Promise<BridgeReply> {
    const isPressed = operation in contract && needsPress(operation as OpName, input)
    for (let attempt = 1; ; attempt += 1) {
      if (isPressed) await this.#pressNothing()
      const reply = await this.inPage('main', callBridge, [operation, input] as const, limitMs)
      // A window that has just opened may not have had the press yet.
      const isUnpressed = !reply.ok && reply.error?.code === 'ipc/no-press'
      if (!isUnpressed || attempt === PRESS_ATTEMPTS) return reply
      await pause(PRESS_PAUSE_MS)
    }
  }

  /** Calls an operation that must succeed; returns its value. */
  async value<T>(operation: string, input: unknown): Promise<T> {
    const reply = await this.call(operation, input)
    if (!reply.ok) throw new Error(`${operation}: ${reply.error?.code ?? 'failed'}`)
    return reply.value as T
  }

  /** Clicks with the mouse; false when there is no such element. */
  async click(name: WindowName, query: ElementQuery): Promise<boolean> {
    const place = await this.inPage(name, centerOf, query)
    if (place === null) return false
    await this.#running().app.evaluate(
      ({ BrowserWindow }, { file, x, y }) => {
        const page = BrowserWindow.getAllWindows().find((candidate) =>
          candidate.webContents.getURL().includes(file),
        )?.webContents
        page?.sendInputEvent({ type: 'mouseMove', x, y })
        page?.sendInputEvent({ type: 'mouseDown', x, y, button: 'left', clickCount: 1 })
        page?.sendInputEvent({ type: 'mouseUp', x, y, button: 'left', clickCount: 1 })
      },
      { file: FILES[name], ...place },
    )
    return true
  }

  /** Returns true while the confirm window is visible. */
  isConfirmVisible(): Promise<boolean> {
    return this.#running().app.evaluate(
      ({ BrowserWindow }, file) =>
        BrowserWindow.getAllWindows().some(
          (candidate) => candidate.webContents.getURL().includes(file) && candidate.isVisible(),
        ),
      FILES.confirm,
    )
  }

  /** Brings the confirm window to the front. */
  focusConfirm(): Promise<void> {
    return this.#running().app.evaluate(({ BrowserWindow }, file) => {
      const found = BrowserWindow.getAllWindows().find((candidate) =>
        candidate.webContents.getURL().includes(file),
      )
      found?.show()
      found?.focus()
    }, FILES.confirm)
  }

  async screenshot(name: WindowName): Promise<Buffer> {
    const data = await this.#running().app.evaluate(async ({ BrowserWindow }, file) => {
      const found = BrowserWindow.getAllWindows().find((candidate) =>
        candidate.webContents.getURL().includes(file),
      )
      return (await found?.webContents.capturePage())?.toPNG().toString('base64') ?? ''
    }, FILES[name])
    return Buffer.from(data, 'base64')
  }

  /** Presses a key in the main window. */
  press(keyCode: string, modifiers: 'control'[] = []): Promise<void> {
    return this.#running().app.evaluate(
      ({ BrowserWindow }, { file, key }) => {
        const page = BrowserWindow.getAllWindows().find((candidate) =>
          candidate.webContents.getURL().includes(file),
        )?.webContents
        page?.sendInputEvent({ type: 'keyDown', ...key })
        page?.sendInputEvent({ type: 'keyUp', ...key })
      },
      { file: FILES.main, key: { keyCode, modifiers } },
    )
  }

  /** Presses a key without meaning, so that the next call has the person's press (SEC-28). */
  #pressNothing(): Promise<void> {
    return this.press('F9')
  }

  #running(): RunningApp {
    if (this.#run === null) throw new Error('the program is not running')
    return this.#run
  }
}

/** Kills one process. Id 0 would mean every process of this group. */
function killProcess(pid: number): void {
  if (pid <= 0) throw new Error('there is no process to kill')
  process.kill(pid, 'SIGKILL')
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
