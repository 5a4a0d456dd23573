import { expect, test } from '@playwright/test'
import { dollars, openMainWindow, type MainWindowPage } from '../support/main-window-page.js'

interface Question {
  readonly message: string
  readonly detail: string
  readonly buttons: readonly string[]
}

/** Answers the native question with this button, and records what was asked. */
const answerWith = (desk: MainWindowPage, button: string): Promise<void> =>
  desk.app.evaluate(({ dialog }, label) => {
    const questions: unknown[] = []
    Object.assign(globalThis, { countersignQuestions: questions })
    dialog.showMessageBox = ((question: Electron.MessageBoxOptions) => {
      questions.push(question)
      return Promise.resolve({ response: question.buttons?.indexOf(label) ?? 0 })
    }) as typeof dialog.showMessageBox
  }, button)
const questionsOf = (desk: MainWindowPage): Promise<readonly Question[]> =>
  desk.app.evaluate(
    () =>
      (globalThis as unknown as { countersignQuestions: readonly Question[] }).countersignQuestions,
  )

test('Closing the window with a working order asks, stays, or cancels the order and quits', async () => {
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
    const [question] = await questionsOf(desk)
    expect(question?.message).toBe('Quit Countersign?')
    expect(question?.detail).toContain('MSFT')
    expect(question?.buttons).toEqual(['Quit', 'Cancel orders and quit', 'Stay'])
    await expect(desk.orderRow('MSFT').first()).toContainText('Working')

    await answerWith(desk, 'Cancel orders and quit')
    const ended = new Promise<void>((resolve) => desk.app.process().once('exit', () => resolve()))
    await desk.app.evaluate(({ app }) => app.quit())
    await ended
  } finally {
    await desk.close()
  }
})
