import { describe, expect, it } from 'vitest'
import { dangerousSwitches } from '../../../electron/app/security/dangerous-switches.js'

describe('SEC-13: dangerous switches', () => {
  it.each([
    '--remote-debugging-port=9222',
    '--remote-debugging-pipe',
    '--inspect',
    '--inspect-brk=0',
    '--ignore-certificate-errors',
    '--host-resolver-rules=MAP * 127.0.0.1',
    '--proxy-server=http://x',
    '--password-store=basic',
    '--disable-web-security',
    '--no-sandbox',
    '--NO-SANDBOX',
    '--No-Sandbox=true',
    '-inspect',
    '--load-extension=/x',
    '--js-flags=--expose-gc',
    '--inspect-wait',
    '--require=/tmp/other.cjs',
    '--single-process',
    '--no-zygote',
    '--browser-subprocess-path=/tmp/x',
    '--ssl-key-log-file=/tmp/keys',
    '--log-net-log=/tmp/log.json',
    '--enable-logging=FILE',
    '--log-file=/tmp/log',
    '--tls-keylog=/tmp/keys',
    '--inspect_brk=0',
    '--host-rules=MAP * 127.0.0.1\nx',
    '--tls-min-v1.0',
    '-r',
  ])('finds %s', (argument) =>
    expect(dangerousSwitches(['/opt/countersign', argument], 'linux')).toHaveLength(1),
  )

  it('finds on Windows those that begin with a slash, which elsewhere begins a path', () => {
    const argv = ['/NO-SANDBOX', '/remote-debugging-port=9222', '/js-flags=--expose-gc']
    expect(dangerousSwitches(argv, 'win32')).toHaveLength(3)
    expect(dangerousSwitches(argv, 'linux')).toEqual([])
  })

  it('accepts ordinary arguments', () => {
    expect(
      dangerousSwitches(
        [
          '/opt/countersign',
          '--user-data-dir=/x',
          '--password-store=gnome-libsecret',
          '--lang=en',
          '--',
          'inspect',
          '--inspector-of-nothing',
        ],
        'linux',
      ),
    ).toEqual([])
  })
})
