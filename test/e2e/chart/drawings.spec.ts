import { expect, test, type Locator } from '@playwright/test'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { axeViolations, loadAxe } from '../support/axe.js'
import { chooseLanguage } from '../support/language.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { waitForAnimations } from '../support/settle.js'
import { pressTheme } from '../support/theme.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

const userData = freshUserData()
const start = (): Promise<MainWindowPage> =>
  openMainWindow({ suite: 'drawings', keyStore: 'none', userData })

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await start()
  await desk.ready()
  // The scale of a chart follows its prices: while they rest, a place stays a price.
  await desk.practice({ command: 'clock', speed: 0 })
})
test.afterAll(async () => {
  await desk.close()
  await removeFolder(userData)
})

interface Bridge {
  invoke(op: string, input: object): Promise<{ readonly ok: boolean; readonly value?: unknown }>
}

/** A place in the chart, as parts of its width and height. */
type Place = readonly [number, number]

const drawings = (): Locator => desk.page.getByTestId('chart-drawings').locator('li')
const texts = (): Promise<readonly string[]> => drawings().allTextContents()
const tool = (name: string): Locator =>
  desk.page.getByTestId('drawing-strip').getByRole('button', { name, exact: true })
const bar = (): Locator => desk.page.getByTestId('drawing-bar')
const status = (): Locator => desk.page.getByTestId('drawing-status')

async function point([x, y]: Place): Promise<readonly [number, number]> {
  const box = await desk.page.getByTestId('chart-canvas').boundingBox()
  if (box === null) throw new Error('the chart is not drawn')
  return [box.x + box.width * x, box.y + box.height * y]
}
async function click(place: Place): Promise<void> {
  await desk.page.mouse.move(...(await point(place)), { steps: 3 })
  await desk.page.mouse.down()
  await desk.page.mouse.up()
}
async function drag(from: Place, to: Place): Promise<void> {
  await desk.page.mouse.move(...(await point(from)), { steps: 3 })
  await desk.page.mouse.down()
  await desk.page.mouse.move(...(await point(to)), { steps: 6 })
  await desk.page.mouse.up()
}

async function showTools(): Promise<void> {
  await expect(desk.page.getByTestId('chart')).toHaveAttribute('data-phase', 'ready')
  const strip = desk.page.getByTestId('drawing-strip')
  if (await strip.isHidden()) {
    await desk.page.getByTestId('chart').getByRole('button', { name: 'Drawing tools' }).click()
  }
  await expect(strip).toBeVisible()
}

/** Every kind with the places of its points. */
const KINDS: readonly (readonly [string, string, readonly Place[]])[] = [
  [
    'Trend line',
    'trend-line',
    [
      [0.1, 0.7],
      [0.3, 0.4],
    ],
  ],
  [
    'Ray',
    'ray',
    [
      [0.4, 0.72],
      [0.5, 0.62],
    ],
  ],
  ['Horizontal line', 'horizontal', [[0.5, 0.2]]],
  ['Vertical line', 'vertical', [[0.08, 0.5]]],
  [
    'Parallel channel',
    'channel',
    [
      [0.32, 0.5],
      [0.45, 0.35],
      [0.38, 0.55],
    ],
  ],
  [
    'Pitchfork',
    'pitchfork',
    [
      [0.5, 0.6],
      [0.56, 0.42],
      [0.6, 0.66],
    ],
  ],
  [
    'Fibonacci retracement',
    'fib-retracement',
    [
      [0.14, 0.62],
      [0.26, 0.24],
    ],
  ],
  [
    'Fibonacci extension',
    'fib-extension',
    [
      [0.6, 0.6],
      [0.66, 0.4],
      [0.7, 0.52],
    ],
  ],
  [
    'Rectangle',
    'rectangle',
    [
      [0.3, 0.14],
      [0.38, 0.24],
    ],
  ],
  [
    'Ellipse',
    'ellipse',
    [
      [0.42, 0.14],
      [0.5, 0.26],
    ],
  ],
  [
    'Arrow',
    'arrow',
    [
      [0.56, 0.16],
      [0.6, 0.28],
    ],
  ],
  [
    'Measure',
    'measure',
    [
      [0.7, 0.62],
      [0.78, 0.3],
    ],
  ],
  ['Long position', 'long-position', [[0.16, 0.5]]],
  ['Short position', 'short-position', [[0.66, 0.5]]],
]

