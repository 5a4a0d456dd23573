import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import Module from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileBundles } from '../../../build/code-cache.mjs'
import { BUNDLES } from '../../../build/bundles.mjs'
import { viteConfigs } from '../../../build/vite.mjs'

const TRAINING_BOOT = fileURLToPath(
  new URL('../../../build/lib/training-boot.cjs', import.meta.url),
)
const RUNTIME = { executable: process.execPath, version: process.version }
const PROGRAM = `
const { twice } = require('./chunks/twice.cjs')
process.stdout.write([twice(21), __filename === module.filename, require('node:path').basename(__dirname), module.exports === exports].join(' '))
`
const TWICE = 'exports.twice = (value) => { function late() { return value * 2 } return late() }\n'
const OUTPUT = '42 true practice true'

let out = ''
const cacheFolder = (): string => join(out, 'code-cache')
const start = (): string =>
  execFileSync(process.execPath, [join(out, 'boot', 'boot.cjs')], { encoding: 'utf8' })
const compiledFiles = (): string[] =>
  readdirSync(cacheFolder()).filter((name) => name.endsWith('.v8'))

beforeAll(async () => {
  out = mkdtempSync(join(tmpdir(), 'countersign-code-'))
  const boot = BUNDLES.find(({ name }) => name === 'boot')
  if (boot === undefined) throw new Error('there is no bundle boot')
  for (const config of viteConfigs(boot, join(out, 'boot'), 'product')) await build(config)
  mkdirSync(join(out, 'practice', 'chunks'), { recursive: true })
  writeFileSync(join(out, 'practice', 'practice.cjs'), PROGRAM)
  writeFileSync(join(out, 'practice', 'chunks', 'twice.cjs'), TWICE)
})
afterAll(() => rmSync(out, { recursive: true, force: true }))

describe('the code cache', () => {
  it('is not needed to start', () => {
    expect(start()).toBe(OUTPUT)
  })

  it('is accepted by the runtime that created it, with functions that run late', async () => {
    await compileBundles(RUNTIME, out)
    expect(compiledFiles()).toHaveLength(2)
    const texts = [PROGRAM, TWICE].map((text) => Module.wrap(text))
    const rejectionsByFile = compiledFiles().map((name) =>
      texts.map((text, index) => {
        // Newer runtimes do not look at the cached data of a text that they compiled under the same
        // name before.
        const filename = `${name}-${index}`
        const cachedData = readFileSync(join(cacheFolder(), name))
        return new Script(text, { filename, cachedData }).cachedDataRejected
      }),
    )
    expect(
      rejectionsByFile.map((results) => results.filter((rejected) => rejected === false).length),
    ).toEqual([1, 1])
    const late = new Script(Module.wrap(TWICE)).createCachedData().length
    expect(
      Math.min(...compiledFiles().map((name) => statSync(join(cacheFolder(), name)).size)),
    ).toBeGreaterThan(late)
    expect(start()).toBe(OUTPUT)
  })

  it('is created once for a runtime and a build', async () => {
    await compileBundles(RUNTIME, out)
    const made = compiledFiles().map((name) => statSync(join(cacheFolder(), name)).mtimeMs)
    await compileBundles(RUNTIME, out)
    expect(compiledFiles().map((name) => statSync(join(cacheFolder(), name)).mtimeMs)).toEqual(made)
  })

  it('is not used for another source text', async () => {
    await compileBundles(RUNTIME, out)
    // Of the same length, which is all that V8 itself compares.
    writeFileSync(join(out, 'practice', 'chunks', 'twice.cjs'), TWICE.replace('* 2', '* 3'))
    expect(start()).toBe(OUTPUT.replace('42', '63'))
    writeFileSync(join(out, 'practice', 'chunks', 'twice.cjs'), TWICE)
  })

  it('is ignored when it is truncated or of another runtime', async () => {
    await compileBundles(RUNTIME, out)
    for (const corrupt of [
      (bytes: Buffer) => bytes.subarray(0, 40),
      (bytes: Buffer) => Buffer.from(bytes).fill(7, 4, 12),
    ]) {
      for (const name of compiledFiles()) {
        writeFileSync(join(cacheFolder(), name), corrupt(readFileSync(join(cacheFolder(), name))))
      }
      expect(start()).toBe(OUTPUT)
    }
  })

  it('the code cache of a start holds what ran, without what did not, and is accepted', () => {
    const results = join(out, 'results')
    const copy = join(out, 'copy')
    mkdirSync(results)
    writeFileSync(join(results, 'usable'), '')
    cpSync(join(out, 'practice'), join(copy, 'practice'), { recursive: true })
    mkdirSync(join(copy, 'boot'))
    copyFileSync(TRAINING_BOOT, join(copy, 'boot', 'boot.cjs'))
    writeFileSync(join(copy, 'training.json'), JSON.stringify({ target: out, results }))
    const never = `exports.never = () => { ${'console.log("never");'.repeat(200)} }\n`
    const text = `${never}${TWICE}`
    writeFileSync(join(copy, 'practice', 'chunks', 'twice.cjs'), text)
    execFileSync(process.execPath, [join(copy, 'boot', 'boot.cjs')])

    const name = `${createHash('sha256').update(text).digest('hex')}.v8`
    const trained = readFileSync(join(results, name))
    const script = new Script(Module.wrap(text), { cachedData: trained })
    expect(script.cachedDataRejected).toBe(false)
    const ranNothing = new Script(Module.wrap(text)).createCachedData().length
    expect(trained.length).toBeGreaterThan(ranNothing)
    // The function that did not run would take some kilobytes.
    expect(trained.length).toBeLessThan(ranNothing + 1_500)
  })
})
