// Replaces `boot/boot.cjs` in the copy of the bundles that `training.mjs` starts. Loads the program
// as it does, and writes the compiled code of what ran once the window is usable: unlike code that
// is compiled ahead, it contains no function that a start does not call, and reading those takes
// longer than compiling a few of them later.
const { createHash } = require('node:crypto')
const { existsSync, writeFileSync } = require('node:fs')
const Module = require('node:module')
const path = require('node:path')
const { setFlagsFromString } = require('node:v8')
const { Script } = require('node:vm')

/** The copy of the bundles, and the bundles that the compiled code is for. */
const COPY = path.resolve(__dirname, '..')
const load = Module.createRequire(__filename)
const { target, results } = load('../training.json')
const isMain = 'type' in process && process.type === 'browser'
/** Written by main when the window is usable, and by the exchange when its code is written. */
const [USABLE, WRITTEN] = ['usable', 'written'].map((name) => path.join(results, name))
const POLL_MS = 100
/** What follows the start: settings that are stored, panels behind others, the first updates. */
const SETTLE_MS = 2_000
const IS_USABLE = `performance.getEntriesByName('desk:usable').length > 0`

// V8 discards the code of functions that have not run for some time.
setFlagsFromString('--no-flush-bytecode')
const scripts = []

Module.prototype._compile = function compile(text, file) {
  // The name is part of the compiled code and appears in error reports.
  const filename = path.join(target, path.relative(COPY, file))
  const script = new Script(Module.wrap(text), { filename })
  scripts.push({ text, script })
  const run = script.runInThisContext()
  return run.call(
    this.exports,
    this.exports,
    Module.createRequire(file),
    this,
    file,
    path.dirname(file),
  )
}

function writeAll() {
  // The flag is reset before the code is written, because V8 rejects code that was compiled with
  // other flags than its own.
  setFlagsFromString('--flush-bytecode')
  for (const { text, script } of scripts) {
    const name = `${createHash('sha256').update(text).digest('hex')}.v8`
    writeFileSync(path.join(results, name), script.createCachedData())
  }
}

/** Resolves once the condition holds. */
async function until(condition) {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
}

async function trainMain() {
  const { app, BrowserWindow } = load('electron')
  await app.whenReady()
  await until(async () => {
    for (const window of BrowserWindow.getAllWindows()) {
      if (await window.webContents.executeJavaScript(IS_USABLE).catch(() => false)) return true
    }
    return false
  })
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  writeAll()
  writeFileSync(USABLE, '')
  await until(() => existsSync(WRITTEN))
  app.exit(0)
}

async function trainExchange() {
  await until(() => existsSync(USABLE))
  writeAll()
  writeFileSync(WRITTEN, '')
}

void (isMain ? trainMain() : trainExchange())
load(isMain ? '../main/main.cjs' : '../practice/practice.cjs')
