import type { z } from 'zod'
import { fork, type ChildProcess } from 'node:child_process'
import {
  type PracticeCommand,
  zPracticeMessage,
} from '../../../shared/practice/practice-control.js'

type PracticeMessage = z.infer<typeof zPracticeMessage>

/** The practice exchange as a separate process on plain Node. */
export interface PracticeChild {
  readonly process: ChildProcess
  /** Its first message: `ready` or `failed`. */
  readonly first: PracticeMessage
  /** Sends a command over the control channel; rejects when it is refused. */
  command(command: PracticeCommand): Promise<unknown>
  /** Settles with the exit code. */
  readonly exit: Promise<number | null>
}

/**
 * Forks the `bundle` (the built `practice.cjs`) and waits for its first message. `onFork` receives
 * the process even if that message never comes.
 */
export async function forkPractice(
  bundle: string,
  args: readonly string[],
  onFork: (child: ChildProcess) => void = () => {},
): Promise<PracticeChild> {
  const child = fork(bundle, args, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  onFork(child)
  const exit = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))
  const first = await new Promise<PracticeMessage>((resolve, reject) => {
    child.once('message', (message) => resolve(zPracticeMessage.parse(message)))
    child.once('exit', () => reject(new Error('it ended without a word')))
  })
  let id = 0
  return {
    process: child,
    first,
    exit,
    command: (request) =>
      new Promise((resolve, reject) => {
        id += 1
        const ownId = id
        const listen = (message: unknown): void => {
          const reply = zPracticeMessage.parse(message)
          if (reply.type !== 'reply' || reply.id !== ownId) return
          child.off('message', listen)
          if (reply.ok) resolve(reply.value)
          else reject(new Error(reply.message))
        }
        child.on('message', listen)
        child.send({ id: ownId, request })
      }),
  }
}
