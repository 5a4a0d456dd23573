import { utilityProcess, type UtilityProcess } from 'electron'

/** What is heard of the exchange's process. */
export interface PracticeHearing {
  message(raw: unknown): void
  complaint(chunk: Buffer): void
  exit(code: number): void
}

/** The exchange's process. What it says before somebody listens is kept for the one who does. */
export interface PracticeChild {
  readonly args: readonly string[]
  readonly process: UtilityProcess
  /** Tells what was said so far and everything from now on, in order. To be called once. */
  hear(by: PracticeHearing): void
}

/** Starts the exchange's process; Electron must be ready. */
export function forkPractice(bundle: string, args: readonly string[]): PracticeChild {
  const child = utilityProcess.fork(bundle, [...args], {
    serviceName: 'Countersign practice exchange',
    stdio: 'pipe',
  })
  let kept: ((by: PracticeHearing) => void)[] = []
  let listener: PracticeHearing | null = null
  const tell = (what: (by: PracticeHearing) => void): void => {
    if (listener === null) kept.push(what)
    else what(listener)
  }
  child.stdout?.on('data', () => undefined)
  child.stderr?.on('data', (chunk: Buffer) => tell((by) => by.complaint(chunk)))
  child.on('message', (raw: unknown) => tell((by) => by.message(raw)))
  child.on('exit', (code) => tell((by) => by.exit(code)))
  return {
    args,
    process: child,
    hear(by) {
      listener = by
      const before = kept
      kept = []
      for (const what of before) what(by)
    },
  }
}