test('Every kind of drawing is drawn with the mouse', async () => {
  const { page } = desk
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  await showTools()
  for (const [index, [name, kind, places]] of KINDS.entries()) {
    await tool(name).click()
    await expect(tool(name)).toHaveAttribute('aria-pressed', 'true')
    for (const place of places) await click(place)
    await expect(drawings()).toHaveCount(index + 1)
    await expect(drawings().nth(index)).toHaveAttribute('data-kind', kind)
    await expect(bar()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(bar()).toHaveCount(0)
  }

  await tool('Path').click()
  const path: readonly Place[] = [
    [0.1, 0.3],
    [0.13, 0.2],
    [0.17, 0.3],
  ]
  for (const place of path) await click(place)
  await page.mouse.dblclick(...(await point([0.2, 0.22])))
  await expect(drawings().nth(KINDS.length)).toHaveAttribute('data-kind', 'path')

  await tool('Text').click()
  await click([0.42, 0.85])
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Earnings gap')
  await page.keyboard.press('Enter')
  await expect(drawings()).toHaveCount(KINDS.length + 2)
  await expect(drawings().nth(KINDS.length + 1)).toContainText('Earnings gap')
  await page.keyboard.press('Escape')
  await waitForAnimations(page)
  await desk.screenshot('every-kind')
  expect(problems).toEqual([])
})

test('Moves, locks, deletions and copies are undone and done again', async () => {
  const { page } = desk
  const line = async (): Promise<string> => (await texts()).at(-1) ?? ''
  const count = await drawings().count()
  await tool('Trend line').click()
  await drag([0.2, 0.9], [0.3, 0.86])
  await expect(drawings()).toHaveCount(count + 1)
  const before = await line()

  await drag([0.25, 0.88], [0.28, 0.93])
  await expect.poll(line).not.toBe(before)
  const moved = await line()
  await page.keyboard.press('Control+z')
  await expect.poll(line).toBe(before)
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(line).toBe(moved)
  await page.keyboard.press('Control+z')
  await expect.poll(line).toBe(before)

  await drag([0.3, 0.86], [0.36, 0.8])
  await expect.poll(line).not.toBe(before)
  expect((await line()).split(';')[0]).toBe(before.split(';')[0])
  await page.keyboard.press('Control+z')
  await expect.poll(line).toBe(before)

  await bar().getByRole('button', { name: 'Lock', exact: true }).click()
  await expect(drawings().last()).toContainText('locked')
  await drag([0.25, 0.88], [0.3, 0.7])
  await page.keyboard.press('Delete')
  await expect.poll(line).toBe(`${before}, locked`)
  await bar().getByRole('button', { name: 'Unlock', exact: true }).click()
  await bar().getByRole('radio', { name: 'Amber' }).check()
  await bar().getByLabel('Line style').selectOption('dashed')
  await desk.screenshot('selected')

  await page.getByTestId('chart-picture').focus()
  await page.keyboard.press('Control+d')
  await expect(drawings()).toHaveCount(count + 2)
  await page.keyboard.press('Delete')
  await expect(drawings()).toHaveCount(count + 1)
  await page.keyboard.press('Control+z')
  await expect(drawings()).toHaveCount(count + 2)
  await page.keyboard.press('Control+z')
  await expect(drawings()).toHaveCount(count + 1)
})

test('A press beside the drawings pans the chart as before, one that draws does not', async () => {
  const { page } = desk
  const before = await texts()
  const barAtMiddle = async (): Promise<string> => {
    await page.mouse.move(...(await point([0.5, 0.88])), { steps: 3 })
    return (await page.locator('.chart-legend-time').textContent()) ?? ''
  }
  const first = await barAtMiddle()
  await tool('Arrow').click()
  await drag([0.7, 0.88], [0.6, 0.88])
  await page.keyboard.press('Delete')
  expect(await barAtMiddle()).toBe(first)

  await page.keyboard.press('Escape')
  await drag([0.7, 0.88], [0.6, 0.88])
  await expect.poll(barAtMiddle).not.toBe(first)
  expect(await texts()).toEqual(before)
  await page.getByRole('button', { name: 'Go to latest' }).click()
})

test('A trend line is drawn without a mouse', async () => {
  const { page } = desk
  const count = await drawings().count()
  await page.getByRole('button', { name: 'Drawing tools' }).focus()
  await tool('Select and move').focus()
  await page.keyboard.press('ArrowDown')
  await expect(tool('Trend line')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('chart-picture')).toBeFocused()
  await expect(status()).toContainText('Trend line chosen')

  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('l')
  await expect(status()).toContainText('Point 1 of 2')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowUp')
  await expect(status()).toContainText('Point 2 of 2')
  await page.keyboard.press('Enter')
  await expect(drawings()).toHaveCount(count + 1)
  await expect(status()).toContainText('Trend line: ')

  const last = async (): Promise<string> => (await texts()).at(-1) ?? ''
  const before = await last()
  await page.keyboard.press('ArrowUp')
  await expect.poll(last).not.toBe(before)
  await page.keyboard.press('Control+z')
  await expect.poll(last).toBe(before)
  await page.keyboard.press('Delete')
  await expect(drawings()).toHaveCount(count)
})

test('The list locks, hides, deletes and selects, and has no violations in any theme', async () => {
  const { page } = desk
  await tool('Drawings').click()
  const list = page.getByTestId('drawing-list')
  await expect(list).toBeVisible()
  const row = list.getByRole('listitem').filter({ hasText: 'Rectangle' })
  await row.getByRole('button', { name: 'Hide Rectangle' }).click()
  await expect(drawings().filter({ hasText: 'Rectangle' })).toContainText('hidden')
  await row.getByRole('button', { name: 'Show Rectangle' }).click()
  await row.getByRole('button', { name: 'Lock Rectangle' }).click()
  await expect(row.getByRole('button', { name: 'Delete Rectangle' })).toBeDisabled()
  await row.getByRole('button', { name: 'Unlock Rectangle' }).click()
  await row.getByRole('button', { name: /Rectangle.*by you/ }).click()
  await expect(bar()).toBeVisible()

  await loadAxe(page)
  for (const theme of ['dark', 'light', 'contrast'] as const) {
    await pressTheme(page, theme)
    await waitForAnimations(page)
    expect(await axeViolations(page, '[data-testid="chart"]')).toEqual([])
    await desk.screenshot(`list-${theme}`)
  }
  await pressTheme(page, 'dark')
  await row.getByRole('button', { name: 'Delete Rectangle' }).click()
  await expect(drawings().filter({ hasText: 'Rectangle' })).toHaveCount(0)
  await tool('Undo drawing').click()
  await expect(drawings().filter({ hasText: 'Rectangle' })).toHaveCount(1)
  await tool('Drawings').click()
})

test('A planned position fills the ticket with its exits and sends nothing', async () => {
  const { page } = desk
  const orders = (await desk.truth()).orders.length
  await tool('Drawings').click()
  const list = page.getByTestId('drawing-list')
  await list.getByRole('button', { name: /Long position.*by you/ }).click()
  await bar().getByLabel('Risk amount').fill('500')
  await bar().getByLabel('Risk amount').press('Enter')
  await desk.screenshot('plan')
  await bar().getByRole('button', { name: 'To ticket' }).click()

  await expect(page.getByTestId('ticket-quantity')).toHaveValue(/^\d+$/)
  await expect(page.getByTestId('ticket-limitPrice')).toHaveValue(/^\d+(\.\d{1,2})?$/)
  await expect(page.getByTestId('ticket-takeProfit')).toHaveValue(/^\d+(\.\d{1,2})?$/)
  await expect(page.getByTestId('ticket-stopLoss')).toHaveValue(/^\d+(\.\d{1,2})?$/)
  expect((await desk.truth()).orders).toHaveLength(orders)
  await desk.screenshot('ticket')
  await tool('Drawings').click()
})

test('Another symbol has drawings of its own, and another interval the same', async () => {
  const { page } = desk
  const before = await texts()
  const symbol = await page.getByTestId('chart').getAttribute('aria-label')
  await desk.choose('NVDA')
  await expect(page.getByTestId('chart')).toHaveAttribute('aria-label', /NVDA/)
  await expect(page.getByTestId('chart')).toHaveAttribute('data-phase', 'ready')
  await expect(page.getByTestId('chart-drawings')).toHaveAttribute('data-count', '0')
  await desk.choose(/chart of (\S+),/.exec(symbol ?? '')?.[1] ?? '')
  await expect(drawings()).toHaveCount(before.length)

  for (const span of ['15m', '1h', 'D']) {
    await page.getByTestId('chart').getByRole('radio', { name: span, exact: true }).click()
    await expect(page.getByTestId('chart')).toHaveAttribute('data-phase', 'ready')
    await waitForAnimations(page)
    await desk.screenshot(`interval-${span}`)
  }
  await page.getByTestId('chart').getByRole('radio', { name: '5m', exact: true }).click()
  await expect.poll(texts).toEqual(before)
})

test('Five hundred drawings from elsewhere appear at once, are painted, and are the most', async () => {
  const { page } = desk
  await showTools()
  await desk.choose('QQQ')
  await expect(page.getByTestId('chart')).toHaveAttribute('aria-label', /QQQ/)
  await expect(page.getByTestId('chart')).toHaveAttribute('data-phase', 'ready')
  const added = await page.evaluate(async () => {
    const bridge = (globalThis as unknown as { countersign: Bridge }).countersign
    const bars = await bridge.invoke('market.bars', {
      symbol: 'QQQ',
      timespan: 'M5',
      before: null,
      count: 120,
    })
    const known = (bars.value as { bars: { time: number; high: string; low: string }[] }).bars
    const kinds = ['trend-line', 'fib-retracement', 'rectangle', 'horizontal', 'measure']
    const drawings = Array.from({ length: 500 }, (_, index) => {
      const [a, b] = [known[(index * 7) % 100], known[((index * 7) % 100) + 15]]
      const kind = kinds[index % kinds.length] ?? ''
      const ends = [
        { time: a?.time, price: a?.low },
        { time: b?.time, price: b?.high },
      ]
      return {
        id: index.toString(16).padStart(16, '0'),
        kind,
        anchors: kind === 'horizontal' ? ends.slice(0, 1) : ends,
        style: { color: 'violet', width: 1, dash: 'solid', fill: true },
        text: '',
        locked: false,
        hidden: false,
        risk: null,
        createdAt: 0,
        source: { kind: 'person' },
      }
    })
    const edit = { kind: 'add', drawings }
    return (await bridge.invoke('drawings.edit', { key: 'stock QQQ', edit })).ok
  })
  expect(added).toBe(true)
  await expect(drawings()).toHaveCount(500)

  const frames = await page.evaluate(
    () =>
      new Promise<readonly number[]>((resolve) => {
        const chart = document.querySelector<HTMLElement>('[data-testid="chart-picture"]')
        const times: number[] = []
        let last = performance.now()
        const next = (now: number): void => {
          times.push(now - last)
          last = now
          chart?.dispatchEvent(
            new KeyboardEvent('keydown', {
              key: times.length % 2 === 0 ? 'ArrowLeft' : 'ArrowRight',
              bubbles: true,
            }),
          )
          if (times.length < 90) requestAnimationFrame(next)
          else resolve(times.slice(10).sort((a, b) => a - b))
        }
        requestAnimationFrame(next)
      }),
  )
  test.info().annotations.push({
    type: 'frames while panning 500 drawings, ms',
    description: `median ${frames[40]?.toFixed(1)}, p90 ${frames[72]?.toFixed(1)}`,
  })
  await desk.screenshot('five-hundred')

  await tool('Horizontal line').click()
  await click([0.5, 0.5])
  await expect(page.getByText('An instrument holds 500 drawings. Delete some first.')).toBeVisible()
  await expect(drawings()).toHaveCount(500)
  await tool('Drawings').click()
  await page.getByTestId('drawing-list').getByRole('button', { name: 'Delete all' }).click()
  await expect(drawings()).toHaveCount(0)
  const spy = page.getByTestId('drawing-list').getByRole('button', { name: /^SPY \d+$/ })
  await expect(spy).toBeVisible()
  await spy.click()
  await expect(page.getByTestId('chart')).toHaveAttribute('aria-label', /SPY/)
  await tool('Drawings').click()
})

test('Drawings are at their places after a restart, in Spanish too', async () => {
  const before = await texts()
  expect(before.length).toBeGreaterThan(KINDS.length)
  await desk.close()
  desk = await start()
  await desk.ready()
  await expect.poll(texts).toEqual(before)
  await desk.screenshot('restarted')

  await chooseLanguage(desk.page, 'es')
  await expect(drawings().first()).toContainText('Línea de tendencia')
  await desk.page.setViewportSize({ width: 1_280, height: 800 })
  await desk.page
    .getByTestId('drawing-strip')
    .getByRole('button', { name: 'Dibujos', exact: true })
    .click()
  await desk.page
    .getByTestId('drawing-list')
    .getByRole('button', { name: 'Posición larga suyo' })
    .click()
  await waitForAnimations(desk.page)
  await desk.screenshot('spanish')
})
