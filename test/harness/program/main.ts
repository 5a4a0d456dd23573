import '../../../electron/polyfill.js'
import path from 'node:path'
import { runBridgeCommand } from '../../../electron/app/commands/bridge-thread.js'
import { startProgram } from '../../../electron/program.js'
import { installTestHooks, loopbackDial, testUpdates } from './test-hooks.js'

/**
 * Countersign with what its tests need: a driver may control it, and it connects to addresses of
 * this computer only. It says so in the title of its window.
 */
// As the product's entry point does.
const exitCode = runBridgeCommand(process.argv, path.resolve(__dirname, '..'))
if (exitCode !== null) process.exit(exitCode)

startProgram({
  title: 'Countersign (test build)',
  dial: loopbackDial(process.env),
  pageServer: null,
  updates: testUpdates(process.env),
  onStarted: installTestHooks,
})
