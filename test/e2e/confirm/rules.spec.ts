import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import type { Card } from '../../../shared/domain/instructions/card.js'
import {
  nonceOf,
  openConfirm,
  sampleCard,
  sampleField,
  viewOf,
  type ConfirmRun,
  type SampleChange,
} from './confirm-page.js'

let run: ConfirmRun
let page: Page
test.beforeAll(async () => {
  run = await openConfirm('confirm-rules')
  await run.put(viewOf(sampleCard()), true)
  page = await run.confirm()
  await expect(page.getByTestId('line')).toBeVisible()
  // The window shows only after its page has drawn the card.
  await up()
})
test.afterAll(async () => {
  await run?.close()
})

const ARMED = { armed: true, armsInMs: 0, blocked: 'none' } as const
const visible = async (): Promise<boolean> => (await run.windows()).at(-1)?.visible === true
const gone = () => expect.poll(visible).toBe(false)
const up = () => expect.poll(visible).toBe(true)
/** Installs spies on flashFrame and setBadgeCount on the first call; returns what they recorded. */
const systemSpies = (): Promise<{ readonly flashes: readonly boolean[]; readonly badge: number }> =>
  run.app.evaluate(({ BrowserWindow, app }) => {
    const spied = globalThis as unknown as { systemSpies?: { flashes: boolean[]; badge: number } }
    if (spied.systemSpies === undefined) {
      const recorded = { flashes: [] as boolean[], badge: -1 }
      spied.systemSpies = recorded
      const confirm = BrowserWindow.getAllWindows().find((browserWindow) =>
        browserWindow.webContents.getURL().includes('confirm'),
      )
      if (confirm !== undefined) {
        confirm.flashFrame = (on) => {
          recorded.flashes.push(on)
        }
      }
      app.setBadgeCount = (count = 0) => {
        recorded.badge = count
        return true
      }
    }
    return { flashes: [...spied.systemSpies.flashes], badge: spied.systemSpies.badge }
  })
const windowIs = () =>
  run.app.evaluate(({ BrowserWindow, screen }) => {
    const confirm = BrowserWindow.getAllWindows().find((browserWindow) =>
      browserWindow.webContents.getURL().includes('confirm'),
    )
    return {
      onTop: confirm?.isAlwaysOnTop(),
      bounds: confirm?.getBounds(),
      area: screen.getPrimaryDisplay().workArea,
    }
  })

test('CONFIRM-17: the window shows only with its card drawn and hides when no card is left', async () => {
  // The page writes the card that it has drawn into its title; read it exactly when the window
  // shows. The window may hide before the page has cleared it.
  await run.app.evaluate(({ BrowserWindow }) => {
    const moments: string[] = []
    Object.assign(globalThis, { moments })
    const confirm = BrowserWindow.getAllWindows().find((browserWindow) =>
      browserWindow.webContents.getURL().includes('confirm'),
    )
    confirm?.on('show', () => moments.push(`shows ${confirm.webContents.getTitle()}`))
    confirm?.on('hide', () => moments.push('hides'))
  })
  const expected: string[] = []
  for (const symbol of ['MSFT', 'NVDA']) {
    const line = `BUY 1 ${symbol} (${symbol}, NASDAQ), market, day`
    await run.put(viewOf(null))
    await gone()
    await run.put(viewOf(sampleCard({ line })), true)
    await up()
    expect(await page.title()).toBe(line)
    await expect(page.getByTestId('line')).toHaveText(line)
    expected.push('hides', `shows ${line}`)
  }
  expect(
    await run.app.evaluate(() => (globalThis as unknown as { moments: readonly string[] }).moments),
  ).toEqual(expected)
})

test('CONFIRM-17: a new card flashes the window and sets a badge count; both are cleared with it', async () => {
  await systemSpies()
  await run.put(viewOf(sampleCard(), { waiting: 2 }), true)
  await expect.poll(systemSpies).toEqual({ flashes: [true], badge: 3 })
  await run.put(viewOf(null))
  await gone()
  expect(await systemSpies()).toEqual({ flashes: [true, false], badge: 0 })
})

