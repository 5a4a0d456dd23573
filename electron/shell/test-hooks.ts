import type { PracticeCommand } from '../../shared/ipc/practice-control.js'
import type { Desk } from './desk.js'

/** What a test may do that a person cannot: speak to the practice exchange's control channel. */
export interface TestHooks {
  practice(command: PracticeCommand): Promise<unknown>
  practicePid(): number | undefined
}

/**
 * Lets a driver of this process reach the practice exchange. Only when asked for by the environment and never in a packaged
 * program; it reaches nothing that holds real money.
 */
export function installTestHooks(desk: Desk, packaged: boolean, environment: NodeJS.ProcessEnv): void {
  if (packaged || environment['COUNTERSIGN_TEST_HOOKS'] !== '1') return
  const hooks: TestHooks = {
    async practice(command) {
      const answer = await desk.practice()?.command(command)
      if (answer?.ok !== true) throw new Error(answer?.error ?? 'the practice exchange is not running')
      return answer.value
    },
    practicePid: () => desk.practice()?.pid(),
  }
  Object.assign(globalThis, { countersignTest: hooks })
}
