import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listFiles } from '../../../../build/lib/files.mjs'
import { ROOT } from '../../../../build/lib/paths.mjs'

/**
 * What newer runtimes changed so that no shape serves both, or took away, and what does without:
 * the text of a use.
 */
const CHANGED: readonly (readonly [name: string, RegExp, instead: string])[] = [
  ['the event of the console', /['"]console-message['"]/, 'pages report errors by a call'],
  ['preloads of a session', /setPreloads|registerPreloadScript/, 'the preload of each window'],
  ['going back', /navigationHistory|goBack|canGoBack/, 'pages never navigate'],
  ['messages between windows', /ipcRenderer\.sendTo/, 'windows talk to main only'],
  ['views in a window', /\bBrowserView\b|\bWebContentsView\b/, 'windows'],
  ['windows that a page opens', /action: 'allow'/, 'main opens windows'],
  ['the path of a dropped file', /webUtils|getPathForFile/, 'the dialogs of the system'],
  ['keys that are stored in plain text', /setUsePlainTextEncryption/, 'memory only'],
  ['older events of a crash', /['"](gpu-process-crashed|renderer-process-crashed)['"]/, 'gone'],
  ['the bitmap of a picture', /\.getBitmap\(/, 'toBitmap'],
  ['hidden start at login', /openAsHidden|openAtLogin/, 'nothing'],
  ['the folder of assets', /getPath\('assets'\)/, 'bundled files'],
]

const sources = listFiles(join(ROOT, 'electron'))
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, text: readFileSync(join(ROOT, 'electron', path), 'utf8') }))

describe('REL-51: the program', () => {
  it.each(CHANGED)('uses nothing of %s', (_name, use) => {
    expect(sources.length).toBeGreaterThan(300)
    expect(sources.filter(({ text }) => use.test(text)).map(({ path }) => path)).toEqual([])
  })
})
