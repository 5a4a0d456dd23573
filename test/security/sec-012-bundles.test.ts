import { existsSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { BUNDLES } from '../../build/bundles.mjs'
import { listFiles } from '../../build/lib/files.mjs'

const OUT = fileURLToPath(new URL('../../out', import.meta.url))
const built = BUNDLES.every(({ output }) => existsSync(join(OUT, output)))
const NOT_BUILT = 'the bundles are not built: npm run build'

function read(path: string): string {
  return readFileSync(join(OUT, path), 'utf8')
}

/** Names that a CommonJS bundle asks for at run time, its own chunks aside. */
function required(path: string): string[] {
  const names = [...read(path).matchAll(/\brequire\(["']([^"'.][^"']*)["']\)/g)].map(
    (match) => match[1] ?? '',
  )
  return [...new Set(names.map((name) => name.replace(/^node:/, '')))].sort()
}

/** Optional speed-ups that libraries ask for inside `try`. */
const OPTIONAL = new Set(['bufferutil', 'utf-8-validate', 'supports-color'])
/** Stands inside texts from which ajv would write a module of its own, which nobody asks it to. */
const QUOTED = /^ajv(-formats)?\//

const foreignModules = (path: string): string[] =>
  required(path).filter(
    (name) =>
      name !== 'electron' &&
      !builtinModules.includes(name) &&
      !OPTIONAL.has(name) &&
      !QUOTED.test(name),
  )

describe('the bundles (SEC-09, SEC-12, SEC-17)', () => {
  it.for([
    ['hold no source map, test or source', /\.(map|ts|tsx)$|\.test\./],
    ['hold no key', /\.(pem|key|p12|env)$|(^|\/)\.env/],
  ] as const)('%s', ([, pattern], { skip }) => {
    if (!built) skip(NOT_BUILT)
    expect(listFiles(OUT).filter((path) => pattern.test(path))).toEqual([])
  })

  it('start pages without inline script, style or handler', ({ skip }) => {
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

  it('name no source map in code or style', ({ skip }) => {
    if (!built) skip(NOT_BUILT)
    const code = listFiles(OUT).filter((path) => /\.(js|cjs|css)$/.test(path))
    expect(code.filter((path) => /\/[/*]# sourceMappingURL=/.test(read(path)))).toEqual([])
  })

  it('ask for nothing that is not there when they run', ({ skip }) => {
    if (!built) skip(NOT_BUILT)
    const files = listFiles(OUT).filter((path) => path.endsWith('.cjs'))
    expect(
      Object.fromEntries(
        files.map((path) => [path, foreignModules(path)]).filter(([, names]) => names?.length),
      ),
    ).toEqual({})
  })

  it('keep the preload to Electron alone, and the practice exchange without it', ({ skip }) => {
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

  it('keep the wire out of what runs before the first window', ({ skip }) => {
    if (!built) skip(NOT_BUILT)
    const main = read('main/main.cjs')
    expect(main).not.toMatch(/Http2SubchannelConnector|class MqttClient/)
    expect(read('practice/practice.cjs')).not.toMatch(/McpServer\b/)
  })
})
