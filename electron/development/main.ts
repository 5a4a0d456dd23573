import '../polyfill.js'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { app } from 'electron'
import { startProgram } from '../program.js'
import { createPageServer, zServer } from './page-server.js'

if (app.isPackaged) throw new Error('The development program never runs packaged.')
process.setSourceMapsEnabled(true)

/** What `npm run dev` writes beside the bundles that it starts. */
const SERVER_FILE = path.resolve(__dirname, '..', 'server.json')

startProgram({
  title: 'Countersign (development)',
  dial: null,
  pageServer: createPageServer(zServer.parse(JSON.parse(readFileSync(SERVER_FILE, 'utf8')))),
  // A program that runs from its source files has no update source.
  updates: { config: { address: '', page: '', channel: 'preview', keys: ['', ''] } },
  onStarted: () => undefined,
})
