import type { MainWindowPage } from './main-window-page.js'

/** A question that was asked in a native message box. */
export interface Question {
  readonly message: string
  readonly detail: string
  readonly buttons: readonly string[]
}

/** Answers native questions with this button from now on, and records what was asked. */
export const answerWith = (desk: MainWindowPage, button: string): Promise<void> =>
  desk.app.evaluate(({ dialog }, label) => {
    const questions: unknown[] = []
    Object.assign(globalThis, { countersignQuestions: questions })
    dialog.showMessageBox = ((question: Electron.MessageBoxOptions) => {
      questions.push(question)
      return Promise.resolve({ response: question.buttons?.indexOf(label) ?? 0 })
    }) as typeof dialog.showMessageBox
  }, button)
/** Returns the questions since the last `answerWith`. */
export const questionsOf = (desk: MainWindowPage): Promise<readonly Question[]> =>
  desk.app.evaluate(
    () =>
      (globalThis as unknown as { countersignQuestions: readonly Question[] }).countersignQuestions,
  )
