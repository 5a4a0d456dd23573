import { expect, test } from '@playwright/test'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { observeFrames, type FrameWindow } from '../support/painted-frames.js'

const FRAMES = 500

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({
    suite: 'one-frame',
    keyStore: 'none',
    args: ['--practice-quotes-ms=40'],
  })
  await desk.ready()
})
test.afterAll(async () => {
  await desk.close()
})

/** What one frame shows of an instrument, by the name of the place. */
type Shown = Readonly<Record<string, string>>

/** Reads every frame in which something changed as it is painted, until there are `count`. */
async function readFrames(count: number): Promise<readonly Shown[]> {
  const amountIn = (text: string): string =>
    /[-−+]?\$?[\d,]+\.\d+/.exec(text)?.[0]?.replaceAll(/[,$+]/g, '').replace('−', '-') ?? ''
  const numberIn = (element: Element | null | undefined): string =>
    amountIn(element?.textContent ?? '')
  const figure = (selector: string): string => numberIn(document.querySelector(selector))
  const cellOf = (table: string, column: string): string => {
    const grid = document.querySelector(`[role$="grid"][aria-label="${table}"]`)
    const rows = [...(grid?.querySelectorAll('[role="row"]:not(.closed-row)') ?? [])]
    return numberIn(
      rows
        .find((row) => row.querySelector('[data-column=symbol]')?.textContent?.startsWith('MSFT'))
        ?.querySelector(`[data-column=${column}]`),
    )
  }
  const totalOf = (column: string): string =>
    figure(`[role$="grid"][aria-label="Positions"] .grid-foot [data-column=${column}]`)
  const statusOf = (label: string): string =>
    numberIn(
      [...document.querySelectorAll('.statusbar .status-item')]
        .find((item) => item.querySelector('.label')?.textContent === label)
        ?.querySelector('.tnum'),
    )

  // What the chart's canvases show, by canvas: texts of the frame that painted them last.
  let frame = 0
  const painted = new Map<HTMLCanvasElement, { frame: number; texts: string[] }>()
  const { fillText } = CanvasRenderingContext2D.prototype
  CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
    if (this.canvas.closest('.chart-canvas') !== null) {
      const known = painted.get(this.canvas)
      const texts = known?.frame === frame ? known.texts : []
      painted.set(this.canvas, { frame, texts: [...texts, amountIn(text)] })
    }
    return fillText.call(this, text, ...place)
  }
  const axisShows = (price: string): string =>
    [...painted.values()].some(({ texts }) => texts.includes(price)) ? price : 'another'

  const frames: Shown[] = []
  const began = performance.now()
  let before = ''
  const readFigures = (): void => {
    const legendLast = figure('[data-testid=chart-close]')
    const figures = {
      ticketLast: figure('.ticket-last'),
      ticketChange: figure('.ticket-move .tick'),
      ticketPower: figure('[data-testid=ticket-power]'),
      statusPower: statusOf('Buying power'),
      statusNet: statusOf('Net liquidation'),
      statusDay: statusOf('Day P&L'),
      watchLast: cellOf('Watchlist', 'last'),
      watchChange: cellOf('Watchlist', 'change'),
      legendLast,
      axisLast: axisShows(legendLast),
      positionLast: cellOf('Positions', 'last'),
      positionValue: cellOf('Positions', 'marketValue'),
      positionOpen: cellOf('Positions', 'unrealizedPnl'),
      positionDay: cellOf('Positions', 'dayPnl'),
      totalValue: totalOf('marketValue'),
      totalOpen: totalOf('unrealizedPnl'),
      totalDay: totalOf('dayPnl'),
      label: figure('[data-testid="trade-line"][data-kind="position"] .trade-handle'),
    }
    frame += 1
    const text = JSON.stringify(figures)
    // The chart paints its axis with the first price that changes.
    if (text !== before && painted.size > 0) frames.push(figures)
    before = text
  }
  await (window as unknown as FrameWindow).eachFrame(() => {
    readFigures()
    return frames.length >= count || performance.now() - began > 240_000
  })
  CanvasRenderingContext2D.prototype.fillText = fillText
  return frames
}

/** The places that show the same figure. */
const SAME: readonly (readonly string[])[] = [
  ['ticketLast', 'watchLast', 'legendLast', 'axisLast', 'positionLast'],
  ['ticketChange', 'watchChange'],
  ['positionOpen', 'label'],
  ['totalDay', 'statusDay'],
  ['ticketPower', 'statusPower'],
]

const centsOf = (text: string | undefined): number => Math.round(Number(text) * 100)

/** Figures that keep their distance in all frames, because each price moves both as much. */
const TOGETHER: readonly (readonly [string, string])[] = [
  ['positionValue', 'positionOpen'],
  ['positionValue', 'positionDay'],
  ['totalValue', 'totalOpen'],
  ['totalValue', 'totalDay'],
  ['totalValue', 'statusNet'],
]

test('REL-41: what one price changes is of one frame: ticket, watchlist, chart, positions, status bar', async () => {
  test.setTimeout(400_000)
  const { page } = desk
  await desk.tab('Positions')
  const before = await desk.positionRow('MSFT').locator('[data-column=quantity]').innerText()
  await desk.choose('MSFT')
  await desk.fill('quantity', '40')
  await page.getByTestId('ticket-type').selectOption('market')
  await desk.send()
  await expect(desk.positionRow('MSFT')).toBeVisible()
  // Its size and value of after the order.
  await expect(desk.positionRow('MSFT').locator('[data-column=quantity]')).not.toHaveText(before)
  await expect(desk.positionRow('MSFT').getByTestId('cell-age')).toHaveCount(0)
  await expect(
    page.locator('[data-testid=trade-line][data-kind=position] .trade-handle'),
  ).toBeVisible()

  // Until the balance of after the order is read, the total of the profit stands still.
  const total = page.locator('[aria-label="Positions"] .grid-foot [data-column=unrealizedPnl]')
  const profit = await total.innerText()
  await expect(total).not.toHaveText(profit)

  // Over the chart, the pointer would choose the bar of the legend.
  await page.mouse.move(0, 0)
  const shares = Number(
    await desk.positionRow('MSFT').locator('[data-column=quantity]').textContent(),
  )

  await observeFrames(page)
  const frames = await page.evaluate(readFrames, FRAMES)

  const unlike = frames.flatMap((frame, index) =>
    SAME.filter((places) => new Set(places.map((place) => frame[place])).size > 1).map(
      (places) => `${index}: ${places.map((place) => `${place} ${frame[place]}`).join(', ')}`,
    ),
  )
  const apart = TOGETHER.flatMap(([value, figure]) => {
    const distances = frames.map((frame) => centsOf(frame[figure]) - centsOf(frame[value]))
    return frames.flatMap((frame, index) =>
      // Two rounded figures may differ by a cent.
      Math.abs((distances[index] ?? 0) - (distances.at(-1) ?? 0)) > 1
        ? [`${index}: ${value} ${frame[value]}, ${figure} ${frame[figure]}`]
        : [],
    )
  })
  const multiplied = frames.flatMap(({ positionValue, positionLast }, index) =>
    centsOf(positionValue) === shares * centsOf(positionLast)
      ? []
      : [`${index}: ${shares} at ${positionLast} are ${positionValue}`],
  )
  const [first] = frames
  const contradicting = [...unlike, ...apart, ...multiplied]
  expect.soft(Object.entries(first ?? {}).filter(([, text]) => text === '')).toEqual([])
  expect.soft(frames.length).toBe(FRAMES)
  expect.soft(contradicting, `${contradicting.length} in ${frames.length} frames`).toEqual([])
})
