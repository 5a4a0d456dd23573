import { describe, expect, it } from 'vitest'
import { builderConfig } from '../../../../build/packaging/builder-config.mjs'
import {
  assertPackable,
  assertSignable,
  identityOf,
} from '../../../../build/packaging/identity.mjs'

const env = { SOURCE_DATE_EPOCH: '1700000000' }
const product = identityOf({ testRuntime: false, env })
const marked = identityOf({ testRuntime: true, env })

interface PackageConfig {
  readonly artifactName: string
  readonly linux: { readonly description: string; readonly desktop: { entry: { Name: string } } }
  readonly mac: { readonly extendInfo: { readonly CFBundleDisplayName: string } }
  readonly deb: { readonly fpm: readonly string[] }
}

const config = (identity: typeof product): PackageConfig =>
  builderConfig({
    identity,
    output: '/output',
    dist: '/dist',
    electronVersion: '45.4.1',
    fast: false,
    documents: { deb: [], rpm: [] },
    afterPack: async () => {},
  }) as unknown as PackageConfig

describe('SEC-29: a package of a test runtime', () => {
  it('says so in its name, its menu entry, its description and its id', () => {
    expect(marked.packageName).toBe('countersign-test-runtime')
    expect(config(marked).artifactName).toContain('countersign-test-runtime-')
    expect(config(marked).linux.desktop.entry.Name).toBe('Countersign (TEST RUNTIME)')
    expect(config(marked).mac.extendInfo.CFBundleDisplayName).toBe('Countersign (TEST RUNTIME)')
    expect(config(marked).linux.description).toMatch(/^TEST RUNTIME, not for trading\./)
    expect(marked.appId).not.toBe(product.appId)
  })

  it('is packed only under its mark', () => {
    expect(() => assertPackable({ testRuntime: true }, marked)).not.toThrow()
    expect(() => assertPackable({ testRuntime: false }, product)).not.toThrow()
    expect(() => assertPackable({ testRuntime: true }, product)).toThrow('only under its mark')
    expect(() =>
      assertPackable({ testRuntime: true }, { ...marked, menuName: 'Countersign' }),
    ).toThrow('only under its mark')
  })

  it('is never signed', () => {
    expect(() => assertSignable(marked)).toThrow('is not signed')
    expect(() => assertSignable(product)).not.toThrow()
  })

  it('excludes the product, whose files it would own', () => {
    expect(config(marked).deb.fpm).toEqual(['--conflicts', 'countersign'])
    expect(config(product).deb.fpm).toEqual(['--conflicts', 'countersign-test-runtime'])
  })

  it('leaves the product without a mark', () => {
    expect(JSON.stringify(config(product)).replace(/"--conflicts.*?]/g, '')).not.toMatch(
      /test.?runtime/i,
    )
  })
})

describe('the configuration of packages', () => {
  it('names the runtime and its version, publishes nothing and downloads nothing', () => {
    expect(config(product)).toMatchObject({
      electronDist: '/dist',
      electronVersion: '45.4.1',
      publish: null,
      npmRebuild: false,
      asar: true,
      asarUnpack: ['bridge/**'],
      electronLanguages: ['en-US', 'es'],
    })
  })

  it('takes the time of files from the commit or from SOURCE_DATE_EPOCH', () => {
    expect(product.epoch).toBe(1_700_000_000)
    expect(identityOf({ testRuntime: false, env: {} }).epoch).toBeGreaterThan(1_600_000_000)
  })
})
