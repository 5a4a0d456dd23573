import { pause } from './pause.js'
/**
 * A page over the debugging port. Playwright cannot attach to an Electron it did not start, and its
 * own start adds to the startup time.
 */
export interface DevtoolsPage {
  /**
   * Evaluates an expression in the page and awaits promises. Rejects when it throws or the page is
   * gone.
   */
  evaluate<T>(expression: string): Promise<T>
  /** Sends a command of the protocol. Rejects when it fails or the page is gone. */
  send(method: string, params: object): Promise<unknown>
  /** Polls until the expression is true. */
  until(expression: string, limitMs: number): Promise<void>
  close(): void
}

/** What the evaluation of an expression answers. */
interface Evaluated {
  readonly result?: { readonly value?: unknown }
  readonly exceptionDetails?: {
    readonly text: string
    readonly exception?: { readonly description?: string }
  }
}

interface DevtoolsAnswer {
  readonly id?: number
  readonly error?: { readonly message: string }
  readonly result?: unknown
}

const ASK_EVERY_MS = 40
const ANSWER_LIMIT_MS = 15_000

async function pageAddress(port: number, limitMs: number): Promise<string> {
  const end = Date.now() + limitMs
  while (Date.now() < end) {
    const list = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as readonly {
      readonly type: string
      readonly webSocketDebuggerUrl?: string
    }[]
    const address = list.find(({ type }) => type === 'page')?.webSocketDebuggerUrl
    if (address !== undefined) return address
    await pause(ASK_EVERY_MS)
  }
  throw new Error(`no window in ${limitMs} ms`)
}

/** Attaches to the first window of the program that debugs on this port. */
export async function attach(port: number, limitMs: number): Promise<DevtoolsPage> {
  const socket = new WebSocket(await pageAddress(port, limitMs))
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let next = 0
  const fail = (): void => {
    for (const { reject } of waiting.values()) reject(new Error('the page is gone'))
    waiting.clear()
  }
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error('the debugging port refused')))
  })
  socket.addEventListener('close', fail)
  socket.addEventListener('message', (event) => {
    const answer = JSON.parse(String(event.data)) as DevtoolsAnswer
    const request = answer.id === undefined ? undefined : waiting.get(answer.id)
    if (answer.id === undefined || request === undefined) return
    waiting.delete(answer.id)
    if (answer.error !== undefined) request.reject(new Error(answer.error.message))
    else request.resolve(answer.result)
  })
  const send = (method: string, params: object): Promise<unknown> => {
    const id = (next += 1)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(id)
        reject(new Error('the page did not answer'))
      }, ANSWER_LIMIT_MS)
      waiting.set(id, {
        resolve: (value) => {
          clearTimeout(timer)
          resolve(value)
        },
        reject: (error) => {
          clearTimeout(timer)
          reject(error)
        },
      })
      socket.send(JSON.stringify({ id, method, params }))
    })
  }
  const evaluate = async <T>(expression: string): Promise<T> => {
    const params = { expression, awaitPromise: true, returnByValue: true }
    const { result, exceptionDetails: thrown } = (await send(
      'Runtime.evaluate',
      params,
    )) as Evaluated
    if (thrown !== undefined) throw new Error(thrown.exception?.description ?? thrown.text)
    return result?.value as T
  }
  return {
    evaluate,
    send,
    async until(expression, limit) {
      const end = Date.now() + limit
      // While the page loads, the expression cannot be evaluated yet.
      while (!(await evaluate<boolean>(expression).catch(() => false))) {
        if (Date.now() > end) throw new Error(`not in ${limit} ms: ${expression.slice(0, 120)}`)
        await pause(ASK_EVERY_MS)
      }
    },
    close: () => socket.close(),
  }
}
