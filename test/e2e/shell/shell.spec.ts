import { expect, test } from '@playwright/test'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { startToFail } from '../../harness/windows/failed-start.js'
import { invoke } from '../support/bridge.js'
import { openMainWindow, watchRow, type MainWindowPage } from '../support/main-window-page.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

test.describe('the main window', () => {
  let desk: MainWindowPage
  test.beforeAll(async () => {
    desk = await openMainWindow({ suite: 'shell', keyStore: 'none' })
    await desk.ready()
  })
  test.afterAll(async () => {
    await desk.close()
  })

  test('SEC-09: exposes two functions to its page and nothing of Node or Electron', async () => {
    const seen = await desk.page.evaluate(() => ({
      keys: Object.keys((window as unknown as { countersign: object }).countersign).sort(),
      node: [
        typeof (globalThis as Record<string, unknown>)['require'],
        typeof (globalThis as Record<string, unknown>)['process'],
        typeof (globalThis as Record<string, unknown>)['module'],
      ],
    }))
    expect(seen).toEqual({
      keys: ['invoke', 'openStream'],
      node: ['undefined', 'undefined', 'undefined'],
    })
  })

  test('SEC-03: refuses inline script, inline style and eval', async () => {
    const blocked = await desk.page.evaluate(async () => {
      const violations: string[] = []
      document.addEventListener('securitypolicyviolation', (event) =>
        violations.push(event.violatedDirective),
      )
      const style = document.createElement('style')
      style.textContent = 'body { outline: 9px solid red }'
      document.head.append(style)
      const outlined = getComputedStyle(document.body).outlineWidth === '9px'
      style.remove()
      const threw = (run: () => unknown): boolean => {
        try {
          run()
          return false
        } catch {
          return true
        }
      }
      const script = document.createElement('script')
      const inline = threw(() => {
        script.textContent = 'window.injected = 1'
        document.head.append(script)
      })
      // A direct evaluation by the driver is exempt from the policy; code that the page runs later
      // is not.
      const evaluated = await new Promise<boolean>((resolve) => {
        setTimeout(() => resolve(threw(() => (0, eval)('1'))), 0)
      })
      const html = threw(() => {
        document.createElement('div').innerHTML = '<img src=x onerror="window.injected = 1">'
      })
      await new Promise((resolve) => {
        setTimeout(resolve, 200)
      })
      return {
        outlined,
        inline,
        evaluated,
        html,
        injected: 'injected' in window,
        violations: violations.length,
      }
    })
    expect(blocked).toMatchObject({
      outlined: false,
      inline: true,
      evaluated: true,
      html: true,
      injected: false,
    })
    expect(blocked.violations).toBeGreaterThan(0)
  })

  test('SEC-04: reaches no network in any way', async () => {
    const reached = await desk.page.evaluate(async () => {
      const never = (): Promise<unknown> =>
        new Promise((_resolve, reject) => {
          setTimeout(() => reject(new Error('nothing came')), 3_000)
        })
      const settled = async (attempt: () => Promise<unknown>): Promise<boolean> => {
        try {
          await Promise.race([attempt(), never()])
          return true
        } catch {
          return false
        }
      }
      const loaded = (element: HTMLElement): Promise<unknown> =>
        new Promise((resolve, reject) => {
          element.addEventListener('load', resolve)
          element.addEventListener('error', () => reject(new Error('refused')))
          document.head.append(element)
        })
      const image = new Image()
      image.src = 'http://127.0.0.1:9/x.png'
      const link = Object.assign(document.createElement('link'), {
        rel: 'stylesheet',
        href: 'http://127.0.0.1:9/x.css',
      })
      return {
        fetch: await settled(() => fetch('http://127.0.0.1:9/')),
        socket: await settled(
          () =>
            new Promise((resolve, reject) => {
              const socket = new WebSocket('ws://127.0.0.1:9/')
              socket.onopen = resolve
              socket.onerror = reject
            }),
        ),
        image: await settled(() => loaded(image)),
        style: await settled(() => loaded(link)),
        file: await settled(() => fetch('file:///etc/passwd')),
      }
    })
    expect(reached).toEqual({
      fetch: false,
      socket: false,
      image: false,
      style: false,
      file: false,
    })
  })

  test('SEC-05: neither navigates nor opens another window', async () => {
    const before = desk.page.url()
    const opened = await desk.page.evaluate(() => {
      const handle = window.open('https://example.com/')
      const anchor = Object.assign(document.createElement('a'), {
        href: 'https://example.com/',
        target: '_blank',
      })
      document.body.append(anchor)
      anchor.click()
      anchor.removeAttribute('target')
      anchor.click()
      anchor.remove()
      return handle !== null
    })
    await desk.page.waitForTimeout(500)
    expect(opened).toBe(false)
    expect(desk.page.url()).toBe(before)
    expect(desk.app.windows()).toHaveLength(1)
  })

  test('reloads a crashed page with its streams', async () => {
    // Wait until the page is gone before checking that it is back.
    await desk.app.evaluate(
      ({ BrowserWindow }) =>
        new Promise<void>((resolve) => {
          const page = BrowserWindow.getAllWindows()[0]?.webContents
          page?.once('render-process-gone', () => resolve())
          page?.forcefullyCrashRenderer()
        }),
    )
    await expect
      .poll(() =>
        desk.app.evaluate(({ BrowserWindow }) =>
          BrowserWindow.getAllWindows()[0]?.webContents.isCrashed(),
        ),
      )
      .toBe(false)
    // A call to a page that is still loading is never answered, hence the timeout.
    const textOfPage = (): Promise<string> =>
      desk.app.evaluate(({ BrowserWindow }) =>
        Promise.race([
          BrowserWindow.getAllWindows()[0]
            ?.webContents.executeJavaScript('document.body.innerText', true)
            .catch(() => '') as Promise<string>,
          new Promise<string>((resolve) => {
            setTimeout(() => resolve(''), 1_000)
          }),
        ]),
      )
    await expect.poll(textOfPage).toMatch(/SPY\s+\d+\.\d\d/)
  })
})

