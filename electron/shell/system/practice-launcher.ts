import { utilityProcess } from 'electron'
import { PracticeProcess, type LaunchPractice } from '../../app/practice/practice-process.js'

/**
 * Makes the function that starts the practice exchange in a process of its own; Electron must be
 * ready when it is called.
 * @param bundle absolute path of the bundled exchange
 */
export const practiceLauncher =
  (bundle: string): LaunchPractice =>
  (args) =>
    new PracticeProcess(
      args,
      utilityProcess.fork(bundle, [...args], {
        serviceName: 'Countersign practice exchange',
        stdio: 'pipe',
      }),
    )
