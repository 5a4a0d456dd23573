import { rootCertificates } from 'node:tls'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  readPublicAuthorities,
  trustText,
} from '../../../electron/adapters/connections/authorities.js'
import { systemClock } from '../../../electron/adapters/clock.js'
import { makeCertificates } from '../../../electron/practice/tls/certificates.js'
import { inEnglish } from '../../../shared/messages/format-message.js'

let company: string
beforeAll(async () => {
  company = (await makeCertificates(systemClock.now())).ca
})
afterEach(() => {
  delete process.env['SSL_CERT_FILE']
})

describe('SEC-29: the authorities of public connections', () => {
  it("are this computer's where the runtime reads them, with the public ones of the runtime", () => {
    const { source, certificates } = readPublicAuthorities({
      rootCertificates,
      getCACertificates: () => [company, company, rootCertificates[0] ?? ''],
    })
    expect(source).toBe('system')
    expect(certificates).toHaveLength(rootCertificates.length + 1)
    expect(certificates).toContain(company)
  })

  it.each([
    ['does not read them', undefined],
    ['finds none', () => []],
    [
      'cannot read them',
      () => {
        throw new Error('the key store is locked')
      },
    ],
  ])('are the public ones of a runtime that %s', (_case, getCACertificates) => {
    expect(readPublicAuthorities({ rootCertificates, getCACertificates })).toEqual({
      source: 'runtime',
      certificates: [...rootCertificates],
    })
  })

  it('come without one that cannot be read, which would make every connection impossible', () => {
    const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'
    const { certificates } = readPublicAuthorities({
      rootCertificates: [],
      getCACertificates: () => [broken, company],
    })
    expect(certificates).toEqual([company])
  })

  it('are read while no variable replaces them, and the variable is there again afterwards', () => {
    process.env['SSL_CERT_FILE'] = '/a/file'
    const seen: (string | undefined)[] = []
    readPublicAuthorities({
      rootCertificates,
      getCACertificates: () => {
        seen.push(process.env['SSL_CERT_FILE'])
        return []
      },
    })
    expect(seen).toEqual([undefined])
    expect(process.env['SSL_CERT_FILE']).toBe('/a/file')
  })

  it('are named in words, an own one by its subject and its end', () => {
    expect(inEnglish(trustText(company))).toMatch(
      /^only this authority: CN=Practice exchange authority, valid until \w{3} \d{1,2}, \d{4}$/,
    )
    expect(inEnglish(trustText('no certificate'))).toContain('cannot be read')
    expect(inEnglish(trustText(null))).toContain('public')
  })
})