test('A second start brings the first window to the front and exits', async () => {
  const userData = freshUserData()
  const first = await openMainWindow({ suite: 'second-instance', keyStore: 'none', userData })
  try {
    await first.ready()
    const second = await startToFail([`--user-data-dir=${userData}`])
    expect(second.boxes).toEqual([])
    expect(second.exitCode).toBe(0)
    await expect(watchRow(first.page, 'SPY')).toBeVisible()
    expect(first.app.windows()).toHaveLength(1)
  } finally {
    await first.close()
    await removeFolder(userData)
  }
})

for (const [name, content] of [
  ['a torn', '{"v":1,"data":{"theme":'],
  ['a foreign', '{"v":1}'],
] as const) {
  test(`REL-38: ${name} preferences file is quarantined and reported, and the app starts`, async () => {
    const userData = freshUserData()
    mkdirSync(userData, { recursive: true })
    writeFileSync(path.join(userData, 'preferences.json'), content)
    const desk = await openMainWindow({ suite: 'preferences', keyStore: 'none', userData })
    try {
      await desk.ready()
      await expect(
        desk.page
          .getByText(/settings|preferences/i)
          .filter({ hasText: /aside|unreadable|default/i })
          .first(),
      ).toBeVisible()
      await desk.screenshot('set-aside')
      const quarantined = readdirSync(userData).find((name) =>
        name.startsWith('preferences.json.corrupt-'),
      )
      expect(quarantined).toBeDefined()
      expect(readFileSync(path.join(userData, quarantined ?? ''), 'utf8')).toBe(content)
    } finally {
      await desk.close()
      await removeFolder(userData)
    }
  })
}

test('REL-38: a damaged order journal halts trading and is not deleted', async () => {
  const userData = freshUserData()
  const folder = path.join(userData, 'practice')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'orders.journal'), 'this is not a journal\nat all\n')
  const desk = await openMainWindow({ suite: 'journal', keyStore: 'none', userData })
  try {
    await expect(desk.page.getByText(/halted/i).first()).toBeVisible()
    await desk.screenshot('halted')
    expect(
      readdirSync(folder).some(
        (name) =>
          name.startsWith('orders.journal') &&
          readFileSync(path.join(folder, name), 'utf8').includes('not a journal'),
      ),
    ).toBe(true)
  } finally {
    await desk.close()
    await removeFolder(userData)
  }
})

test('SEC-18: with a key store, tokens survive a restart encrypted; without one none is saved', async () => {
  test.skip(
    process.env['DBUS_SESSION_BUS_ADDRESS'] === undefined,
    'no session bus, hence no key store',
  )
  const userData = freshUserData()
  try {
    const desk = await openMainWindow({
      suite: 'key-store',
      userData,
      env: { XDG_CURRENT_DESKTOP: 'GNOME' },
      args: ['--password-store=gnome-libsecret'],
    })
    await desk.ready()
    const view = await desk.page.evaluate(() =>
      (
        window as unknown as {
          countersign: {
            invoke(op: string, input: object): Promise<{ value: { tokenStore: string } }>
          }
        }
      ).countersign.invoke('session.get', {}),
    )
    await desk.close()
    const vault = path.join(userData, 'practice', 'vault')
    const files = existsSync(vault) ? readdirSync(vault) : []
    test.skip(view.value.tokenStore === 'memory', 'the session has no unlocked key store')
    expect(files.filter((name) => name.endsWith('.vault')).length).toBeGreaterThan(0)
    for (const name of files) {
      expect(readFileSync(path.join(vault, name), 'latin1')).not.toMatch(
        /access_token|refresh|"token"/,
      )
    }
    const restarted = await openMainWindow({
      suite: 'key-store',
      userData,
      env: { XDG_CURRENT_DESKTOP: 'GNOME' },
      args: ['--password-store=gnome-libsecret'],
    })
    await restarted.ready()
    await restarted.close()
  } finally {
    await removeFolder(userData)
  }
})

test('SEC-18: the key store of a session is used under a window manager without a name', async () => {
  test.skip(process.env['XDG_CURRENT_DESKTOP'] !== 'GNOME', 'there is no key store in this session')
  const desk = await openMainWindow({
    suite: 'nameless-desktop',
    env: { XDG_CURRENT_DESKTOP: 'i3', DESKTOP_SESSION: 'i3' },
  })
  try {
    await desk.ready()
    expect(await invoke(desk, 'session.get', {})).toMatchObject({
      value: { tokenStore: 'key-store' },
    })
    await expect(desk.page.getByText('No system key store was found')).toHaveCount(0)
  } finally {
    await desk.close()
  }
})
