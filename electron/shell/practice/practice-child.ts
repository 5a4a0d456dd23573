import { utilityProcess, type UtilityProcess } from 'electron'

/** Receives messages and the exit of the exchange's process. */
export interface PracticeChildListener {
  message(raw: unknown): void
  stderr(chunk: Buffer): void
  exit(code: number): void
}

/** The exchange's process. Messages that arrive before there is a listener are queued. */
export interface PracticeChild {
  readonly args: readonly string[]
  readonly process: UtilityProcess
  /** Passes queued and later messages to the listener, in order. Call it once. */
  listen(listener: PracticeChildListener): void
}

/** Starts the exchange's process; Electron must be ready. */
export function forkPractice(bundle: string, args: readonly string[]): PracticeChild {
  const child = utilityProcess.fork(bundle, [...args], {
    serviceName: 'Countersign practice exchange',
    stdio: 'pipe',
  })
  let buffered: ((by: PracticeChildListener) => void)[] = []
  let current: PracticeChildListener | null = null
  const deliver = (event: (by: PracticeChildListener) => void): void => {
    if (current === null) buffered.push(event)
    else event(current)
  }
  child.stdout?.on('data', () => undefined)
  child.stderr?.on('data', (chunk: Buffer) => deliver((by) => by.stderr(chunk)))
  child.on('message', (raw: unknown) => deliver((by) => by.message(raw)))
  child.on('exit', (code) => deliver((by) => by.exit(code)))
  return {
    args,
    process: child,
    listen(next) {
      current = next
      const earlier = buffered
      buffered = []
      for (const event of earlier) event(next)
    },
  }
}
