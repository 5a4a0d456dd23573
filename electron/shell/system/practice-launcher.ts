import { utilityProcess } from 'electron'
import { PracticeProcess, type LaunchPractice } from '../../app/practice/practice-process.js'

/**
 * Makes the function that starts the practice exchange in a process of its own; Electron must be
 * ready when it is called.
 * @param bundle absolute path of the bundled exchange
 */
export const practiceLauncher =
  (bundle: string): LaunchPractice =>
  (args) => {
    const child = utilityProcess.fork(bundle, [...args], {
      serviceName: 'Countersign practice exchange',
      stdio: 'pipe',
    })
    // Newer runtimes report a process that runs out of memory by this event, which would end the
    // handling of all events of main if nobody listened. Its exit follows, and starts it again.
    child.on('error', () => undefined)
    return new PracticeProcess(args, child)
  }
