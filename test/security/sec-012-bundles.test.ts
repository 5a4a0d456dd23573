import { existsSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { BUNDLES, PRODUCT } from '../../build/bundles.mjs'
import { listFiles } from '../../build/lib/files.mjs'

const OUT = fileURLToPath(new URL('../../out', import.meta.url))
const built = BUNDLES.every(({ output }) => existsSync(join(OUT, output)))
const NOT_BUILT = 'the bundles are not built: npm run build'

function read(path: string): string {
  return readFileSync(join(OUT, path), 'utf8')
}

/** Returns the modules that a CommonJS bundle requires at run time, except its own chunks. */
function required(path: string): string[] {
  const names = [...read(path).matchAll(/\brequire\(["']([^"'.][^"']*)["']\)/g)].map(
    (match) => match[1] ?? '',
  )
  return [...new Set(names.map((name) => name.replace(/^node:/, '')))].sort()
}

/** Modules that the runtime has besides Node's. */
const OF_RUNTIME = new Set(['electron', 'original-fs'])
/** Optional accelerators that libraries require inside `try`. */
const OPTIONAL = new Set(['bufferutil', 'utf-8-validate', 'supports-color'])
/**
 * Module names inside texts from which ajv could generate standalone code, a feature that is not
 * used.
 */
const QUOTED = /^ajv(-formats)?\//

const foreignModules = (path: string): string[] =>
  required(path).filter(
    (name) =>
      !OF_RUNTIME.has(name) &&
      !builtinModules.includes(name) &&
      !OPTIONAL.has(name) &&
      !QUOTED.test(name),
  )

describe('SEC-09, SEC-12, SEC-17: the bundles', () => {
  it.for([
    ['contain no source map, test or source', /\.(map|ts|tsx)$|\.test\./],
    ['contain no key', /\.(pem|key|p12|env)$|(^|\/)\.env/],
  ] as const)('%s', ([, pattern], { skip }) => {
    if (!built) skip(NOT_BUILT)
    expect(listFiles(OUT).filter((path) => pattern.test(path))).toEqual([])
  })

  it('contain no access of tests: no hook, no redirection of hosts', ({ skip }) => {
    if (!built) skip(NOT_BUILT)
    const scripts = PRODUCT.flatMap(({ name }) =>
      listFiles(join(OUT, name))
        .filter((path) => /\.(c?js|html)$/.test(path))
        .map((path) => `${name}/${path}`),
    )
    expect(scripts.length).toBeGreaterThan(PRODUCT.length)
    expect(scripts.filter((path) => /COUNTERSIGN_TEST|countersignTest/.test(read(path)))).toEqual(
      [],
    )
  })

  it('start the product without a redirection, a page server or a hook', ({ skip }) => {
    if (!built) skip(NOT_BUILT)
    const starts = read('main/main.cjs').match(/^startProgram\(\{[^]*?^\}\);/gm) ?? []
    expect(starts.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
      'startProgram({ title: "Countersign", dial: null, pageServer: null, ' +
        'updates: { config: { "address": "", "page": "", "channel": "stable", "keys": ["", ""] } }, ' +
        'onStarted: () => void 0 });',
    ])
    const scripts = PRODUCT.flatMap(({ name }) =>
      listFiles(join(OUT, name))
        .filter((path) => /\.(c?js|html)$/.test(path))
        .map((path) => `${name}/${path}`),
    )
    const traces = /loopbackDial|installTestHooks|\(test build\)|vite\/client|__stryker__/
    expect(scripts.filter((path) => traces.test(read(path)))).toEqual([])
  })

  it('contain pages without inline scripts, styles or handlers', ({ skip }) => {
    if (!built) skip(NOT_BUILT)
    for (const path of listFiles(join(OUT, 'renderer')).filter((name) => name.endsWith('.html'))) {
      const html = read(`renderer/${path}`)
      expect(
        html.match(
          /<script(?![^>]*\ssrc=)[^>]*>|<style|\sstyle=|\son\w+=|javascript:|https?:\/\//gi,
        ),
        path,
      ).toBeNull()
    }
  })

  it('reference no source map in code or style', ({ skip }) => {
    if (!built) skip(NOT_BUILT)
    const code = listFiles(OUT).filter((path) => /\.(js|cjs|css)$/.test(path))
    expect(code.filter((path) => /\/[/*]# sourceMappingURL=/.test(read(path)))).toEqual([])
  })

  it('require only modules that exist at run time', ({ skip }) => {
    if (!built) skip(NOT_BUILT)
    const files = listFiles(OUT).filter((path) => path.endsWith('.cjs'))
    expect(
      Object.fromEntries(
        files.map((path) => [path, foreignModules(path)]).filter(([, names]) => names?.length),
      ),
    ).toEqual({})
  })

  it('require only Electron in the preload, and never Electron in the practice exchange', ({
    skip,
  }) => {
    if (!built) skip(NOT_BUILT)
    expect(required('preload/preload.cjs')).toEqual(['electron'])
    expect(listFiles(join(OUT, 'preload'))).toEqual(['preload.cjs'])
    const exchange = listFiles(join(OUT, 'practice'))
    expect(exchange).toContain('practice.cjs')
    expect(
      exchange
        .flatMap((path) => required(`practice/${path}`))
        .filter((name) => name === 'electron'),
    ).toEqual([])
  })

  it('do not load the wire in what runs before the first window', ({ skip }) => {
    if (!built) skip(NOT_BUILT)
    const main = read('main/main.cjs')
    expect(main).not.toMatch(/Http2SubchannelConnector|class MqttClient/)
    expect(read('practice/practice.cjs')).not.toMatch(/McpServer\b/)
  })
})
