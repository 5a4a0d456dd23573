import { describe, expect, it, vi } from 'vitest'
import {
  createLinkOpener,
  EXTERNAL_LINKS,
  mayOpen,
  mayOpenAgreement,
  mayOpenLogin,
  mayOpenPublication,
} from '../../electron/app/security/external-links.js'

const HOSTILE = [
  'http://www.tradingview.com/',
  'https://www.tradingview.com.evil.example/',
  'https://www.tradingview.com@evil.example/',
  'https://evil.example/#https://www.tradingview.com/',
  'https://www.tradingview.com:444/',
  'https://www.tradingview.com./',
  'https://www.tradіngview.com/',
  'https://www.tradingview.com/other',
  'file:///etc/passwd',
  'smb://x/y',
  'javascript:alert(1)',
  'https://www.tradingview.com\\@evil.example/',
  'https://www.tradingview.com/\u0000',
  ' https://www.tradingview.com/',
  'https://www.tradingview.com/\n',
  '',
  'x',
  'https://passport.webull.com/oauth2/authenticate/login/../../other',
  'https://passport.webull.com/',
  'https://webull.com/',
  'https://www.webull.com/other',
  'https://www.webull.com.evil.example/',
  'https://developer.webull.com/',
  'https://developer.webull.com/apis/docs/authentication/IndividualApplicationAPI',
  'https://developer.webull.com/apis/docs/authentication/IndividualApplicationAPI/../../other',
  'https://passport.webull.com/oauth2/authenticate/loginx',
  `https://www.tradingview.com/?${'x'.repeat(5_000)}`,
]

describe('SEC-10: links in the system browser', () => {
  it.each(HOSTILE)('refuse %j', async (address) => {
    const open = vi.fn(() => Promise.resolve())
    expect(mayOpen(address)).toBe(false)
    expect(await createLinkOpener(open).link(address)).toBe(false)
    expect(open).not.toHaveBeenCalled()
  })

  it('allow the named addresses', async () => {
    const open = vi.fn((_address: string) => Promise.resolve())
    for (const address of Object.values(EXTERNAL_LINKS)) {
      expect(await createLinkOpener(open).link(address), address).toBe(true)
    }
    expect(open.mock.calls).toEqual(Object.values(EXTERNAL_LINKS).map((address) => [address]))
  })

  it('allow only the login page of the open profile, which shares a host and differs by path', async () => {
    const host = 'https://passport.webull.com'
    const pages = {
      sandbox: { origin: host, path: '/oauth2/sandbox/authenticate/login' },
      production: { origin: host, path: '/oauth2/authenticate/login' },
    }
    expect(mayOpenLogin(`${host}${pages.sandbox.path}?state=x`, pages.sandbox)).toBe(true)
    expect(mayOpenLogin(`${host}${pages.production.path}?state=x`, pages.production)).toBe(true)
    expect(mayOpenLogin(`${host}${pages.production.path}?state=x`, pages.sandbox)).toBe(false)
    expect(mayOpenLogin(`${host}${pages.sandbox.path}?state=x`, pages.production)).toBe(false)
    for (const address of [
      ...HOSTILE,
      `${host}${pages.production.path}/`,
      `${host}${pages.production.path}/../x`,
      `http://passport.webull.com${pages.production.path}`,
      `https://passport.webull.com.evil.example${pages.production.path}`,
      `https://x@passport.webull.com${pages.production.path}`,
      `https://passport.webull.com:444${pages.production.path}`,
      `${host}${pages.production.path}#x`,
    ]) {
      expect(mayOpenLogin(address, pages.production), address).toBe(false)
    }
    const open = vi.fn(() => Promise.resolve())
    expect(
      await createLinkOpener(open).login(`${host}${pages.sandbox.path}`, [pages.production]),
    ).toBe(false)
    expect(open).not.toHaveBeenCalled()
  })
})

describe('SEC-10: pages of publications that the broker names', () => {
  it.each([
    'https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&CIK=AAPL&type=10-K',
    'https://sec.gov/',
    'https://www.reuters.com/markets#top',
  ])('open %j', async (address) => {
    const open = vi.fn(() => Promise.resolve())
    expect(await createLinkOpener(open).publication(address)).toBe(true)
    expect(open).toHaveBeenCalledWith(address)
  })

  it.each([
    'http://www.sec.gov/',
    'https://sec.gov.evil.example/',
    'https://evil-sec.gov/',
    'https://www.sec.gov@evil.example/',
    'https://user:pw@www.sec.gov/',
    'https://www.sec.gov:444/',
    'https://www.sec.gov./',
    'https://www.sec.gov\\@evil.example/',
    'https://www.sec.gov/\n',
    'https://evil.example/?https://www.sec.gov/',
    'https://passport.webull.com/oauth2/authenticate/login',
    'file:///etc/passwd',
    'javascript:alert(1)',
    `https://www.sec.gov/?${'x'.repeat(5_000)}`,
    '',
  ])('refuse %j', async (address) => {
    const open = vi.fn(() => Promise.resolve())
    expect(mayOpenPublication(address)).toBe(false)
    expect(await createLinkOpener(open).publication(address)).toBe(false)
    expect(open).not.toHaveBeenCalled()
  })
})

describe('SEC-10: agreements of the broker', () => {
  const OWN = {
    practice: ['https://agreements.practice.invalid/event-contracts'],
    sandbox: [
      'https://agreements.sandbox.webull.com/events',
      'https://passport.webull.com/agreements/events',
    ],
    production: ['https://www.webull.com/agreements/events?a=1', 'https://webull.com/x#y'],
  } as const
  const ENVIRONMENTS = ['practice', 'sandbox', 'production'] as const

  it('open on the hosts of their own environment', async () => {
    const open = vi.fn((_address: string) => Promise.resolve())
    for (const environment of ENVIRONMENTS) {
      for (const address of OWN[environment]) {
        expect(await createLinkOpener(open).agreement(address, environment), address).toBe(true)
      }
    }
    expect(open).toHaveBeenCalledTimes(5)
  })

  it('open on no host of another environment', () => {
    expect(mayOpenAgreement(OWN.practice[0], 'production')).toBe(false)
    expect(mayOpenAgreement(OWN.practice[0], 'sandbox')).toBe(false)
    expect(mayOpenAgreement(OWN.sandbox[0], 'production')).toBe(false)
    expect(mayOpenAgreement(OWN.sandbox[0], 'practice')).toBe(false)
    for (const address of OWN.production) {
      expect(mayOpenAgreement(address, 'sandbox'), address).toBe(false)
      expect(mayOpenAgreement(address, 'practice'), address).toBe(false)
    }
  })

  it.each([
    'http://www.webull.com/agreements',
    'https://www.webull.com.evil.example/',
    'https://www.webull.com@evil.example/',
    'https://evilwebull.com/',
    'https://evil.example/www.webull.com',
    'https://www.webull.com:444/',
    'https://www.webull.com./',
    'https://www.webull.com\\@evil.example/',
    'https://www.webüll.com/',
    'https://user:word@www.webull.com/',
    ' https://www.webull.com/',
    'https://www.webull.com/\n',
    'https://www.webull.com/\u0000',
    'javascript:alert(1)',
    'file:///etc/passwd',
    '',
    `https://www.webull.com/?${'x'.repeat(5_000)}`,
  ])('refuse %j', async (address) => {
    const open = vi.fn(() => Promise.resolve())
    for (const environment of ENVIRONMENTS) {
      expect(await createLinkOpener(open).agreement(address, environment)).toBe(false)
    }
    expect(open).not.toHaveBeenCalled()
  })
})
