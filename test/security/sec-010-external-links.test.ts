import { describe, expect, it, vi } from 'vitest'
import { createLinkOpener, EXTERNAL_LINKS, mayOpen } from '../../electron/shell/external-links.js'

const HOSTILE = [
  'http://www.tradingview.com/', 'https://www.tradingview.com.evil.example/', 'https://www.tradingview.com@evil.example/', 'https://evil.example/#https://www.tradingview.com/',
  'https://www.tradingview.com:444/', 'https://www.tradingview.com./', 'https://www.tradіngview.com/', 'https://www.tradingview.com/other', 'file:///etc/passwd', 'smb://x/y',
  'javascript:alert(1)', 'https://www.tradingview.com\\@evil.example/', 'https://www.tradingview.com/\u0000', ' https://www.tradingview.com/', 'https://www.tradingview.com/\n', '', 'x',
  'https://passport.webull.com/oauth2/authenticate/login/../../other', 'https://passport.webull.com/', 'https://passport.webull.com/oauth2/authenticate/loginx',
  `https://www.tradingview.com/?${'x'.repeat(5_000)}`,
]

describe('SEC-10 system browser', () => {
  it.each(HOSTILE)('is never sent to %j', async (address) => {
    const open = vi.fn(() => Promise.resolve())
    expect(mayOpen(address)).toBe(false)
    expect(await createLinkOpener(open)(address)).toBe(false)
    expect(open).not.toHaveBeenCalled()
  })

  it('may be sent to the named links and the login pages, each environment by its own path', async () => {
    const open = vi.fn(() => Promise.resolve())
    for (const address of [...Object.values(EXTERNAL_LINKS), 'https://passport.webull.com/oauth2/authenticate/login?state=x', 'https://passport.webull.com/oauth2/sandbox/authenticate/login']) {
      expect(await createLinkOpener(open)(address), address).toBe(true)
    }
    expect(open).toHaveBeenCalledTimes(3)
  })
})
