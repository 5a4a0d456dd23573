import '../../../electron/polyfill.js'
import { startProgram } from '../../../electron/program.js'
import { installTestHooks, loopbackDial } from './test-hooks.js'

/**
 * Countersign with what its tests need: a driver may control it, and it connects to addresses of
 * this computer only. It says so in the title of its window.
 */
startProgram({
  title: 'Countersign (test build)',
  dial: loopbackDial(process.env),
  pageServer: null,
  onStarted: installTestHooks,
})
