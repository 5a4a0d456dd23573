import { expect, test } from '@playwright/test'
import type { CardChange } from '../../../shared/domain/instructions/card.js'
import { asMoney, dec } from '../../../shared/domain/decimal.js'
import type { Language } from '../../../shared/messages/languages.js'
import { message } from '../../../shared/messages/make-message.js'
import { waitForAnimations } from '../support/settle.js'
import type { FakeConfirmControls } from './confirm-app/fake-confirm-service.js'
import { ConfirmDriver } from './confirm-driver.js'
import { nonceOf } from './confirm-page.js'

const money = (amount: string) =>
  message('card.money', { amount: asMoney(dec(amount)), currency: 'USD' })
const COST_MOVED: CardChange = {
  subject: message('card.cost'),
  from: money('1839.20'),
  to: money('1851.30'),
}

let confirm: ConfirmDriver
test.beforeAll(async () => {
  confirm = await ConfirmDriver.open('confirm-reason-line')
})
test.afterAll(async () => {
  await confirm?.run.close()
})

const choose = (language: Language): Promise<void> =>
  confirm.run.app.evaluate((_electron, name) => {
    ;(globalThis as unknown as { confirmTest: FakeConfirmControls }).confirmTest.language(name)
  }, language)

/** Disarms the shown card, as main does when the cost moved. */
const disarm = (): Promise<void> =>
  confirm.run.change({
    arming: {
      nonce: nonceOf(),
      armed: false,
      armsInMs: 60_000,
      blocked: 'none',
      because: COST_MOVED,
    },
  })

test('CONFIRM-51: the place of approve says what changed, from what to what, and says it aloud once', async () => {
  await confirm.showArmed()
  await expect(confirm.hold()).toHaveText('Ready. Click the button, or focus it and press Space.')
  await disarm()
  await expect(confirm.hold()).toHaveText(
    /^Estimated cost \$1,839\.20 → \$1,851\.30\. Ready in \d+\.\d s$/,
  )
  const said = confirm.page.getByTestId('hold-said')
  await expect(said).toHaveText(
    'Estimated cost from $1,839.20 to $1,851.30. Approve is off for a moment.',
  )
  const changes = await said.evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        let count = 0
        new MutationObserver((all) => (count += all.length)).observe(element, {
          childList: true,
          characterData: true,
          subtree: true,
        })
        setTimeout(() => resolve(count), 1_000)
      }),
  )
  expect(changes).toBe(0)
})

test('CONFIRM-51: a press while approve is off is answered, and decides nothing', async () => {
  await confirm.showArmed()
  await disarm()
  await expect(confirm.hold()).toHaveAttribute('data-hold', 'counting')
  await confirm.approve().click({ force: true })
  await expect(confirm.hold()).toHaveAttribute('data-early', 'true')
  await expect(confirm.hold()).toHaveText(/^Too early\. Estimated cost/)
  await expect(confirm.hold()).toHaveAttribute('data-early', 'false')
  await confirm.approve().focus()
  await confirm.page.keyboard.press('Space')
  await expect(confirm.hold()).toHaveAttribute('data-early', 'true')
  expect(await confirm.decisions()).toEqual([])
})

test('CONFIRM-51: the reason fits its line in both languages and themes', async () => {
  await confirm.showArmed()
  await disarm()
  for (const language of ['en', 'es'] as const) {
    await choose(language)
    await confirm.approve().click({ force: true })
    await expect(confirm.hold()).toContainText(language === 'en' ? 'Too early' : 'Demasiado pronto')
    const isCut = await confirm.hold().evaluate((line) => line.scrollWidth > line.clientWidth)
    expect(isCut).toBe(false)
    for (const theme of ['dark', 'light']) {
      await confirm.page.evaluate((name) => {
        document.documentElement.dataset['theme'] = name
      }, theme)
      await waitForAnimations(confirm.page)
      await confirm.run.screenshot(`reason-${language}-${theme}`, confirm.page)
    }
  }
})
