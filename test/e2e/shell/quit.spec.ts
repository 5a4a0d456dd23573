import { expect, test } from '@playwright/test'
import { invoke } from '../support/bridge.js'
import { dollars, openMainWindow } from '../support/main-window-page.js'
import { answerWith, questionsOf } from '../support/native-questions.js'

test('A profile switch and a quit with a working order ask, stay, or cancel the order', async () => {
  const desk = await openMainWindow({ suite: 'quit', keyStore: 'none' })
  try {
    await desk.ready()
    await desk.choose('MSFT')
    await desk.fill('quantity', '3')
    await desk.fill('limitPrice', dollars((await desk.cents('bid')) - 900))
    await desk.send()
    await desk.tab('Orders')
    await expect(desk.orderRow('MSFT').first()).toContainText('Working')

    await answerWith(desk, 'Stay')
    await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().at(-1)?.close())
    await desk.app.evaluate(({ app }) => app.quit())
    await expect.poll(async () => (await questionsOf(desk)).length).toBeGreaterThan(0)
    const [leaving] = await questionsOf(desk)
    expect(leaving?.message).toBe('Quit Countersign?')
    expect(leaving?.detail).toContain('MSFT')
    expect(leaving?.buttons).toEqual(['Quit', 'Cancel orders and quit', 'Stay'])
    await expect(desk.orderRow('MSFT').first()).toContainText('Working')

    const other = await invoke(desk, 'profiles.duplicate', { id: 'practice' })
    expect(other.ok).toBe(true)
    await answerWith(desk, 'Stay')
    await desk.page.getByTestId('environment').click()
    await desk.page.getByRole('menuitemradio', { name: /copy/ }).click()
    await expect.poll(async () => (await questionsOf(desk)).length).toBe(1)
    const [switching] = await questionsOf(desk)
    expect(switching?.message).toBe('Switch to another profile?')
    expect(switching?.detail).toContain('The practice exchange stops now')
    await expect(desk.orderRow('MSFT').first()).toContainText('Working')

    await answerWith(desk, 'Cancel orders and quit')
    const ended = new Promise<void>((resolve) => desk.app.process().once('exit', () => resolve()))
    await desk.app.evaluate(({ app }) => app.quit())
    await ended
  } finally {
    await desk.close()
  }
})
