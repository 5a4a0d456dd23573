import './polyfill.js'
import { startProgram } from './program.js'

startProgram({ title: 'Countersign', dial: null, pageServer: null, onStarted: () => undefined })