test('CONFIRM-17: nothing moves under the pointer when cards, numbers or messages change', async () => {
  await run.put(
    viewOf(
      sampleCard({ arming: { nonce: nonceOf(), armed: false, armsInMs: 1_500, blocked: 'none' } }),
    ),
    true,
  )
  await up()
  await expect(page.getByTestId('deny')).toBeVisible()
  const places = (): Promise<readonly string[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll('.foot button, .band, .part-head')].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return `${element.textContent?.slice(0, 12) ?? ''} ${[x, y, width, height].map(Math.round).join(' ')}`
      }),
    )
  // The font loads with the first text of the first window.
  await page.evaluate(() =>
    document.fonts.ready.then(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    ),
  )
  // The texts with the ages of cost and quote change; ignore them.
  const still = (all: readonly string[]): readonly string[] =>
    all.map((place) => place.replace(/^(Cost|Market now).*? (?=\d+ \d+ \d+ \d+$)/, '$1 '))
  const before = still(await places())
  const field = (id: string, label: string, value: string): Card['money'][number] =>
    sampleField(id, label, value, { source: 'broker preview 12 s ago' })
  const hold = page.getByTestId('hold')
  for (const [change, arrived] of [
    [
      { arming: { nonce: nonceOf(), ...ARMED } },
      () => expect(hold).not.toHaveAttribute('data-hold', 'counting'),
    ],
    [
      { arming: { nonce: nonceOf(), armed: false, armsInMs: null, blocked: 'unfocused' } },
      () => expect(hold).toHaveAttribute('data-hold', 'unfocused'),
    ],
    [
      {
        moved: { from: '1875', to: '1892.4' },
        arming: { nonce: nonceOf(), armed: false, armsInMs: 900, blocked: 'none' },
      },
      () => expect(page.getByTestId('status')).toContainText('moved from'),
    ],
    [
      {
        money: [
          field('cost', 'Cost', '$1,892.40'),
          field('fees', 'Fees', '$10.02'),
          field('currency', 'Currency', 'USD'),
        ],
      },
      () => expect(page.locator('[data-field="cost"]')).toContainText('$1,892.40'),
    ],
    [
      { expiresAt: Date.now() + 28_000 },
      () => expect(page.getByTestId('expires')).toHaveText(/in 0:[0-2]\d/),
    ],
    [
      { label: 'stale', quoteAgeMs: 9_000 },
      () => expect(page.getByTestId('quote-label')).toContainText('Stale'),
    ],
  ] as unknown as readonly (readonly [SampleChange, () => Promise<void>])[]) {
    await run.change(change)
    await arrived()
    // The status line has reserved space.
    expect(still(await places()), JSON.stringify(change)).toEqual(before)
  }
  const card = sampleCard({ arming: { nonce: nonceOf(), ...ARMED } })
  await run.put(viewOf(card))
  // The previous card had a stale quote; wait until this card's own is shown.
  await expect
    .poll(async () => (await places()).some((place) => place.startsWith('MarketQu')))
    .toBe(true)
  const alone = still(await places())
  await run.put(viewOf(card, { waiting: 4 }), true)
  await expect(page.getByText('4 more pending')).toBeVisible()
  expect(still(await places())).toEqual(alone)
})

test('CONFIRM-18: the window is on top only while a decision is pending, and knows when covered', async () => {
  await run.app.evaluate(() =>
    (globalThis as unknown as { confirmTest: { show(): void } }).confirmTest.show(),
  )
  await run.put(viewOf(sampleCard()), true)
  await expect.poll(async () => (await windowIs()).onTop).toBe(true)
  await run.change({ state: 'confirmed', result: null })
  await expect.poll(async () => (await windowIs()).onTop).toBe(false)
  await run.put(viewOf(sampleCard()), true)
  await expect
    .poll(async () => (await run.windows()).at(-1))
    .toMatchObject({ visible: true, isOccluded: false })
  await run.app.evaluate(({ BrowserWindow }) => {
    const confirm = BrowserWindow.getAllWindows().find((browserWindow) =>
      browserWindow.webContents.getURL().includes('confirm'),
    )
    const work = BrowserWindow.getAllWindows().find((browserWindow) => browserWindow !== confirm)
    const confirmBounds = confirm?.getBounds() ?? { x: 0, y: 0, width: 0, height: 0 }
    work?.setBounds({ ...confirmBounds, width: 300, height: 300 })
    work?.setAlwaysOnTop(true)
  })
  // Another program that starts on this screen may take the focus in between, so retry.
  await expect(async () => {
    await run.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .find((browserWindow) => !browserWindow.webContents.getURL().includes('confirm'))
        ?.focus(),
    )
    await expect
      .poll(async () => (await run.windows()).at(-1)?.isOccluded, { timeout: 3_000 })
      .toBe(true)
  }).toPass()
  await run.app.evaluate(({ BrowserWindow }) => {
    const work = BrowserWindow.getAllWindows().find(
      (browserWindow) => !browserWindow.webContents.getURL().includes('confirm'),
    )
    work?.setAlwaysOnTop(false)
    work?.setBounds({ x: 0, y: 0, width: 300, height: 200 })
  })
  // The person brings the window to the front.
  await run.app.evaluate(() =>
    (globalThis as unknown as { confirmTest: { show(): void } }).confirmTest.show(),
  )
  await expect
    .poll(async () => (await run.windows()).at(-1))
    .toMatchObject({ visible: true, isOccluded: false })
})

