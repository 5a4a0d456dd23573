import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT, hits, projectFiles, type Source } from './sources.js'

const BINARY = /\.(png|jpe?g|gif|ico|icns|webp|woff2?|ttf|wav|mp3|ogg|wasm|pdf)$/

const texts: readonly Source[] = projectFiles()
  .filter((path) => !BINARY.test(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
const written = texts.filter(({ path }) => path !== 'package-lock.json')

/** Patterns of real credentials. */
const SECRETS: Readonly<Record<string, RegExp>> = {
  'private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----\n[A-Za-z0-9+/]/,
  'cloud key': /\bA(KIA|SIA)[0-9A-Z]{16}\b/,
  'forge token': /\b(gh[pousr]_[A-Za-z0-9]{30,}|glpat-[\w-]{20,})/,
  'chat token': /\bxox[abprs]-[\w-]{10,}/,
  'model key': /\bsk-[A-Za-z0-9_-]{32,}/,
  'signed token': /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/,
}

describe('every file of the project', () => {
  it('is included', () => {
    expect(texts.length).toBeGreaterThan(50)
  })

  it('contains no hidden, direction-changing or control character', () => {
    const hidden =
      /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\u00AD\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/
    expect(hits(texts, hidden)).toEqual([])
  })

  it('names no folder of a particular machine', () => {
    const machine =
      /(?<![\w.~}])\/(?:[h]ome\/[a-z]+|[U]sers\/[a-zA-Z]+|[r]oot|[w]ork|[f]arm)\/[\w.]|[A-Z]:\\{1,2}Users\\/
    expect(hits(written, machine)).toEqual([])
  })

  it.each(Object.entries(SECRETS))('contains no %s', (_name, pattern) => {
    expect(hits(texts, pattern)).toEqual([])
  })

  it('pins packages by hash, from the public registry', () => {
    const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { integrity?: string; resolved?: string }>
    }
    const packages = Object.entries(lock.packages).filter(([path]) => path !== '')
    expect(
      packages
        .filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
        .map(([path]) => path),
    ).toEqual([])
    const known = /^https:\/\/registry\.npmjs\.org\//
    expect(
      packages
        .filter(([, { resolved }]) => resolved !== undefined && !known.test(resolved))
        .map(([path]) => path),
    ).toEqual([])
  })

  it('declares exact versions', () => {
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(join(ROOT, 'package.json'), 'utf8'),
    ) as Record<string, Record<string, string>>
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^(npm:(@[a-z-]+\/)?[a-z-]+@)?\d+\.\d+\.\d+(-alpha\.\d+)?$/.test(version),
    )
    expect(loose).toEqual([])
  })
})
