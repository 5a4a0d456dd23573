import { describe, expect, it } from 'vitest'
import { CSP, SECURITY_HEADERS } from '../../electron/app/security/csp.js'

const parse = (header: string): Record<string, string> =>
  Object.fromEntries(
    header
      .split(';')
      .map((directive) => directive.trim().split(/ (.*)/s).slice(0, 2) as [string, string]),
  )

describe('SEC-03: content security policy', () => {
  it('contains exactly the approved directives', () => {
    expect(parse(CSP)).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self' data:",
      'font-src': "'self'",
      'connect-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
      'object-src': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    })
  })

  it('is sent with every answer, together with nosniff and no-referrer', () => {
    expect(SECURITY_HEADERS['content-security-policy']).toBe(CSP)
    expect(SECURITY_HEADERS['x-content-type-options']).toBe('nosniff')
    expect(SECURITY_HEADERS['referrer-policy']).toBe('no-referrer')
  })
})