test('CONFIRM-17: the window reopens at its last position, moved fully onto a screen', async () => {
  const bring = async (bounds: object): Promise<void> => {
    await run.put(viewOf(null))
    await gone()
    await run.app.evaluate(
      ({ BrowserWindow }, to) =>
        BrowserWindow.getAllWindows()
          .find((browserWindow) => browserWindow.webContents.getURL().includes('confirm'))
          ?.setBounds(to),
      bounds,
    )
    await run.put(viewOf(sampleCard()), true)
    await up()
  }
  const file = join(run.userData, 'window.json')
  const storedBounds = (): object | undefined =>
    existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as { confirm?: object }).confirm
      : undefined
  const { area } = await windowIs()
  await bring({ x: 40, y: 30, width: 600, height: 780 })
  await expect
    .poll(async () => (await windowIs()).bounds)
    .toEqual({ x: 40, y: 30, width: 600, height: 780 })
  await bring({ x: area.width - 100, y: area.height - 100, width: 600, height: 780 })
  await expect
    .poll(async () => (await windowIs()).bounds)
    .toEqual({
      x: area.x + area.width - 600,
      y: area.y + area.height - 780,
      width: 600,
      height: 780,
    })
  await expect.poll(storedBounds).toMatchObject({ width: 600, height: 780 })
})

test('CONFIRM-19 to 22, 24 and 25: the card shows order, assistant, costs, quote and remainder', async () => {
  const labels = {
    practice: /^PRACTICE.*Simulated exchange/i,
    sandbox: /^SANDBOX.*delayed data/i,
    production: /^PRODUCTION.*Real money/,
  } as const
  for (const environment of ['practice', 'sandbox', 'production'] as const) {
    await run.put(
      viewOf(
        sampleCard({
          environment,
          label: environment === 'sandbox' ? 'delayed' : 'live',
          quoteAgeMs: environment === 'sandbox' ? 901_000 : 400,
        }),
      ),
      true,
    )
    await expect(page.getByTestId('band')).toHaveText(labels[environment])
    await expect(page.getByTestId('band')).toContainText('••4821')
  }
  await expect(page.locator('[data-part="asks"]')).toHaveText(
    /Research assistant.*This computer.*First seen.*Orders today4 of 50/,
  )
  await expect(page.locator('[data-part="money"] [data-field="cost"]')).toHaveText(
    'Cost$1,875.00broker preview 1 s ago',
  )
  await expect(page.locator('[data-part="effect"] [data-field="power"]')).toHaveText(
    /Buying power\$50,000\.00.*\$48,124\.98/,
  )
  for (const field of ['bid', 'ask', 'last', 'spread', 'distance', 'session']) {
    await expect(page.locator(`[data-part="market"] [data-field="${field}"]`)).toBeAttached()
  }
  await expect(page.getByTestId('quote-label')).toHaveText(/^Quote \d\.\d s old$/)
  await run.change({ label: 'delayed', quoteAgeMs: 901_000 })
  await expect(page.getByTestId('quote-label')).toHaveText('Quote 15 min oldDelayed data')
  await run.put(
    viewOf(
      sampleCard({
        action: 'cancel',
        side: 'sell',
        line: 'CANCEL the order SELL 20 AAPL (Apple Inc., NASDAQ), limit 192.00, day',
        money: [],
        compare: [
          sampleField('left', 'Left to fill', '12 of 20'),
          sampleField('open', 'Other working orders in AAPL', '1'),
        ],
        editable: { quantity: null, amount: null, limitPrice: null, stopPrice: null },
      }),
    ),
    true,
  )
  await expect(page.getByTestId('line')).toHaveText(
    'CANCEL the order SELL 20 AAPL (Apple Inc., NASDAQ), limit 192.00, day',
  )
  await expect(page.locator('[data-part="compare"]')).toHaveText(
    /Remains open.*Left to fill12 of 20/,
  )
  await expect(page.getByTestId('approve')).toHaveText(
    /Approve cancellation.*the order SELL 20 AAPL/,
  )
  await run.screenshot('cancel', page)
})

