import { expect, test, type Locator } from '@playwright/test'
import { chooseLanguage } from '../support/language.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'

const SIZES = [
  { width: 1_366, height: 768 },
  { width: 1_440, height: 900 },
] as const
const LANGUAGES = [
  { language: 'en', age: /\d+ s ago/, power: 'Buying power' },
  { language: 'es', age: /hace \d+ s/, power: 'Poder de compra' },
] as const

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'figure-ages', keyStore: 'none' })
  await desk.ready()
})
test.afterAll(() => desk.close())

/** Returns the age in a place as it is painted: `new` without one, or where it is `cut off`. */
const paintedAge = (place: Locator): Promise<string> =>
  place.evaluate((element) => {
    const figure = element.querySelector('[data-testid=figure-age]')
    if (figure === null) return 'new'
    // The ticket's foot stays in place over what is scrolled.
    figure.scrollIntoView({ block: 'center' })
    const box = figure.getBoundingClientRect()
    const under = document.elementFromPoint(box.right - 2, box.top + box.height / 2)
    const isWhole = box.right <= window.innerWidth && under !== null && figure.contains(under)
    return isWhole ? (figure.textContent ?? '') : 'cut off'
  })

test('REL-41: buying power, which follows no price, says its age beside live figures', async () => {
  const { page } = desk
  await desk.choose('MSFT')
  await desk.fill('quantity', '5')
  for (const { language, age, power } of LANGUAGES) {
    if (language !== 'en') await chooseLanguage(page, language)
    for (const size of SIZES) {
      await page.setViewportSize(size)
      const places = [
        page.locator('.statusbar .status-item').filter({ hasText: power }),
        page.getByTestId('ticket-power'),
      ]
      for (const place of places) {
        // It is read again every half minute, and is then new for a moment.
        await expect.poll(() => paintedAge(place)).toMatch(age)
      }
      await desk.screenshot(`ages-${language}-${size.width}`)
    }
  }
})
