import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { parseProxyList } from '../../../electron/adapters/connections/proxy.js'
import { createScriptSource } from '../../../electron/adapters/connections/proxy-script.js'
import { systemScriptAddress } from '../../../electron/adapters/connections/system-script.js'
import { inEnglish } from '../../../shared/messages/format-message.js'
import { chooser, NO_SYSTEM_PROXY } from '../../harness/exchange/proxy-choosers.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()))
})

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'countersign-proxy-'))
  ends.push(() => removeFolder(made))
  return made
}

/** Serves texts by path; a text that begins with "to:" is a redirect. */
async function serve(pages: Readonly<Record<string, string>>) {
  const paths: string[] = []
  const server = createServer(({ url = '' }, response) => {
    paths.push(url)
    const page = pages[url]
    if (page === undefined) response.writeHead(404).end()
    else if (page.startsWith('to:')) response.writeHead(302, { location: page.slice(3) }).end()
    else response.end(page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => new Promise((resolve) => server.close(resolve)))
  return { paths, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const SCRIPT = 'function FindProxyForURL() { return "DIRECT" }'

describe('REL-52: a list of proxies', () => {
  it.each([
    ['PROXY a.example:8080; SOCKS5 b.example:1080; DIRECT', ['http', 'socks5', 'direct']],
    ['HTTPS a.example:443;SOCKS b.example:1080', ['https', 'socks4']],
    ['proxy a.example:1', ['http']],
    ['QUIC a.example:1; DIRECT', ['direct']],
    ['PROXY ; nonsense', []],
    ['', []],
  ])('"%s" has the steps %j', (list, kinds) => {
    expect(parseProxyList(list).map((step) => step?.kind ?? 'direct')).toEqual(kinds)
  })

  it('carries no credentials, whatever a script writes into it', () => {
    expect(parseProxyList('PROXY user:secret@a.example:1')).toEqual([
      { kind: 'http', host: 'a.example', port: 1, credentials: null },
    ])
  })
})

describe('REL-52: a proxy script', () => {
  it('is loaded from a server, behind a redirect, and from a file', async () => {
    const { origin, paths } = await serve({ '/old': 'to:/proxy.pac', '/proxy.pac': SCRIPT })
    const source = createScriptSource(() => 0)
    expect(await source.load(`${origin}/old`)).toBe(SCRIPT)
    expect(await source.load(`${origin}/old`)).toBe(SCRIPT)
    expect(paths).toEqual(['/old', '/proxy.pac'])
    source.forget()
    expect(await source.load(`${origin}/old`)).toBe(SCRIPT)
    expect(paths).toHaveLength(4)
    const file = join(await folder(), 'proxy.pac')
    await writeFile(file, SCRIPT)
    expect(await source.load(pathToFileURL(file).href)).toBe(SCRIPT)
  })

  it('is missing where the server has none, sends too much, or leads to a file', async () => {
    const { origin } = await serve({
      '/large': 'x'.repeat(1 << 21),
      '/file': 'to:file:///etc/hosts',
    })
    const source = createScriptSource(() => 0)
    expect(await source.load(`${origin}/none`)).toBeNull()
    expect(await source.load(`${origin}/large`)).toBeNull()
    expect(await source.load(`${origin}/file`)).toBeNull()
    expect(await source.load('file:///no/such/file.pac')).toBeNull()
  })

  it('is named with its proxies; one that cannot be used leaves connections direct', async () => {
    const { origin } = await serve({ '/proxy.pac': SCRIPT })
    const by = (address: string, list: string) =>
      chooser(
        { kind: 'script', address },
        { system: { ...NO_SYSTEM_PROXY, evaluate: () => Promise.resolve(list) } },
      )
    const used = await by(`${origin}/proxy.pac`, 'PROXY a.example:1;DIRECT').describe('b.example')
    expect(inEnglish(used.text)).toBe(
      `http://a.example:1, then no proxy, named by the script ${origin}/proxy.pac`,
    )
    const missing = by(`${origin}/none`, 'PROXY a.example:1')
    expect(inEnglish((await missing.describe('b.example')).text)).toContain('cannot be loaded')
    expect(await missing.proxyFor('b.example', 443)).toEqual([null])
    const empty = await by(`${origin}/proxy.pac`, '').describe('b.example')
    expect(inEnglish(empty.text)).toContain('names no proxy that can be used')
  })

  it('is evaluated for the address of each connection where the system names it', async () => {
    const { origin } = await serve({ '/proxy.pac': SCRIPT })
    const urls: string[] = []
    const { proxyFor } = chooser(undefined, {
      system: {
        ...NO_SYSTEM_PROXY,
        scriptAddress: () => Promise.resolve(`${origin}/proxy.pac`),
        evaluate: (script, url) => {
          urls.push(`${script === SCRIPT} ${url}`)
          return Promise.resolve('SOCKS5 b.example:1080')
        },
      },
    })
    expect(await proxyFor('data-api.webull.com', 1_883)).toMatchObject([{ kind: 'socks5' }])
    expect(urls).toEqual(['true https://data-api.webull.com:1883/'])
  })
})

describe('REL-52: the script of the system’s setting', () => {
  const none = () => Promise.resolve(null)

  it('is the one of GNOME while its mode is automatic', async () => {
    const environment = {
      ...process.env,
      GSETTINGS_BACKEND: 'keyfile',
      XDG_CONFIG_HOME: await folder(),
    }
    const gsettings = (args: readonly string[]): string =>
      execFileSync('gsettings', args, { env: environment, encoding: 'utf8' })
    const addressNow = () =>
      systemScriptAddress({
        platform: 'linux',
        environment: { XDG_CURRENT_DESKTOP: 'GNOME' },
        run: (_file, args) => Promise.resolve(gsettings(args)),
      })
    gsettings(['set', 'org.gnome.system.proxy', 'autoconfig-url', 'http://a.example/proxy.pac'])
    expect(await addressNow()).toBeNull()
    gsettings(['set', 'org.gnome.system.proxy', 'mode', 'auto'])
    expect(await addressNow()).toBe('http://a.example/proxy.pac')
  })

  it('is the one of KDE while its kind is a script', async () => {
    const home = await folder()
    await mkdir(join(home, '.config'))
    const addressNow = (type: number) => async () => {
      await writeFile(
        join(home, '.config', 'kioslaverc'),
        `[$Version]\nupdate_info=x\n\n[Proxy Settings]\nProxy Config Script[$e]=http://a.example/k.pac\nProxyType=${type}\n\n[Other]\nProxyType=2\n`,
      )
      return systemScriptAddress({
        platform: 'linux',
        environment: { XDG_CURRENT_DESKTOP: 'KDE', HOME: home },
        run: none,
      })
    }
    expect(await addressNow(1)()).toBeNull()
    expect(await addressNow(2)()).toBe('http://a.example/k.pac')
  })

  it.each([
    [
      'darwin',
      '<dictionary> {\n  ProxyAutoConfigEnable : 1\n  ProxyAutoConfigURLString : http://a.example/m.pac\n}',
      'http://a.example/m.pac',
    ],
    ['darwin', '<dictionary> {\n  ProxyAutoConfigURLString : http://a.example/m.pac\n}', null],
    [
      'win32',
      '\r\n    AutoConfigURL    REG_SZ    http://a.example/w.pac\r\n',
      'http://a.example/w.pac',
    ],
    ['win32', '', null],
    ['darwin', 'ProxyAutoConfigEnable : 1\n ProxyAutoConfigURLString : javascript:x', null],
  ] as const)('on %s is read from what the system prints', async (platform, output, expected) => {
    const run = () => Promise.resolve(output)
    expect(await systemScriptAddress({ platform, environment: {}, run })).toBe(expected)
  })
})
