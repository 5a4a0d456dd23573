import { join } from 'node:path'
import type { BrowserContext, CDPSession, Page, Route } from 'playwright'
import { APP_ORIGIN } from '../../../shared/ipc/channels.js'
import { OUT } from '../../../build/lib/paths.mjs'
import type { ServedFile, ToDriver, ToMain } from './messages.js'
import { DELIVER_FUNCTION, pageScript, SEND_BINDING } from './page-script.js'

/** The origin that stands for the product's own, whose scheme only Electron can have. */
const PAGE_ORIGIN = 'https://desk'
const NOT_FOUND = 404
/** What the console says about tests that read the picture of a chart. */
const OF_TESTS = /Canvas2D: Multiple readback operations/

const toPage = (address: string): string => address.replace(APP_ORIGIN, PAGE_ORIGIN)
const toProgram = (address: string): string => address.replace(PAGE_ORIGIN, APP_ORIGIN)

/** What main requests of its windows. */
export type ToPages = Exclude<ToDriver, { readonly kind: 'evaluated' | 'evaluation-failed' }>

interface OpenPage {
  readonly page: Page
  readonly cdp: CDPSession
}

/** Shows the windows of main as pages of a browser, and passes on what pages and main send. */
export class BrowserPages {
  readonly #context: BrowserContext
  readonly #send: (message: ToMain) => void
  readonly #pages = new Map<number, Promise<OpenPage>>()
  readonly #requests = new Map<number, (answer: ServedFile) => void>()
  /** Lines that the console of any page printed, and errors of its scripts. */
  readonly consoleLines: string[] = []
  #lastRequest = 0

  constructor(context: BrowserContext, send: (message: ToMain) => void) {
    this.#context = context
    this.#send = send
  }

  /** Answers every request of a page by main; call it before the first window. */
  async start(): Promise<void> {
    await this.#context.addInitScript(pageScript(join(OUT, 'preload', 'preload.cjs')))
    await this.#context.route('**/*', (route) => this.#serve(route))
  }

  /** Does what main requests of a window. */
  receive(message: ToPages): void {
    switch (message.kind) {
      case 'open':
        this.#pages.set(message.window, this.#open(message.window, message.area))
        return
      case 'load':
        return this.#with(message.window, ({ page }) => page.goto(toPage(message.url)))
      case 'reload':
        return this.#with(message.window, ({ page }) => page.reload())
      case 'resize': {
        const { width, height } = message.area
        return this.#with(message.window, ({ page }) => page.setViewportSize({ width, height }))
      }
      case 'close':
        return this.#with(message.window, ({ page }) => page.close({ runBeforeUnload: true }))
      case 'send':
        return this.#with(message.window, ({ cdp }) => {
          const expression = `window.${DELIVER_FUNCTION}?.(${message.text})`
          return cdp.send('Runtime.evaluate', { expression, silent: true })
        })
      case 'key':
        return this.#with(message.window, ({ page }) =>
          message.isDown ? page.keyboard.down(message.key) : page.keyboard.up(message.key),
        )
      case 'served':
        this.#requests.get(message.id)?.(message.answer)
        return void this.#requests.delete(message.id)
      case 'capture':
        return this.#with(message.window, async ({ page }) => {
          const png = await page.screenshot({ clip: message.area })
          this.#send({ kind: 'captured', id: message.id, png })
        })
    }
  }

  /** Returns the window of a page; undefined for pages that main has not opened. */
  async windowOf(page: Page): Promise<number | undefined> {
    for (const [window, opening] of this.#pages) {
      if ((await opening).page === page) return window
    }
    return undefined
  }

  async #open(
    window: number,
    { width, height }: { readonly width: number; readonly height: number },
  ): Promise<OpenPage> {
    const page = await this.#context.newPage()
    await page.setViewportSize({ width, height })
    page.on('console', (line) => {
      if (OF_TESTS.test(line.text())) return
      if (['error', 'warning', 'assert'].includes(line.type())) {
        this.consoleLines.push(`${line.type()}: ${line.text()} (${line.location().url})`)
      }
    })
    page.on('pageerror', (error) => this.consoleLines.push(`error: ${error.message}`))
    page.on('crash', () => this.#send({ kind: 'gone', window }))
    page.on('close', () => {
      this.#pages.delete(window)
      this.#send({ kind: 'closed', window })
    })
    const cdp = await this.#context.newCDPSession(page)
    cdp.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name === SEND_BINDING) this.#send({ kind: 'received', window, text: inProgram(payload) })
    })
    await cdp.send('Runtime.enable')
    await cdp.send('Runtime.addBinding', { name: SEND_BINDING })
    return { page, cdp }
  }

  /** Runs an action on a page, in the order of the requests; a page that is gone needs none. */
  #with(window: number, action: (open: OpenPage) => Promise<unknown>): void {
    const opening = this.#pages.get(window)
    if (opening !== undefined) void opening.then(action).catch(() => undefined)
  }

  async #serve(route: Route): Promise<void> {
    const request = route.request()
    if (!request.url().startsWith(`${PAGE_ORIGIN}/`)) {
      this.consoleLines.push(`error: a page requested ${request.url()}`)
      return route.abort()
    }
    this.#lastRequest += 1
    const id = this.#lastRequest
    const answer = await new Promise<ServedFile>((resolve) => {
      this.#requests.set(id, resolve)
      const url = toProgram(request.url())
      this.#send({ kind: 'serve', id, url, method: request.method() })
    })
    if (answer.status === NOT_FOUND) this.consoleLines.push(`error: no file ${request.url()}`)
    await route
      .fulfill({
        status: answer.status,
        headers: { ...answer.headers },
        body: Buffer.from(answer.body),
      })
      .catch(() => undefined)
  }
}

/** A document names itself by its address, which main compares with its own. */
const inProgram = (payload: string): string => payload.replaceAll(PAGE_ORIGIN, APP_ORIGIN)
