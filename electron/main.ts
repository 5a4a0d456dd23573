import './polyfill.js'
import { startProgram } from './program.js'

/** The content of `build/config/update-source.json`, put here by the build. */
declare const UPDATE_SOURCE: unknown

startProgram({
  title: 'Countersign',
  dial: null,
  pageServer: null,
  updates: { config: UPDATE_SOURCE },
  onStarted: () => undefined,
})