test('CONFIRM-36: readiness and its obstacles are read aloud, the countdown is not', async () => {
  const said = page.getByTestId('hold-said')
  await expect(said).toHaveAttribute('role', 'status')
  await run.put(
    viewOf(
      sampleCard({
        arming: { nonce: nonceOf(), armed: false, armsInMs: null, blocked: 'unfocused' },
      }),
    ),
    true,
  )
  await expect(said).toHaveText('Click this window to start the countdown.')
  await run.change({ arming: { nonce: nonceOf(), armed: false, armsInMs: 1_400, blocked: 'none' } })
  await expect(page.getByTestId('hold')).toHaveText(/^Ready in \d\.\d s$/)
  await expect(said).toHaveText('')
  await run.change({ arming: { nonce: nonceOf(), ...ARMED } })
  await expect(said).toHaveText(/^Ready\. Click/)
})

test('CONFIRM-16: a synthetic click does not tick an acknowledgement', async () => {
  await run.put(
    viewOf(
      sampleCard({
        tier: 'danger',
        dangers: [{ code: 'far', text: 'Far from the market.' }],
        arming: { nonce: nonceOf(), ...ARMED },
      }),
    ),
    true,
  )
  const box = page.locator('[data-danger="far"]')
  await box.evaluate((input) => {
    if (input instanceof HTMLInputElement) input.click()
  })
  await expect(box).not.toBeChecked()
  await box.click()
  await expect(box).toBeChecked()
})

test('CONFIRM-36: the keyboard reaches every number at 200%, and reduced motion is respected', async () => {
  await run.app.evaluate(() =>
    (globalThis as unknown as { confirmTest: { show(): void } }).confirmTest.show(),
  )
  await run.put(
    viewOf(
      sampleCard({
        tier: 'danger',
        dangers: [{ code: 'far', text: 'Far from the market.' }],
        arming: { nonce: nonceOf(), ...ARMED },
      }),
    ),
    true,
  )
  const zoom = (factor: number) =>
    run.app.evaluate(
      ({ BrowserWindow }, to) =>
        BrowserWindow.getAllWindows()
          .find((browserWindow) => browserWindow.webContents.getURL().includes('confirm'))
          ?.webContents.setZoomFactor(to),
      factor,
    )
  await zoom(2)
  await expect.poll(() => page.evaluate(() => innerWidth)).toBeLessThan(320)
  expect(
    await page.evaluate(() =>
      [...document.querySelectorAll('.page, .body, .foot')]
        .filter((element) => element.scrollWidth > element.clientWidth)
        .map((element) => element.className),
    ),
    'nothing is cut off',
  ).toEqual([])
  const page0 = page.locator('.page')
  await page0.evaluate((box) => box.scrollTo(0, 0))
  await run.screenshot('zoom-200', page)
  const reached = new Set<string>()
  await page.getByTestId('deny').focus()
  for (let press = 0; press < 16; press += 1) {
    await page.keyboard.press('Tab')
    const focusedPart = await page.evaluate(() => {
      const element = document.activeElement
      const inSight = element?.getBoundingClientRect()
      const seen =
        inSight !== undefined &&
        inSight.bottom > 0 &&
        inSight.top < innerHeight &&
        element?.matches(':focus-visible') === true
      const name =
        element?.getAttribute('data-part') ??
        element?.getAttribute('data-testid') ??
        element?.getAttribute('data-danger') ??
        'nothing'
      return seen ? name : `${name} out of sight`
    })
    reached.add(focusedPart)
  }
  for (const part of [
    'dangers',
    'far',
    'asks',
    'money',
    'effect',
    'market',
    'policy',
    'reason',
    'deny',
    'approve',
  ]) {
    expect([...reached], part).toContain(part)
  }
  expect([...reached].filter((entry) => entry.endsWith('out of sight'))).toEqual([])
  await zoom(1)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await run.change({ state: 'sending' })
  const turning = page.locator('.turning')
  await expect(turning).toBeVisible()
  expect(await turning.evaluate((icon) => getComputedStyle(icon).animationName)).not.toBe('none')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await turning.evaluate((icon) => getComputedStyle(icon).animationName)).toBe('none')
  await page.emulateMedia({ reducedMotion: null })
  await expect(page.getByRole('alertdialog')).toHaveAccessibleDescription(
    /^Research assistant requests a new order in Practice: BUY 10 AAPL/,
  )
})
