import type { Result } from '../../../shared/domain/result.js'
import type { Message } from '../../../shared/messages/message.js'

/** The part of Electron's `UtilityProcess` that is used here. */
export interface ChildProcessPort {
  readonly pid: number | undefined
  readonly stdout: OutputPort | null
  readonly stderr: OutputPort | null
  postMessage(message: unknown): void
  kill(): unknown
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
  once(event: 'exit', listener: (code: number) => void): unknown
}

interface OutputPort {
  on(event: 'data', listener: (chunk: Buffer) => void): unknown
}

/** Receives messages and the exit of the exchange's process. */
export interface PracticeProcessListener {
  message(raw: unknown): void
  stderr(chunk: Buffer): void
  exit(code: number): void
}

/** Starts the exchange's process with its arguments, or says why it must not be started now. */
export type LaunchPractice = (args: readonly string[]) => Result<PracticeProcess, Message>

type Delivery = (listener: PracticeProcessListener) => void

/** The exchange's process. Messages that arrive before there is a listener are queued. */
export class PracticeProcess {
  readonly args: readonly string[]
  readonly child: ChildProcessPort
  #listener: PracticeProcessListener | null = null
  #queue: Delivery[] = []

  constructor(args: readonly string[], child: ChildProcessPort) {
    this.args = args
    this.child = child
    child.stdout?.on('data', () => undefined)
    child.stderr?.on('data', (chunk) => this.#deliver((listener) => listener.stderr(chunk)))
    child.on('message', (raw) => this.#deliver((listener) => listener.message(raw)))
    child.on('exit', (code) => this.#deliver((listener) => listener.exit(code)))
  }

  /** Passes queued and later messages to the listener, in order. Call it once. */
  listen(listener: PracticeProcessListener): void {
    this.#listener = listener
    for (const deliver of this.#queue.splice(0)) deliver(listener)
  }

  #deliver(delivery: Delivery): void {
    if (this.#listener === null) this.#queue.push(delivery)
    else delivery(this.#listener)
  }
}
