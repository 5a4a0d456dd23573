import { describe, expect, it } from 'vitest'
import { thirdParty } from '../../../../build/licences.mjs'

describe('the licenses of the libraries', () => {
  it('have a text for each package, from the package or from resources/notices', () => {
    const packages = thirdParty()
    expect(packages.length).toBeGreaterThan(100)
    expect(packages.filter(({ text }) => text.length < 200).map(({ name }) => name)).toEqual([])
  })

  it('have the texts that Apache and BSD require of Protocol Buffers', () => {
    const text = thirdParty().find(({ name }) => name === '@bufbuild/protobuf')?.text ?? ''
    expect(text).toContain('Apache License')
    expect(text).toContain('Copyright 2008 Google Inc.')
  })
})
