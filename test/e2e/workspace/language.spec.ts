import { expect, test } from '@playwright/test'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { overflows } from '../support/overflow.js'
import { waitForAnimations, waitForPanels } from '../support/settle.js'

const NAMES = {
  en: {
    settings: 'Settings',
    language: 'Language',
    done: 'Done',
    tabs: ['Positions', 'Orders', 'Fills', 'Account', 'Instructions', 'Session', 'Watchlist'],
    menu: ['View', 'Help'],
    status: 'Buying power',
    table: 'Watchlist',
    last: 'Last',
    form: 'Order for AAPL',
    environment: 'Practice',
  },
  es: {
    settings: 'Configuración',
    language: 'Idioma',
    done: 'Listo',
    tabs: [
      'Posiciones',
      'Órdenes',
      'Ejecuciones',
      'Cuenta',
      'Instrucciones',
      'Sesión',
      'Seguimiento',
    ],
    menu: ['Ver', 'Ayuda'],
    status: 'Poder de compra',
    table: 'Seguimiento',
    last: 'Último',
    form: 'Orden de AAPL',
    environment: 'Práctica',
  },
} as const
type Language = keyof typeof NAMES

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'language', keyStore: 'none' })
  await desk.page.setViewportSize({ width: 1_280, height: 800 })
  await desk.ready()
  await desk.choose('AAPL')
})
test.afterAll(async () => {
  await desk.close()
})

/** Returns the language shown now. */
const languageShown = async (): Promise<Language> =>
  (await desk.page.locator('html').getAttribute('lang')) === 'es' ? 'es' : 'en'

/** Opens Settings in the language shown now. */
async function openSettings(language: Language): Promise<void> {
  await desk.page.keyboard.press('Control+,')
  await expect(desk.page.getByRole('dialog', { name: NAMES[language].settings })).toBeVisible()
}

/** Chooses a language in Settings, as a person does. */
async function choose(to: Language): Promise<void> {
  const from = await languageShown()
  await openSettings(from)
  await desk.page.getByLabel(NAMES[from].language).selectOption(to)
  await expect(desk.page.getByRole('dialog', { name: NAMES[to].settings })).toBeVisible()
}
const close = (language: Language): Promise<void> =>
  desk.page.getByRole('button', { name: NAMES[language].done }).click()

async function expectLanguage(language: Language): Promise<void> {
  const { page } = desk
  const names = NAMES[language]
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await expect(page.getByTestId('environment')).toContainText(names.environment)
  for (const tab of names.tabs) {
    await expect(page.getByRole('tab', { name: tab, exact: true })).toBeVisible()
  }
  for (const menu of names.menu) {
    await expect(page.getByRole('button', { name: menu, exact: true })).toBeVisible()
  }
  await expect(page.locator('.statusbar')).toContainText(names.status)
  await expect(page.locator('.statusbar time')).toBeInViewport()
  await expect(page.getByRole('grid', { name: names.table })).toContainText(names.last)
  await expect(page.getByRole('form', { name: names.form })).toBeVisible()
}

/** Takes a picture of the window in both themes; the shortcut of themes is off in a dialog. */
async function pictures(name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await desk.page.evaluate((value) => {
      document.documentElement.dataset['theme'] = value
    }, theme)
    await waitForAnimations(desk.page)
    await desk.screenshot(`${name}-${theme}`)
  }
}

test('Choosing a language changes the whole window at once, and typed values stay', async () => {
  await desk.fill('quantity', '12')
  await expectLanguage('en')
  await choose('es')
  await expectLanguage('es')
  await close('es')
  await expect(desk.page.getByTestId('ticket-quantity')).toHaveValue('12')
  await choose('en')
  await expectLanguage('en')
  await close('en')
})

for (const language of ['en', 'es'] as const) {
  test(`No text is cut off at 1280 by 800 px: ${language}`, async () => {
    const { page } = desk
    await choose(language)
    await close(language)
    await pictures(`main-${language}`)
    const problems: string[] = []
    for (const tab of NAMES[language].tabs) {
      await page.getByRole('tab', { name: tab, exact: true }).click()
      await waitForPanels(page)
      await waitForAnimations(page)
      problems.push(...(await overflows(page)).map((line) => `${tab}: ${line}`))
      await desk.screenshot(`panel-${language}-${NAMES[language].tabs.indexOf(tab as never)}`)
    }
    await openSettings(language)
    problems.push(...(await overflows(page)).map((line) => `settings: ${line}`))
    await pictures(`settings-${language}`)
    await close(language)
    expect(problems).toEqual([])
  })
}

const DIALOGS = [
  ['Countersign', 'Perfiles y credenciales…', 'Perfiles'],
  ['Countersign', 'Bloqueo de la aplicación…', 'Bloqueo de la aplicación'],
  ['Ayuda', 'Atajos de teclado', 'Atajos de teclado'],
  ['Ayuda', 'Acerca de y licencias', 'Acerca de y licencias'],
] as const

test('No text is cut off in the menus and dialogs: es', async () => {
  const { page } = desk
  await choose('es')
  await close('es')
  const problems: string[] = []
  const check = async (part: string): Promise<void> => {
    await waitForAnimations(page)
    problems.push(...(await overflows(page)).map((line) => `${part}: ${line}`))
  }
  for (const menu of ['Countersign', 'Ver', 'Ayuda']) {
    await page.getByRole('button', { name: menu, exact: true }).click()
    await expect(page.getByRole('menu', { name: menu })).toBeVisible()
    await check(`menu ${menu}`)
    await page.keyboard.press('Escape')
  }
  for (const [menu, item, dialog] of DIALOGS) {
    await page.getByRole('button', { name: menu, exact: true }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
    await check(`dialog ${dialog}`)
    await desk.screenshot(`dialog-es-${DIALOGS.findIndex(([, known]) => known === item)}`)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Comandos y símbolos' })).toBeVisible()
  await check('palette')
  await desk.screenshot('palette-es')
  await page.keyboard.press('Escape')
  expect(problems).toEqual([])
})

test('The window starts in the chosen language', async () => {
  await choose('es')
  await close('es')
  await desk.page.reload()
  await expectLanguage('es')
})
