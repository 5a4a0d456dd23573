import { utilityProcess } from 'electron'
import { PracticeProcess, type LaunchPractice } from '../../app/practice/practice-process.js'
import { err, ok } from '../../../shared/domain/result.js'
import type { Message } from '../../../shared/messages/message.js'

/** The name of the exchange's process. */
export const PRACTICE_SERVICE = 'Countersign practice exchange'

/**
 * Makes the function that starts the practice exchange in a process of its own; Electron must be
 * ready when it is called.
 * @param bundle absolute path of the bundled exchange
 * @param problem returns why nothing may be started from the program's files now; null when it may
 */
export const practiceLauncher =
  (bundle: string, problem: () => Message | null): LaunchPractice =>
  (args) => {
    const blocked = problem()
    if (blocked !== null) return err(blocked)
    const child = utilityProcess.fork(bundle, [...args], {
      serviceName: PRACTICE_SERVICE,
      stdio: 'pipe',
    })
    // Newer runtimes report a process that runs out of memory by this event, which would end the
    // handling of all events of main if nobody listened. Its exit follows, and starts it again.
    child.on('error', () => undefined)
    return ok(new PracticeProcess(args, child))
  }
